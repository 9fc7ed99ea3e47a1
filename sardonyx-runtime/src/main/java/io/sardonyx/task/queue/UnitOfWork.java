package io.sardonyx.task.queue;

import io.sardonyx.channel.Batch;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueuedMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * Transaction in the making: the messages that were taken at one broker, their runs, and the messages to be given there
 * once all that grew from the taken ones is done. Confined to the thread of the task's turn.
 */
final class UnitOfWork {

    /** Most messages and bytes of a transaction; what comes later goes into the next one. */
    private static final int MOST_MESSAGES = 64;

    private static final long MOST_BYTES = 4 << 20;

    private static final int MOST_COMMITS = 2;

    /** Time for which it grows while there is more to take, so that a slow input does not hold it back. */
    private static final long GROWING_NANOS = 20_000_000;

    /**
     * A run of a message that was taken, to be given back if it fails.
     *
     * @param attempt number of earlier attempts that failed
     * @param value with which its root was opened
     */
    record TakenRun(QueueName queue, int attempt, Batch batch, int run, long value) {

        int start() {
            return run == 0 ? 0 : batch.end(run - 1);
        }

        int end() {
            return batch.end(run);
        }
    }

    private final BrokerSession session;
    private final long firstRoot;
    private final long begunNanos;
    private final List<QueuedMessage> taken = new ArrayList<>();
    private final List<TakenRun> runs = new ArrayList<>();
    private final List<OutgoingMessage> given = new ArrayList<>();
    private long bytes;
    private long skipped;

    /** @param firstRoot number of the root that is opened next; the runs of a unit have consecutive ones */
    UnitOfWork(BrokerSession session, long firstRoot, long begunNanos) {
        this.session = session;
        this.firstRoot = firstRoot;
        this.begunNanos = begunNanos;
    }

    BrokerSession session() {
        return session;
    }

    void take(QueuedMessage message) {
        taken.add(message);
        bytes += message.body().length;
    }

    /** Adds the run of the root that was opened last. */
    void open(TakenRun run) {
        runs.add(run);
    }

    TakenRun run(long root) {
        return runs.get((int) (root - firstRoot));
    }

    void give(OutgoingMessage message) {
        given.add(message);
        bytes += message.body().length;
    }

    /** Counts segments that were skipped, which is true only once the unit is committed. */
    void skip(long count) {
        skipped += count;
    }

    long skipped() {
        return skipped;
    }

    boolean isFull() {
        return taken.size() >= MOST_MESSAGES || given.size() >= MOST_MESSAGES || bytes >= MOST_BYTES;
    }

    /**
     * Whether it waits for more before it is committed: while there is more to take, and while a commit is under way,
     * up to its limits. so few transactions hold much (group commit).
     *
     * @param spent whether there was nothing more to take at the last look
     */
    boolean mayGrow(boolean spent, long nowNanos) {
        int underWay = session.commits();
        if (isFull()) {
            return underWay >= MOST_COMMITS;
        }
        return underWay > 0 || !spent && nowNanos - begunNanos < GROWING_NANOS;
    }

    boolean isEmpty() {
        return taken.isEmpty() && given.isEmpty();
    }

    List<QueuedMessage> taken() {
        return taken;
    }

    /** The messages to be given; may be modified before the commit. */
    List<OutgoingMessage> given() {
        return given;
    }
}
