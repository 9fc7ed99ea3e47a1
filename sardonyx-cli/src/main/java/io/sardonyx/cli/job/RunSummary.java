package io.sardonyx.cli.job;

import io.sardonyx.answer.OutcomeText;
import io.sardonyx.answer.Phrases;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Outcome;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.report.TaskReport;
import java.io.PrintWriter;
import java.util.List;

/**
 * The summary of a job run: outcome, duration, and segment counts of its tasks.
 *
 * @param nanos duration of the run
 */
record RunSummary(Job job, Outcome outcome, List<TaskReport> tasks, long nanos, List<String> warnings) {

    private static final long NANOS_PER_MILLI = 1_000_000;

    void print(PrintWriter out) {
        for (CatalogEntry entry : job.catalog()) {
            TaskReport task = of(entry);
            out.println("  " + entry.name() + ": " + Phrases.grouped(task.taken()) + " taken, "
                    + Phrases.grouped(task.given()) + " given"
                    + (task.skipped() == 0 ? "" : ", " + Phrases.grouped(task.skipped()) + " skipped")
                    + (task.replays() == 0 ? "" : ", " + Phrases.count(task.replays(), "root") + " emitted again"));
        }
        out.println("job " + job.id() + " " + OutcomeText.sentence(outcome) + ", after " + seconds());
        warnings.forEach(warning -> out.println("sardonyx: warning: " + warning));
    }

    private TaskReport of(CatalogEntry entry) {
        return tasks.stream()
                .filter(report -> report.task().equals(entry.name()))
                .findFirst()
                .orElse(TaskReport.none(entry.name()));
    }

    private String seconds() {
        long millis = nanos / NANOS_PER_MILLI;
        long rest = millis % 1_000 / 10;
        return millis / 1_000 + (rest < 10 ? ".0" : ".") + rest + " s";
    }

    void write(PrintWriter out) {
        JsonOut line = Json.onto(out).begin();
        OutcomeText.write(JobStatus.of(outcome), line);
        line.number("millis", nanos / NANOS_PER_MILLI).begin("tasks");
        for (CatalogEntry entry : job.catalog()) {
            TaskReport task = of(entry);
            line.begin(entry.name().text())
                    .number("taken", task.taken())
                    .number("given", task.given())
                    .number("skipped", task.skipped())
                    .number("replays", task.replays())
                    .end();
        }
        line.end().textsUnlessEmpty("warnings", warnings).end().newLine();
    }
}
