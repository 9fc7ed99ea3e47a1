package io.sardonyx.testkit.simulate.store;

import io.sardonyx.port.Lease.Standing;
import java.util.ArrayList;
import java.util.List;

/** A process's bond with the store, as the process sees it and as the store does. */
public final class SimulatedSession {

    /** How long the store waits for a sign of life. */
    public static final long TIMEOUT_NANOS = 4_000_000_000L;

    private boolean over;
    private boolean known;
    private int cuts;
    private final List<Runnable> watchers = new ArrayList<>();

    public boolean isOver() {
        return over;
    }

    /** The store ended it; the process learns of it later. */
    void end() {
        over = true;
    }

    boolean isSuspended() {
        return cuts > 0;
    }

    /** One more reason why nothing gets through, until {@link #resume} takes it back. */
    public void suspend() {
        cuts++;
        tell();
    }

    public void resume() {
        cuts--;
        tell();
    }

    /** The process learns that its session is over. */
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
