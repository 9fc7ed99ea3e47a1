package io.sardonyx.call;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What a task and the watchdog tell each other about the calls of functions and plugins within a turn: the task counts
 * the steps it makes, the watchdog asks it to leave after the present call.
 *
 * <p>A step is one call, or a loop of calls that looks after each of them whether it is to leave. So once it is asked
 * to leave, a count that does not change means that a single call has not returned.
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

    private long steps;

    @SuppressWarnings("UnusedVariable") // through the handle
    private boolean leaving;

    /** A turn begins, and nobody has asked it to leave. The task's thread, as the next two. */
    public void begin() {
        LEAVING.setOpaque(this, false);
        step();
    }

    /** Another call begins. */
    public void step() {
        STEPS.setOpaque(this, steps + 1);
    }

    /** Whether to make no more calls in this turn. */
    public boolean isLeaving() {
        return (boolean) LEAVING.getOpaque(this);
    }

    /** How many steps were made so far; for any thread. */
    public long steps() {
        return (long) STEPS.getOpaque(this);
    }

    /** Asks it to leave after the present call; if its turn ends meanwhile, the next one is perhaps shorter. */
    public void leave() {
        LEAVING.setOpaque(this, true);
    }
}
