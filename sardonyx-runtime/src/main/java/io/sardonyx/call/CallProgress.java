package io.sardonyx.call;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Progress counter of the calls to user code within a turn, and the watchdog's request to end the turn: the task counts
 * steps, the watchdog asks it to leave after the present call.
 *
 * <p>A step is one call, or a loop of calls that checks after each of them whether to leave. So once it was asked to
 * leave, a count that does not change means that a single call has not returned.
 *
 * <p>Both fields are accessed in opaque mode: they are atomic and become visible eventually, which is all the watchdog
 * needs, and cost no fence in the hot loop. Nothing else is published through them.
 */
public final class CallProgress {

    private static final VarHandle STEPS;
    private static final VarHandle LEAVING;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STEPS = lookup.findVarHandle(CallProgress.class, "steps", long.class);
            LEAVING = lookup.findVarHandle(CallProgress.class, "leaving", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /* Written by the thread of the turn only, so that an increment needs no atomic update. */
    private long steps;

    @SuppressWarnings("UnusedVariable") // through the handle
    private boolean leaving;

    /** Begins a turn and clears the request to leave. By the thread of the turn, as the next two. */
    public void begin() {
        LEAVING.setOpaque(this, false);
        step();
    }

    /** Counts the begin of another call. */
    public void step() {
        STEPS.setOpaque(this, steps + 1);
    }

    /** Whether the turn is to end without further calls. */
    public boolean isLeaving() {
        return (boolean) LEAVING.getOpaque(this);
    }

    /** Number of steps so far; for any thread. */
    public long steps() {
        return (long) STEPS.getOpaque(this);
    }

    /**
     * Asks the turn to end after the present call; should it end at this moment, the request may shorten the next one.
     */
    public void leave() {
        LEAVING.setOpaque(this, true);
    }
}
