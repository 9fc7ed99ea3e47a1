package io.sardonyx.task.queue;

import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.QueueName;
import java.time.Duration;
import java.util.Collection;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Gauge of the number of messages in the queues that a task reads, for statistics: asked for at most once a second when
 * something was committed, and seldom otherwise, which finds queues that were purged. Confined to the thread of the
 * task's turn.
 */
final class QueueDepth {

    private static final long INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

    private static final long SELDOM_NANOS = Duration.ofSeconds(10).toNanos();

    private final Collection<QueueName> queues;
    private final Collection<Broker> brokers;
    private final Mailbox mailbox;
    private final Deadline next = new Deadline();
    private final Deadline seldom = new Deadline();
    private long seenCommits = -1;
    private boolean asking;
    private long latest;
    private @Nullable BrokerFault purged;

    QueueDepth(Collection<QueueName> queues, Collection<Broker> brokers, Mailbox mailbox) {
        this.queues = queues;
        this.brokers = brokers;
        this.mailbox = mailbox;
    }

    /** Messages in some queues at all brokers together, or nothing if one of the brokers cannot tell. */
    static CompletableFuture<OptionalLong> total(Collection<QueueName> queues, Collection<Broker> brokers) {
        CompletableFuture<OptionalLong> sum = CompletableFuture.completedFuture(OptionalLong.of(0));
        for (QueueName queue : queues) {
            for (Broker broker : brokers) {
                sum = sum.thenCombine(broker.depth(queue).toCompletableFuture(), QueueDepth::plus);
            }
        }
        return sum;
    }

    private static OptionalLong plus(OptionalLong one, OptionalLong other) {
        return one.isPresent() && other.isPresent()
                ? OptionalLong.of(one.getAsLong() + other.getAsLong())
                : OptionalLong.empty();
    }

    /** The fault of a purged queue, if a failure is that; all else is noticed by the sessions. */
    static @Nullable BrokerFault purged(Throwable failure) {
        return failure instanceof BrokerFault fault && fault.kind() == BrokerFault.Kind.MESSAGES_REMOVED ? fault : null;
    }

    /** @throws BrokerFault if somebody has purged one of the queues */
    void tend(long commits, long nowNanos) {
        if (purged != null) {
            throw purged;
        }
        if (asking || !(commits == seenCommits ? seldom : next).isDue(nowNanos)) {
            return;
        }
        asking = true;
        seenCommits = commits;
        next.set(nowNanos + INTERVAL_NANOS);
        seldom.set(nowNanos + SELDOM_NANOS);
        mailbox.await(
                total(queues, brokers),
                depth -> {
                    asking = false;
                    latest = depth.orElse(latest);
                },
                failure -> {
                    asking = false;
                    purged = purged(failure);
                });
    }

    /** The depth as of the last answer. */
    long latest() {
        return latest;
    }
}
