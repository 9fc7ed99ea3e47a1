package io.sardonyx.worker;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * State of a worker's present turn, on whose end worker and watchdog agree by compare-and-set: either the worker ends
 * it, or the watchdog condemns it, never both.
 *
 * <p>Turns have odd numbers, and between two turns the number is even; a condemned turn is negative. A condemned turn
 * is the last one of its worker, which waits until the watchdog has released it before it does anything else: so an
 * interrupt hits nothing but the condemned turn.
 *
 * @param <T> what turns are given to
 */
final class TurnState<T> {

    private static final long RELEASED = Long.MIN_VALUE;

    private final AtomicLong state = new AtomicLong();
    /* Written by the worker before the state, so that it is visible to a watchdog that reads the turn's number. */
    private volatile @Nullable T given;

    /** The worker begins a turn. */
    void begin(T to) {
        given = to;
        state.set(state.get() + 1);
    }

    /** The worker ends its turn; false when the watchdog has condemned it. */
    boolean end() {
        long turn = state.get();
        return turn > 0 && state.compareAndSet(turn, turn + 1);
    }

    /** Number of the present turn, 0 between turns or when condemned. */
    long current() {
        long turn = state.get();
        return turn > 0 && (turn & 1) == 1 ? turn : 0;
    }

    /**
     * What the latest turn was given to. It may be newer than a number read before; only {@link #condemn} ties the two.
     */
    @Nullable
    T given() {
        return given;
    }

    /** The watchdog condemns the turn of that number; returns what it was given to, or null when it has ended. */
    @Nullable
    T condemn(long turn) {
        return state.compareAndSet(turn, -turn) ? Objects.requireNonNull(given, "a turn is given to something") : null;
    }

    /** The watchdog is done with the condemned turn, and the worker may go on to close the loop. */
    void release() {
        state.set(RELEASED);
    }

    boolean isReleased() {
        return state.get() == RELEASED;
    }
}
