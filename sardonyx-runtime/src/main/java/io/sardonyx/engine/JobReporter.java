package io.sardonyx.engine;

import io.sardonyx.channel.Channels;
import io.sardonyx.content.ReportDocument;
import io.sardonyx.duty.Work;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.TaskReport;
import io.sardonyx.task.TaskLoop;
import io.sardonyx.task.input.StoreRetry;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Periodic reporter of a group's jobs: writes their statistics as documents to the store, for monitoring only. A failed
 * write is not retried before the next interval. Confined to the thread of the group's turns.
 */
final class JobReporter {

    /** Interval between reports. */
    private static final long EVERY_NANOS = Duration.ofSeconds(2).toNanos();

    private final GroupId group;
    private final Documents documents;
    private final Mailbox mailbox;
    private final Channels exchange;
    private final Map<JobId, Written> written = new TreeMap<>();
    private final Deadline next = new Deadline();
    private boolean begun;

    /** The last report of a job, for rates, and the version of its document. */
    private static final class Written {
        private Map<TaskName, TaskReport> tasks = Map.of();
        private long atNanos;
        private long version = Documents.ABSENT;
        private boolean onItsWay;
    }

    JobReporter(GroupId group, Documents documents, Mailbox mailbox, Channels exchange) {
        this.group = group;
        this.documents = documents;
        this.mailbox = mailbox;
        this.exchange = exchange;
    }

    /**
     * Writes reports when they are due; the first after one interval, since rates need something to compare with.
     *
     * @param stalled tasks that wait and have no loop, by job
     */
    void turn(long nowNanos, Collection<TaskLoop> loops, EndedTaskStats tally, Map<JobId, List<TaskReport>> stalled) {
        if (loops.isEmpty() && written.isEmpty() && stalled.isEmpty()) {
            begun = false;
            return;
        }
        if (!begun) {
            begun = true;
            next.set(nowNanos + EVERY_NANOS);
        }
        if (!next.isDue(nowNanos)) {
            return;
        }
        next.set(nowNanos + EVERY_NANOS);
        Map<JobId, List<TaskLoop>> loopsOf =
                loops.stream().collect(Collectors.groupingBy(loop -> loop.self().job()));
        Set<JobId> jobs = new TreeSet<>(loopsOf.keySet());
        jobs.addAll(stalled.keySet());
        for (JobId job : jobs) {
            List<TaskReport> tasks = JobReport.together(List.of(
                    new JobReport(0, tally.report(job, loopsOf.getOrDefault(job, List.of()))),
                    new JobReport(0, stalled.getOrDefault(job, List.of()))));
            write(job, written.computeIfAbsent(job, it -> new Written()), tasks, nowNanos);
        }
        written.entrySet()
                .removeIf(entry -> !jobs.contains(entry.getKey()) && delete(entry.getKey(), entry.getValue()));
    }

    /** Tasks without a loop, because their job cannot be read at the moment. */
    static Map<JobId, List<TaskReport>> stalled(List<Work> wanted, Map<JobId, StoreRetry> unread) {
        if (unread.isEmpty()) {
            return Map.of();
        }
        var stalled = new TreeMap<JobId, List<TaskReport>>();
        for (Work work : wanted) {
            StoreRetry failed = unread.get(work.assignment().job());
            if (failed != null && failed.waiting() != null) {
                stalled.computeIfAbsent(work.assignment().job(), job -> new ArrayList<>())
                        .add(TaskReport.none(work.assignment().task()).waitingFor(failed.waiting()));
            }
        }
        return stalled;
    }

    private void write(JobId job, Written last, List<TaskReport> tasks, long nowNanos) {
        if (last.onItsWay) {
            return;
        }
        long nanos = last.tasks.isEmpty() ? EVERY_NANOS : nowNanos - last.atNanos;
        List<TaskReport> rated = tasks.stream()
                .map(task -> task.since(last.tasks.getOrDefault(task.task(), TaskReport.none(task.task())), nanos))
                .toList();
        last.tasks = tasks.stream().collect(Collectors.toMap(TaskReport::task, Function.identity()));
        last.atNanos = nowNanos;
        last.onItsWay = true;
        byte[] body = ReportDocument.bytes(new JobReport(System.currentTimeMillis(), rated, exchange.links()));
        String name = ReportDocument.name(job, group);
        mailbox.await(
                documents.write(name, body, last.version),
                version -> {
                    last.onItsWay = false;
                    version.ifPresentOrElse(now -> last.version = now, () -> look(name, last));
                },
                failure -> last.onItsWay = false);
    }

    /** Reads the version after a refused write: the document was deleted, or an earlier answer was lost. */
    private void look(String name, Written last) {
        last.onItsWay = true;
        mailbox.await(
                documents.read(List.of(name)),
                found -> {
                    last.onItsWay = false;
                    last.version = found.stream()
                            .mapToLong(Document::version)
                            .findFirst()
                            .orElse(Documents.ABSENT);
                },
                failure -> last.onItsWay = false);
    }

    /**
     * Deletes the report of a job that does not run here any more; false while a write is in flight. What is left over
     * is deleted with the job.
     */
    private boolean delete(JobId job, Written last) {
        if (!last.onItsWay) {
            mailbox.await(documents.delete(ReportDocument.name(job, group), last.version), gone -> {}, failure -> {});
        }
        return !last.onItsWay;
    }
}
