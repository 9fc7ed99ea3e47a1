package io.sardonyx.store.derived;

import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.Sighting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes locks that nobody uses any more, such as those of processes of the past: those seen at the same version in
 * two rounds, and for at least as long as their lease lasts. Confined to the store's thread.
 */
final class LockSweeper {

    /** Time between two rounds. */
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** Locks looked at in a round, and deleted at most. */
    private static final int AT_ONCE = 100;

    private static final Logger LOG = LoggerFactory.getLogger(LockSweeper.class);

    private final LockDocuments locks;
    private final LongSupplier nanoClock;
    private final Map<String, Sighting<LockDocument>> before = new HashMap<>();
    private long lastNanos;

    LockSweeper(LockDocuments locks, LongSupplier nanoClock) {
        this.locks = locks;
        this.nanoClock = nanoClock;
        this.lastNanos = nanoClock.getAsLong();
    }

    /** Begins a round if it is time. */
    void turn() {
        long now = nanoClock.getAsLong();
        if (now - lastNanos >= PAUSE_NANOS) {
            lastNanos = now;
            var unused = sweep().exceptionally(failure -> {
                LOG.info("locks that nobody uses are looked for again later: {}", String.valueOf(failure));
                return null;
            });
        }
    }

    /** One round: deletes those that did not change since the last round. */
    CompletableFuture<Void> sweep() {
        return locks.names()
                .thenCompose(names -> locks.look(names.stream()
                        .sorted((one, other) -> Boolean.compare(before.containsKey(other), before.containsKey(one)))
                        .limit(AT_ONCE)
                        .toList()))
                .thenCompose(seen -> {
                    List<Sighting<LockDocument>> unused =
                            seen.values().stream().filter(this::isUnused).toList();
                    before.clear();
                    before.putAll(seen);
                    return CompletableFuture.allOf(
                            unused.stream().map(locks::delete).toArray(CompletableFuture<?>[]::new));
                });
    }

    private boolean isUnused(Sighting<LockDocument> lock) {
        Sighting<LockDocument> last = before.get(lock.name());
        return last != null
                && last.version() == lock.version()
                && lock.observation().isUnchangedFor(lock.document().leaseMillis(), nanoClock.getAsLong());
    }
}
