package io.sardonyx.testkit.simulate.store;

import io.sardonyx.port.Lease.Standing;
import java.util.ArrayList;
import java.util.List;

/**
 * Session of a process with the simulated store, both as the store knows it ({@code over}) and as the client does
 * ({@code known}).
 */
public final class SimulatedSession {

    /** Session timeout: after so long without contact the store expires the session. */
    public static final long TIMEOUT_NANOS = 4_000_000_000L;

    /** Whether the store has expired it. */
    private boolean over;
    /** Whether the process has learned that it is expired. */
    private boolean known;
    /** How many faults cut the connection at present. */
    private int cuts;

    private final List<Runnable> watchers = new ArrayList<>();

    public boolean isOver() {
        return over;
    }

    /** Expires the session in the store; the process learns of it by {@link #learn}. */
    void end() {
        over = true;
    }

    boolean isSuspended() {
        return cuts > 0;
    }

    /** Cuts the connection for one more reason, until a matching {@link #resume}. Calls nest. */
    public void suspend() {
        cuts++;
        tell();
    }

    public void resume() {
        cuts--;
        tell();
    }

    /** Lets the process learn that its session has expired. */
    public void learn() {
        known = over;
        tell();
    }

    public Standing standing() {
        return known ? Standing.LOST : isSuspended() ? Standing.SUSPENDED : Standing.HELD;
    }

    void watch(Runnable watcher) {
        watchers.add(watcher);
    }

    void unwatch(Runnable watcher) {
        watchers.remove(watcher);
    }

    private void tell() {
        List.copyOf(watchers).forEach(Runnable::run);
    }
}
