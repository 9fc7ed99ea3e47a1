package io.sardonyx.task;

import io.sardonyx.channel.Batch;
import io.sardonyx.loop.Deadline;
import io.sardonyx.task.output.OutputWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Heartbeat of a task to the inputs: names the roots it holds, be they in progress, buffered or unsettled, so that
 * their pending timeout does not expire.
 */
final class RunHeartbeat {

    /** Heartbeats per pending timeout, so that some may be late or lost. */
    private static final int WITHIN_TIMEOUT = 10;

    private final long everyNanos;
    private final Deadline next = new Deadline();

    RunHeartbeat(Duration timeout) {
        this.everyNanos = timeout.toNanos() / WITHIN_TIMEOUT;
    }

    /** Time until the next heartbeat. */
    long restNanos(long nowNanos) {
        return next.leftNanos(nowNanos);
    }

    /** Whether a heartbeat is due; if so, schedules the next. */
    boolean isDue(long nowNanos) {
        boolean due = next.isDue(nowNanos);
        if (due) {
            next.set(nowNanos + everyNanos);
        }
        return due;
    }

    /**
     * Names the roots of a batch from a run on, those buffered for downstream peers, and those an output has not
     * settled.
     */
    void beat(@Nullable Batch batch, int run, Router router, @Nullable OutputWriter output) {
        AckBuffer acks = router.acks();
        for (int i = run; batch != null && i < batch.runs(); i++) {
            acks.name(batch.root(i));
        }
        router.held(acks.naming());
        boolean unsettled = output != null && output.held(acks.naming());
        if (batch != null || unsettled || !router.hasRoom()) {
            acks.beat();
        }
    }
}
