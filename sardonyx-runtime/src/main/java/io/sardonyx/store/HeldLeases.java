package io.sardonyx.store;

import io.sardonyx.port.Lease;
import io.sardonyx.port.Watch;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The leases that one opening of a store holds. Thread-safe. */
public final class HeldLeases {

    private final StoreThread thread;
    private final Set<HeldLease> held = ConcurrentHashMap.newKeySet();

    public HeldLeases(StoreThread thread) {
        this.thread = thread;
    }

    /**
     * A lease that was claimed, held until it is closed.
     *
     * @param release gives it back to the store; called once
     */
    public Lease add(long fence, Runnable release) {
        var lease = new HeldLease(fence, release);
        held.add(lease);
        return lease;
    }

    public boolean isEmpty() {
        return held.isEmpty();
    }

    /** Closes all: none is held any more. */
    public void close() {
        List.copyOf(held).forEach(HeldLease::close);
    }

    private final class HeldLease implements Lease {

        private final long fence;
        private final Runnable release;
        private final Watches changes = new Watches(thread);
        private volatile Standing standing = Standing.HELD;

        HeldLease(long fence, Runnable release) {
            this.fence = fence;
            this.release = release;
        }

        @Override
        public long fence() {
            return fence;
        }

        @Override
        public Standing standing() {
            return standing;
        }

        @Override
        public Watch onChange(Runnable nudge) {
            return changes.add(nudge);
        }

        @Override
        public void close() {
            if (held.remove(this)) {
                standing = Standing.LOST;
                release.run();
                changes.nudge();
            }
        }
    }
}
