package io.sardonyx.task;

import io.sardonyx.channel.Batch;
import io.sardonyx.loop.Deadline;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Tells inputs now and then which of their roots a task has in hand, be it at work on them or held up, so that nobody
 * takes those for lost.
 */
final class RunHeartbeat {

    /** So many are sent within the timeout of a root, so that some may come late. */
    private static final int WITHIN_TIMEOUT = 10;

    private final long everyNanos;
    private final Deadline next = new Deadline();

    RunHeartbeat(Duration timeout) {
        this.everyNanos = timeout.toNanos() / WITHIN_TIMEOUT;
    }

    /** How long it is until the next one. */
    long restNanos(long nowNanos) {
        return next.leftNanos(nowNanos);
    }

    /** Whether it is time for one; the next is due some time later. */
    boolean isDue(long nowNanos) {
        boolean due = next.isDue(nowNanos);
        if (due) {
            next.set(nowNanos + everyNanos);
        }
        return due;
    }

    /**
     * Names the roots of a batch from a run on, of what waits for room behind, and of what an output has not settled.
     */
    void beat(@Nullable Batch batch, int run, Router router, @Nullable OutputWriter output) {
        AckBuffer acks = router.acks();
        Emitter emitter = router.emitter();
        for (int i = run; batch != null && i < batch.runs(); i++) {
            acks.name(batch.root(i));
        }
        emitter.held(acks.naming());
        boolean unsettled = output != null && output.held(acks.naming());
        if (batch != null || unsettled || !emitter.isClear()) {
            acks.beat();
        }
    }
}
