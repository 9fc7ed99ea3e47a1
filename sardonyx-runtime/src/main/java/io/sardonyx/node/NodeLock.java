package io.sardonyx.node;

import java.time.Duration;
import java.util.Optional;

/**
 * A lock or semaphore that is shared by all processes which use the same store: at most so many hold it at a time.
 *
 * <pre>{@code
 * NodeLock lock = nodes.lock("invoices");
 * nodes.submit(() -> {
 *     try (NodeLock.Held held = lock.acquire()) {
 *         write(invoices, held.fence());
 *     }
 * });
 * }</pre>
 *
 * <p>It is held by a lease, which a thread of this process renews. A holder that was paused for longer than the lease
 * has lost it without knowing; only the fence keeps its late effects out. For any thread; not reentrant.
 */
public interface NodeLock {

    /** Name of the lock; locks of one name are one lock. */
    String name();

    /** How many may hold it at a time: 1 for a lock. */
    int permits();

    /** Acquires it, and waits for as long as that takes. */
    Held acquire() throws InterruptedException;

    /** Acquires it, unless that takes longer than this; empty then. */
    Optional<Held> tryAcquire(Duration atMost) throws InterruptedException;

    /** A lock that is held until it is closed, or until the lease is lost. */
    interface Held extends AutoCloseable {

        /**
         * Fencing token, greater than that of whoever held the same permit before; of a lock with one permit, than that
         * of every earlier holder.
         */
        long fence();

        /** Whether it may still act under the lock: ask before each effect. */
        boolean isHeld();

        /** Releases it; without effect if it was lost. */
        @Override
        void close();
    }
}
