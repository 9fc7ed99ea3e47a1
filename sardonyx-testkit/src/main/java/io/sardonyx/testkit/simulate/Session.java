package io.sardonyx.testkit.simulate;

import io.sardonyx.port.Lease.Standing;
import java.util.ArrayList;
import java.util.List;

/** A process's bond with the store, as the process sees it and as the store does. */
final class Session {

    private boolean over;
    private boolean suspended;
    private boolean known;
    private final List<Runnable> watchers = new ArrayList<>();

    boolean isOver() {
        return over;
    }

    /** The store ended it; the process learns of it later. */
    void end() {
        over = true;
    }

    boolean isSuspended() {
        return suspended;
    }

    void suspend(boolean cut) {
        suspended = cut;
        tell();
    }

    /** The process learns that its session is over. */
    void learn() {
        known = over;
        tell();
    }

    Standing standing() {
        return known ? Standing.LOST : suspended ? Standing.SUSPENDED : Standing.HELD;
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
