package io.sardonyx.answer;

import io.sardonyx.assignment.Progress;
import io.sardonyx.content.JobStore;
import io.sardonyx.job.Task;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.OneLine;
import io.sardonyx.port.Broker;
import io.sardonyx.port.Documents;
import io.sardonyx.queue.BrokerList;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.TaskReport;
import io.sardonyx.task.queue.JobQueues;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * The findings of {@code doctor} about brokers and the queues of live jobs.
 *
 * @param known the brokers that processes of the cluster have told of
 * @param faults brokers that do not answer, or are not those of the cluster, a sentence each
 * @param notes messages that nobody reads, or that were delivered again, a sentence each
 */
public record BrokerFindings(List<String> known, List<String> faults, List<String> notes) {

    /** Most jobs whose queues are asked for, since each is several requests. */
    private static final int MOST_JOBS = 100;

    private static final int REASON = 300;

    /**
     * Asks brokers and store.
     *
     * @param brokers connections to the cluster's brokers; without any, faults are not looked for
     */
    public static CompletionStage<BrokerFindings> of(Replica replica, Documents documents, List<Broker> brokers) {
        CompletionStage<List<String>> faults = CompletableFuture.completedFuture(List.of());
        CompletionStage<List<String>> notes = CompletableFuture.completedFuture(List.of());
        for (Broker broker : brokers) {
            faults = faults.thenCombine(absence(broker), BrokerFindings::joined);
        }
        if (!brokers.isEmpty()) {
            faults = faults.thenCombine(otherCluster(documents, brokers), BrokerFindings::joined);
            for (Run run : replica.jobs().live().values().stream()
                    .filter(Run::isQueued)
                    .limit(MOST_JOBS)
                    .toList()) {
                String epoch = Objects.requireNonNullElse(replica.cluster().epoch(), "");
                notes = notes.thenCombine(unread(run, epoch, documents, brokers), BrokerFindings::joined);
            }
        }
        CompletionStage<List<String>> all = notes;
        return BrokerList.written(documents)
                .thenCombine(faults, (known, found) -> new BrokerFindings(known, found, List.of()))
                .thenCombine(all, (found, sentences) -> new BrokerFindings(found.known, found.faults, sentences));
    }

    private static List<String> joined(List<String> some, List<String> more) {
        var all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    private static CompletionStage<List<String>> absence(Broker broker) {
        return broker.id().handle((id, failure) -> failure == null ? List.of() : List.of(reason(failure)));
    }

    private static CompletionStage<List<String>> otherCluster(Documents documents, List<Broker> brokers) {
        return BrokerList.difference(brokers, documents)
                .handle((difference, failure) ->
                        difference == null || failure != null ? List.of() : List.of(difference));
    }

    private static String reason(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return OneLine.of(String.valueOf(cause.getMessage()), REASON);
    }

    /** Tasks without a peer whose queues hold more than the mark of their end. */
    private static CompletionStage<List<String>> unread(
            Run run, String epoch, Documents documents, List<Broker> brokers) {
        return new JobStore(documents)
                .read(run.job())
                .thenCompose(job -> {
                    var queues = new JobQueues(epoch, job);
                    CompletionStage<List<String>> notes = CompletableFuture.completedFuture(List.of());
                    for (int t = 0; t < run.job().tasks().size(); t++) {
                        Task task = run.job().tasks().get(t);
                        boolean isRead =
                                !run.stage(t).places().isEmpty() || run.stage(t).progress() == Progress.COMPLETE;
                        if (!isRead && !task.input()) {
                            notes = notes.thenCombine(
                                    unread(run.job().id(), task.name(), queues, brokers), BrokerFindings::joined);
                        }
                    }
                    return notes;
                })
                // its content is gone, or a broker is away, which is told elsewhere
                .handle((notes, failure) -> failure == null ? notes : List.of());
    }

    private static CompletionStage<List<String>> unread(
            JobId job, TaskName task, JobQueues queues, List<Broker> brokers) {
        return queues.depth(task, brokers)
                .thenApply(depth -> depth.orElse(0) <= 1
                        ? List.of()
                        : List.of("job " + job + ": " + Phrases.grouped(depth.orElse(0)) + " messages wait for task "
                                + task + ", which has no peer"));
    }

    /** With a note for each task of which messages were delivered again. */
    BrokerFindings withReports(Map<JobId, List<JobReport>> reports, long nowMillis) {
        var all = new ArrayList<>(notes);
        reports.forEach((job, of) -> {
            for (TaskReport task : JobFigures.of(List.of(), of, nowMillis).tasks()) {
                if (task.queues().redelivered() > 0) {
                    all.add("job " + job + ": " + Phrases.grouped(task.queues().redelivered())
                            + " messages came again to task " + task.task()
                            + ": a process or a broker was lost, or an output went away, before they were committed");
                }
            }
        });
        return new BrokerFindings(known, faults, all);
    }

    /** Writes its fields into a JSON object that is already open. */
    void write(JsonOut out) {
        out.textsUnlessEmpty("brokers", known)
                .textsUnlessEmpty("broker-faults", faults)
                .textsUnlessEmpty("queues", notes);
    }
}
