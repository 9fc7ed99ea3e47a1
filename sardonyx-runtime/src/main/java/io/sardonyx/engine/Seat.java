package io.sardonyx.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A loop among those that wait for turns; at most one worker has it at a time, and sees all that others did to it. */
final class Seat {

    private static final VarHandle TAKEN;

    static {
        try {
            TAKEN = MethodHandles.lookup().findVarHandle(Seat.class, "taken", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final TaskLoop loop;

    @SuppressWarnings("UnusedVariable") // through the handle
    private volatile boolean taken;

    Seat(TaskLoop loop) {
        this.loop = loop;
    }

    TaskLoop loop() {
        return loop;
    }

    boolean take() {
        return !taken && TAKEN.compareAndSet(this, false, true);
    }

    void leave() {
        taken = false;
    }
}
