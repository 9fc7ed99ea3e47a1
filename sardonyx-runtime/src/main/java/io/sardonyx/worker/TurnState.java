package io.sardonyx.worker;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The turn that a worker is in, on whose end worker and watchdog agree: either the worker ends it, or the watchdog
 * condemns it, never both.
 *
 * <p>Turns have odd numbers, and between two turns is an even one. A condemned turn is the last one of its worker,
 * which waits until the watchdog has released it before it does anything else: so an interrupt hits nothing but the
 * condemned turn.
 *
 * @param <T> what turns are given to
 */
final class TurnState<T> {

    private static final long RELEASED = Long.MIN_VALUE;

    private final AtomicLong state = new AtomicLong();
    private volatile @Nullable T given;

    /** The worker begins a turn of this. */
    void begin(T to) {
        given = to;
        state.set(state.get() + 1);
    }

    /** The worker has come back from its turn; false when that was condemned meanwhile. */
    boolean end() {
        long turn = state.get();
        return turn > 0 && state.compareAndSet(turn, turn + 1);
    }

    /** The number of the turn that the worker is in, 0 if it is in none or was condemned. */
    long current() {
        long turn = state.get();
        return turn > 0 && (turn & 1) == 1 ? turn : 0;
    }

    /** To what the latest turn was given; whose turn a number is says only {@link #condemn} for sure. */
    @Nullable
    T given() {
        return given;
    }

    /** The watchdog ends the turn of that number; to what it was given, or null when it has ended by itself. */
    @Nullable
    T condemn(long turn) {
        return state.compareAndSet(turn, -turn) ? Objects.requireNonNull(given, "a turn is given to something") : null;
    }

    /** The watchdog is done with the condemned turn. */
    void release() {
        state.set(RELEASED);
    }

    boolean isReleased() {
        return state.get() == RELEASED;
    }
}
