package io.sardonyx.answer;

import io.sardonyx.content.Bottleneck;
import io.sardonyx.content.ReportDocument;
import io.sardonyx.job.Task;
import io.sardonyx.json.JsonOut;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.LinkState;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.Waiting;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The figures of a running job: throughput, back-pressure, waits and links, aggregated from the latest reports of its
 * groups.
 *
 * @param bottleneck the task that exerts back-pressure on those upstream, if any
 * @param links between the processes that have reported
 * @param leftOut number of tasks and links that did not fit into the reports
 * @param atMillis when the reports were read, by this machine's clock
 * @param ageMillis age of the oldest report, by the same clock
 */
public record JobFigures(
        List<TaskReport> tasks,
        Optional<TaskName> bottleneck,
        List<LinkState> links,
        int leftOut,
        long atMillis,
        long ageMillis) {

    /** Age after which a report is ignored; groups write one every two seconds. */
    private static final long STALE_MILLIS = 10_000;

    /**
     * Aggregates the reports that are fresh.
     *
     * @param inOrder the job's tasks in topological order, to find the bottleneck; may be empty
     * @param nowMillis this machine's clock
     */
    public static JobFigures of(List<Task> inOrder, List<JobReport> reports, long nowMillis) {
        List<JobReport> fresh = reports.stream()
                .filter(report -> nowMillis - report.atMillis() <= STALE_MILLIS)
                .toList();
        List<TaskReport> tasks = JobReport.together(fresh);
        long oldest = fresh.stream().mapToLong(JobReport::atMillis).min().orElse(nowMillis);
        List<LinkState> links =
                fresh.stream().flatMap(report -> report.links().stream()).toList();
        int leftOut = fresh.stream().mapToInt(JobReport::leftOut).sum();
        return new JobFigures(
                tasks, Bottleneck.of(inOrder, tasks), links, leftOut, nowMillis, Math.max(0, nowMillis - oldest));
    }

    /** Failures of links between processes, as messages. */
    public List<String> troubles() {
        return links.stream().map(LinkState::trouble).filter(Objects::nonNull).toList();
    }

    /** Reasons why tasks that have peers do not progress, a sentence for each. */
    public List<String> waits() {
        var waits = new ArrayList<String>();
        for (TaskReport task : tasks) {
            Waiting waiting = task.waiting();
            if (waiting != null) {
                waits.add("task " + task.task() + " waits for " + Phrases.seconds(since(waiting.sinceMillis())) + ": "
                        + waiting.reason() + next(waiting));
            }
        }
        return waits;
    }

    /** Performance hints, a sentence for each. */
    public List<String> hints() {
        return tasks.stream()
                .filter(TaskReport::waitsInCalls)
                .map(task ->
                        "task " + task.task() + " waits in its calls and hardly uses the CPU; say blocking: true of"
                                + " it, so that it gets a thread of its own and holds up no other task")
                .toList();
    }

    private long since(long millis) {
        return Math.max(0, atMillis - millis);
    }

    private String next(Waiting waiting) {
        return waiting.nextMillis() <= atMillis
                ? ""
                : "; it tries again in " + Phrases.seconds(waiting.nextMillis() - atMillis);
    }

    /** The figures of one task, if a peer has reported any. */
    public Optional<TaskReport> task(TaskName task) {
        return tasks.stream().filter(report -> report.task().equals(task)).findFirst();
    }

    /** Writes the figures of one task as a field of a JSON object that is already open. */
    public void write(TaskName task, JsonOut out) {
        task(task).ifPresent(report -> {
            out.begin("stats");
            ReportDocument.write(report, out);
            out.end();
        });
    }

    /** Writes bottleneck, age and links as fields of a JSON object that is already open. */
    public void write(JsonOut out) {
        bottleneck.ifPresent(task -> out.text("bottleneck", task));
        if (!tasks.isEmpty()) {
            out.number("statsAgeMillis", ageMillis);
            ReportDocument.write(links, out);
        }
    }
}
