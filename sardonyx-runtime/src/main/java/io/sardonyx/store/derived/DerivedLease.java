package io.sardonyx.store.derived;

import io.sardonyx.lease.Contender;
import io.sardonyx.lease.Contender.Attempt;
import io.sardonyx.lease.HeldLease;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.Moment;
import io.sardonyx.lease.Sighting;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Watch;
import io.sardonyx.store.StoreThread;
import io.sardonyx.store.Watches;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A lease on a lock document: renewed after a third of it, suspended when that is overdue, lost for good at its
 * deadline on this process's monotonic clock. Turns and replies are confined to the store's thread; the standing may be
 * asked on any.
 */
final class DerivedLease implements Lease {

    /** A renewal is due after a third of the lease, and overdue after a half. */
    private static final int OVERDUE_PARTS = 2;

    /** A request without a reply is given up after this part of a lease. */
    private static final int PATIENCE_PARTS = 6;

    private final LockDocuments locks;
    private final LeaseClock clock;
    private final Watches changes;
    private final Runnable wake;
    private final long fence;
    private final long leaseNanos;
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

    private Contender contender;

    /** Numbers requests, so that a reply that comes too late is known by its number. */
    private long requests;

    private boolean asking;
    private long askedAtNanos;
    private long lostAtNanos;
    private Standing told = Standing.HELD;

    /** The last granted write; its deadline is counted from when it was sent. */
    private volatile @Nullable HeldLease tenure;

    private volatile boolean lost;

    /** Whether the store closes, so that what fails is not repeated. */
    private volatile boolean closing;

    /** @param contender that was granted the lock, or whose claim has an unknown outcome and is to be taken back */
    DerivedLease(Contender contender, LockDocuments locks, LeaseClock clock, StoreThread thread, Runnable wake) {
        this.contender = contender;
        this.locks = locks;
        this.clock = clock;
        this.changes = new Watches(thread);
        this.wake = wake;
        this.leaseNanos = TimeUnit.MILLISECONDS.toNanos(contender.self().leaseMillis());
        this.tenure = contender.tenure().orElse(null);
        this.fence = contender.tenure().map(HeldLease::fence).orElse(0L);
        this.lost = tenure == null;
        this.lostAtNanos = clock.nanos();
    }

    /** The time on the two clocks of this process. */
    interface LeaseClock {

        Moment now();

        default long nanos() {
            return now().nanos();
        }
    }

    @Override
    public long fence() {
        return fence;
    }

    @Override
    public Standing standing() {
        HeldLease held = tenure;
        long now = clock.nanos();
        if (lost || held == null || !held.mayActAt(now)) {
            lost = true;
            return Standing.LOST;
        }
        return now - held.sentNanos() >= leaseNanos / OVERDUE_PARTS ? Standing.SUSPENDED : Standing.HELD;
    }

    @Override
    public Watch onChange(Runnable nudge) {
        return changes.add(nudge);
    }

    /** Nothing is done under it from now on; then the lock is given back. */
    @Override
    public void close() {
        lost = true;
        changes.nudge();
        wake.run();
    }

    /** Closes it with the store, so that a failure to give the lock back is not repeated. */
    void closeWithStore() {
        closing = true;
        close();
    }

    /** Completes when nothing is left to do for it. */
    CompletableFuture<Boolean> ended() {
        return ended;
    }

    /** Sends what is due; whether it has to be called again later. */
    boolean turn() {
        if (ended.isDone()) {
            return false;
        }
        Standing now = standing();
        if (now != told) {
            told = now;
            lostAtNanos = clock.nanos();
            changes.nudge();
        }
        boolean isAwaited = asking && clock.nanos() - askedAtNanos < leaseNanos / PATIENCE_PARTS;
        if (!isAwaited) {
            ask();
        }
        return !ended.isDone();
    }

    private void ask() {
        if (lost && clock.nanos() - lostAtNanos > leaseNanos) {
            end(); // by now others may take it over
        } else if (contender.sighting().isEmpty()) {
            look();
        } else if (!lost || contender.attempt().isPresent()) {
            contender.next(clock.now()).ifPresent(this::send);
        } else {
            contender.release(clock.now()).ifPresentOrElse(this::send, this::end);
        }
    }

    private void end() {
        ended.complete(true);
    }

    private void look() {
        long request = asked();
        var unused = locks.look(contender.name()).whenComplete((seen, failure) -> {
            if (request == requests) {
                asking = false;
                if (failure == null) {
                    saw(seen);
                } else if (closing) {
                    end();
                }
            }
        });
    }

    private void saw(Sighting<LockDocument> seen) {
        contender = contender.saw(seen.version(), seen.document(), clock.nanos());
        if (contender.tenure().isEmpty() && !lost) {
            lost = true;
        }
        wake.run();
    }

    private void send(Attempt write) {
        contender = contender.sent(write);
        long request = asked();
        var unused = locks.write(contender.name(), write.next(), write.seenVersion())
                .whenComplete((version, failure) -> {
                    if (request == requests) {
                        asking = false;
                        if (failure == null) {
                            answered(write, version);
                        } else if (closing) {
                            end();
                        }
                    }
                });
    }

    private void answered(Attempt write, OptionalLong version) {
        contender = version.isPresent()
                ? contender.succeeded(write, version.getAsLong(), clock.nanos())
                : contender.refused(write);
        if (version.isPresent() && write.next().isFree()) {
            end();
        } else if (version.isPresent() && !lost) {
            tenure = contender.tenure().orElse(null);
        }
        wake.run();
    }

    private long asked() {
        asking = true;
        askedAtNanos = clock.nanos();
        return ++requests;
    }
}
