package io.sardonyx.engine;

import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Broker;
import io.sardonyx.task.queue.JobQueues;
import io.sardonyx.value.JobId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Removes the queues of ended jobs, with retries until every broker has answered. Confined to the thread of the group's
 * turns.
 */
final class QueueSweeper {

    private static final long AGAIN_NANOS = Duration.ofMillis(500).toNanos();

    private final Supplier<List<Broker>> brokers;
    private final Mailbox mailbox;
    /* Jobs whose queues are to be removed, and whether the brokers were asked for it. */
    private final Map<JobId, Boolean> removing = new TreeMap<>();
    private final Deadline next = new Deadline();

    QueueSweeper(Supplier<List<Broker>> brokers, Mailbox mailbox) {
        this.brokers = brokers;
        this.mailbox = mailbox;
    }

    /** Notes a job that has ended, or is forgotten. */
    void ended(JobId job) {
        removing.put(job, false);
    }

    /** @param isOver whether all loops of a job are closed here; others would declare its queues again */
    void turn(String epoch, Predicate<JobId> isOver, long nowNanos) {
        if (removing.isEmpty() || !next.isDue(nowNanos)) {
            return;
        }
        for (JobId job : List.copyOf(removing.keySet())) {
            if (Boolean.FALSE.equals(removing.get(job)) && isOver.test(job)) {
                removing.put(job, true);
                mailbox.await(removed(JobQueues.prefix(epoch, job)), done -> removing.remove(job, true), failure -> {
                    removing.put(job, false);
                    next.set(nowNanos + AGAIN_NANOS);
                    LazyLoggers.of(QueueSweeper.class).debug("the queues of job {} are not removed yet", job, failure);
                });
            }
        }
    }

    private CompletionStage<Void> removed(String prefix) {
        return CompletableFuture.allOf(brokers.get().stream()
                .map(broker -> broker.remove(prefix).toCompletableFuture())
                .toArray(CompletableFuture[]::new));
    }
}
