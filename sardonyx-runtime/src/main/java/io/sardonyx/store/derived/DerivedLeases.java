package io.sardonyx.store.derived;

import io.sardonyx.lease.Candidate;
import io.sardonyx.lease.Contender;
import io.sardonyx.lease.Contender.Attempt;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.Sighting;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Watch;
import io.sardonyx.store.StorePreconditions;
import io.sardonyx.store.StoreThread;
import io.sardonyx.store.derived.DerivedLease.LeaseClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Leases on lock documents. A lock counts as free when its document says so, or when it was seen unchanged for a whole
 * lease on this process's monotonic clock; so who asks for the first time finds a dead process's lock held.
 *
 * <p>Without leases and watches nothing is sent. Confined to the store's thread, but for the calls of the port.
 */
final class DerivedLeases implements Leases {

    /** Turns within a lease. */
    private static final int TURNS_PER_LEASE = 12;

    private static final long MAX_PAUSE_MILLIS = 1_000;

    /** Claims of a lock that others claim and give back at the same time. */
    private static final int MAX_ATTEMPTS = 10;

    private final Documents documents;
    private final DocumentCalls calls;
    private final StoreThread thread;
    private final LeaseClock clock;
    private final long leaseMillis;
    private final LockDocuments locks;
    private final LockSweeper sweeper;
    private final Set<DerivedLease> leases = ConcurrentHashMap.newKeySet();
    private final Map<String, FreeWatches> watched = new ConcurrentHashMap<>();
    private boolean looking;

    DerivedLeases(Documents documents, DocumentCalls calls, StoreThread thread, LeaseClock clock, long leaseMillis) {
        this.documents = documents;
        this.calls = calls;
        this.thread = thread;
        this.clock = clock;
        this.leaseMillis = leaseMillis;
        this.locks = new LockDocuments(calls, clock::nanos);
        this.sweeper = new LockSweeper(locks, clock::nanos);
    }

    @Override
    public CompletionStage<Optional<Lease>> claim(String name, String holder) {
        StorePreconditions.name(name);
        var self = new Candidate(holder + " " + UUID.randomUUID(), leaseMillis);
        return calls.start(() -> claim(Contender.of(name, self), MAX_ATTEMPTS));
    }

    private CompletableFuture<Optional<Lease>> claim(Contender contender, int attempts) {
        return locks.look(contender.name()).thenCompose(seen -> {
            var looked = new Contender(
                    contender.name(), contender.self(), Optional.of(seen), Optional.empty(), Optional.empty());
            Optional<Attempt> next = looked.next(clock.now());
            if (next.isEmpty() || attempts == 0) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
            return send(looked.sent(next.get()), next.get(), attempts);
        });
    }

    private CompletableFuture<Optional<Lease>> send(Contender sent, Attempt write, int attempts) {
        return locks.write(sent.name(), write.next(), write.seenVersion())
                .whenComplete((version, failure) -> {
                    if (failure != null) {
                        keep(sent); // it may hold the lock, and then gives it back
                    }
                })
                .thenCompose(version -> version.isPresent()
                        ? CompletableFuture.completedFuture(
                                Optional.<Lease>of(keep(sent.succeeded(write, version.getAsLong(), clock.nanos()))))
                        : claim(sent, attempts - 1));
    }

    private DerivedLease keep(Contender contender) {
        var lease = new DerivedLease(contender, locks, clock, thread, this::wake);
        leases.add(lease);
        wake();
        return lease;
    }

    @Override
    public Duration timeout() {
        return Duration.ofMillis(leaseMillis);
    }

    @Override
    public CompletionStage<Boolean> isHeld(String name) {
        StorePreconditions.name(name);
        return calls.start(() -> locks.look(List.of(name)))
                .thenApply(seen -> seen.values().stream().noneMatch(this::isFree));
    }

    private boolean isFree(Sighting<LockDocument> seen) {
        return seen.document().isFree() || seen.document().isExpired(seen.observation(), clock.nanos());
    }

    @Override
    public Watch onFree(String name, Runnable nudge) {
        StorePreconditions.name(name);
        var added = new ArrayList<Watch>(1);
        watched.compute(name, (same, before) -> {
            FreeWatches watches = before == null ? newWatches(same) : before;
            added.add(watches.add(nudge));
            return watches;
        });
        wake();
        return added.get(0);
    }

    private FreeWatches newWatches(String name) {
        return new FreeWatches(
                thread,
                changed -> documents.onChange(LockDocuments.PREFIX + name, () -> {
                    changed.run();
                    wake();
                }));
    }

    /** Takes a turn soon. */
    private void wake() {
        thread.post(this::turn);
    }

    private void turn() {
        leases.removeIf(lease -> !lease.turn());
        watched.keySet()
                .forEach(name -> watched.computeIfPresent(name, (same, watches) -> watches.isGone() ? null : watches));
        look();
        boolean isBusy = !leases.isEmpty() || !watched.isEmpty();
        if (isBusy) {
            sweeper.turn();
            thread.later(this::turn, Math.max(1, Math.min(MAX_PAUSE_MILLIS, leaseMillis / TURNS_PER_LEASE)));
        }
    }

    /** Looks at the watched locks that may have changed, all at once. */
    private void look() {
        long now = clock.nanos();
        List<String> due = watched.entrySet().stream()
                .filter(it -> it.getValue().isDue(now, leaseMillis))
                .map(Map.Entry::getKey)
                .toList();
        if (looking || due.isEmpty()) {
            return;
        }
        looking = true;
        due.forEach(name -> watches(name).ifPresent(it -> it.looked(now)));
        var unused = locks.look(due).whenComplete((seen, failure) -> {
            looking = false;
            if (failure == null) {
                seen.forEach((name, lock) -> watches(name).ifPresent(it -> it.saw(lock.version(), isFree(lock))));
            }
            if (watched.values().stream().anyMatch(it -> it.isDue(now, leaseMillis))) {
                wake();
            }
        });
    }

    private Optional<FreeWatches> watches(String name) {
        return Optional.ofNullable(watched.get(name));
    }

    /** Gives all leases back; completes when that is done or cannot be. */
    CompletableFuture<Void> close() {
        List<DerivedLease> closed = List.copyOf(leases);
        closed.forEach(DerivedLease::closeWithStore);
        return CompletableFuture.allOf(closed.stream().map(DerivedLease::ended).toArray(CompletableFuture<?>[]::new));
    }

    /** Ends the watches of documents. */
    void end() {
        watched.values().forEach(FreeWatches::close);
    }
}
