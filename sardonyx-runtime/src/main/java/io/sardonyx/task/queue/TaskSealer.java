package io.sardonyx.task.queue;

import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueName;
import io.sardonyx.task.AckValues;
import io.sardonyx.task.TaskDefinition;
import io.sardonyx.value.TaskName;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Seals a drained task of a queued job: sums up what was skipped, and gives a fresh sentinel to each queue of the
 * downstream tasks. Confined to the thread of the task's turn.
 */
final class TaskSealer {

    private final TaskDefinition plan;
    private final JobQueues queues;
    private final AckValues ackValues;
    private final @Nullable SkippedTotal skippedTotal;
    private int sentinels;
    private boolean passing;
    private boolean passed;
    private long skippedSegments;

    TaskSealer(TaskDefinition plan, QueueSource.Parts parts, AckValues ackValues) {
        this.plan = plan;
        this.queues = parts.queues();
        this.ackValues = ackValues;
        QueueName skipped = queues.skipped(plan.self().task());
        this.skippedTotal = skipped == null ? null : new SkippedTotal(skipped, parts.brokers(), parts.mailbox());
    }

    /** A fresh id for a sentinel, by which its queue's leader is elected. */
    String freshId() {
        return plan.self().peer().text() + "-" + sentinels++ + "-"
                + HexFormat.of().toHexDigits(ackValues.fresh());
    }

    boolean isPassedOn() {
        return passed;
    }

    /** Follows whether this peer seals; whoever does so anew passes the end on anew. */
    void follow(boolean sealing) {
        passing &= sealing;
        passed &= sealing;
    }

    /** Forgets a commit that was under way, because its session is over. */
    void lost() {
        passing = false;
    }

    /** Gives the sentinels at one broker; to be called again until they are committed. */
    void passOn(List<BrokerSession> sessions, long nowNanos) {
        for (BrokerSession session : sessions) {
            if (!passing && session.isOpen() && isCounted()) {
                passing = true;
                passOn(session, nowNanos);
            }
        }
    }

    private boolean isCounted() {
        OptionalLong total = skippedTotal == null ? OptionalLong.of(0) : skippedTotal.read();
        total.ifPresent(count -> skippedSegments = count);
        return total.isPresent();
    }

    private void passOn(BrokerSession session, long nowNanos) {
        var end = new UnitOfWork(session, 0, nowNanos);
        for (TaskName behind : plan.job().behind(plan.self().task())) {
            for (QueueName lane : queues.lanes(plan.self().task(), behind)) {
                end.give(new OutgoingMessage(lane, QueueMessage.sentinel(freshId())));
            }
        }
        if (end.isEmpty()) {
            passed = true;
        } else {
            session.commit(end, () -> passed = true, nowNanos);
        }
    }

    /** Number of segments that all peers of the task have skipped; known once the end was passed on. */
    long skippedSegments() {
        return skippedSegments;
    }

    void close() {
        if (skippedTotal != null) {
            skippedTotal.close();
        }
    }
}
