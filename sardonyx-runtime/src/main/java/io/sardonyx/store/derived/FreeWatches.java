package io.sardonyx.store.derived;

import io.sardonyx.port.Watch;
import io.sardonyx.store.StoreThread;
import io.sardonyx.store.Watches;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Listeners for one lock becoming free, and when it was looked at last. */
final class FreeWatches {

    /** A lock that nobody reports as changed is looked at so often within a lease. */
    private static final int LOOKS_PER_LEASE = 6;

    private static final long NEVER = -2;

    private final Watches watches;
    private final Watch changes;

    /** Whether there is a reason to look at it that came after the last look; set on any thread. */
    private volatile boolean changed = true;

    private long lookedAtNanos;

    /** Version of the free lock that listeners were last told of. */
    private volatile long toldVersion = NEVER;

    /** @param watching watches the lock document for changes */
    FreeWatches(StoreThread thread, Function<Runnable, Watch> watching) {
        watches = new Watches(thread);
        changes = watching.apply(() -> changed = true);
    }

    /** Adds a listener, who is told at once if the lock is free. */
    Watch add(Runnable nudge) {
        Watch watch = watches.add(nudge);
        toldVersion = NEVER;
        changed = true;
        return watch;
    }

    /** Whether the last listener is gone; then nothing is watched any more. */
    boolean isGone() {
        if (watches.isEmpty()) {
            close();
            return true;
        }
        return false;
    }

    boolean isDue(long nowNanos, long leaseMillis) {
        return changed || nowNanos - lookedAtNanos >= TimeUnit.MILLISECONDS.toNanos(leaseMillis) / LOOKS_PER_LEASE;
    }

    void looked(long nowNanos) {
        changed = false;
        lookedAtNanos = nowNanos;
    }

    void saw(long version, boolean isFree) {
        if (!isFree) {
            toldVersion = NEVER;
        } else if (toldVersion != version) {
            toldVersion = version;
            watches.nudge();
        }
    }

    void close() {
        changes.close();
    }
}
