package io.sardonyx.task.queue;

import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueuedMessage;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sentinels of the queues that a task reads: elects one leader for each queue, and finds out when a queue is drained,
 * that is, holds nothing but its leader.
 *
 * <p>A sentinel may come before other messages, several times, and to any peer. The leader is given back to the end of
 * its queue, others are dropped. A queue is drained when its leader was seen, nothing else came from it since, and its
 * depth at all brokers together is 1: depth counts what other peers have taken and not committed. Confined to the
 * thread of the task's turn.
 */
final class EndMarks {

    private static final Duration FIRST_DELAY = Duration.ofMillis(5);
    private static final int MOST_DOUBLINGS = 6;
    /** Interval between questions for depths that were not 1. */
    private static final long AGAIN_NANOS = Duration.ofMillis(50).toNanos();

    private final LeaderElection election;
    private final Mailbox mailbox;
    /* Queues whose leader came last, with nothing behind it since. */
    private final Map<QueueName, Boolean> ended = new HashMap<>();
    private final Deadline again = new Deadline();
    /* Counts messages that are no sentinels, to notice those that come while depths are asked for. */
    private long others;
    private boolean asking;
    private boolean drained;
    private @Nullable BrokerFault purged;

    EndMarks(LeaderElection election, Mailbox mailbox) {
        this.election = election;
        this.mailbox = mailbox;
    }

    /** Notes a message that is no sentinel: its queue was not at its end. */
    void other(QueueName queue) {
        others++;
        drained = false;
        ended.remove(queue);
    }

    /** Takes a sentinel: the leader is given back to the end of its queue after a growing delay, others are dropped. */
    void take(QueuedMessage sentinel, boolean leads, UnitOfWork into) {
        into.take(sentinel);
        if (leads) {
            int attempt = sentinel.attempt() + 1;
            into.give(new OutgoingMessage(sentinel.queue(), sentinel.body())
                    .withAttempt(attempt)
                    .withDelayMillis(FIRST_DELAY.toMillis() << Math.min(attempt, MOST_DOUBLINGS)));
            ended.put(sentinel.queue(), true);
        }
    }

    /** Whether a sentinel is the leader of its queue; null while the election is under way. */
    @Nullable
    Boolean isLeader(QueueName queue, String id) {
        return election.isLeader(queue.text(), id);
    }

    /**
     * Asks for depths when every queue that this peer reads has come to its end; whether the task is drained.
     *
     * @param read the queues that this peer reads
     * @param all the queues of the task, also those that other peers read
     * @throws BrokerFault if somebody has purged one of them
     */
    boolean isDrained(
            Collection<QueueName> read, Collection<QueueName> all, Collection<Broker> brokers, long nowNanos) {
        if (purged != null) {
            throw purged;
        }
        if (drained) {
            return true;
        }
        if (!asking && again.isDue(nowNanos) && ended.keySet().containsAll(read)) {
            ask(all, brokers, nowNanos);
        }
        return false;
    }

    private void ask(Collection<QueueName> all, Collection<Broker> brokers, long nowNanos) {
        asking = true;
        again.set(nowNanos + AGAIN_NANOS);
        long before = others;
        CompletableFuture<Boolean> alone = CompletableFuture.completedFuture(true);
        for (QueueName queue : all) {
            alone = alone.thenCombine(
                    QueueDepth.total(List.of(queue), brokers), (yes, depth) -> yes && depth.orElse(0) == 1);
        }
        mailbox.await(
                alone,
                yes -> {
                    asking = false;
                    drained = yes && others == before;
                },
                failure -> {
                    asking = false;
                    purged = QueueDepth.purged(failure);
                });
    }

    /** Time until depths may be asked for again, if anything came to its end. */
    long restNanos(long nowNanos) {
        return drained || asking || ended.isEmpty() ? Long.MAX_VALUE : Math.max(1, again.leftNanos(nowNanos));
    }
}
