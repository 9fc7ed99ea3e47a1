package io.sardonyx.coordinate;

import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Unreadable;
import io.sardonyx.port.Watch;
import io.sardonyx.value.GroupId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Leader election of coordinators by a lease: claims it whenever it may be free, and tells whether it is held. Confined
 * to the coordinator's thread.
 */
final class Leadership implements AutoCloseable {

    private final Leases leases;
    private final String holder;
    private final long pollNanos;
    private final Mailbox mailbox = new Mailbox();
    private final Watch watch;
    private final Deadline poll = new Deadline();
    /** Set by the store's thread, cleared by the coordinator's. */
    private volatile boolean nudged = true;

    private @Nullable Lease lease;
    private @Nullable Watch standing;
    private boolean asking;
    /* Whether somebody else held it when it was asked for last. */
    private boolean taken;
    private boolean closed;

    Leadership(Leases leases, GroupId self, long pollNanos) {
        this.leases = leases;
        this.holder = self.text();
        this.pollNanos = pollNanos;
        this.watch = leases.onFree(Coordinator.LEASE, () -> {
            nudged = true;
            mailbox.wake();
        });
    }

    boolean turn(long nowNanos) {
        boolean worked = mailbox.drain(nowNanos);
        if (lease != null && lease.standing() == Lease.Standing.LOST) {
            release();
            nudged = true;
        }
        if (lease == null && !asking && !closed && (nudged || poll.isDue(nowNanos))) {
            nudged = false;
            asking = true;
            poll.set(nowNanos + pollNanos);
            CompletionStage<Optional<Lease>> claim = leases.claim(Coordinator.LEASE, holder);
            mailbox.await(claim, this::claimed, failure -> failed(claim, failure));
            return true;
        }
        return worked;
    }

    /** Gives back a lease that is granted only after the wait for it was given up. */
    private void failed(CompletionStage<Optional<Lease>> claim, Throwable failure) {
        Unreadable.rethrow(failure);
        asking = false;
        var unused = claim.thenAccept(late -> late.ifPresent(Lease::close));
    }

    private void claimed(Optional<Lease> claimed) {
        asking = false;
        taken = claimed.isEmpty();
        lease = claimed.orElse(null);
        if (lease != null) {
            standing = lease.onChange(mailbox::wake);
        }
    }

    /** Whether it leads at this moment; not while the store cannot tell. */
    boolean isHeld() {
        return lease != null && lease.standing() == Lease.Standing.HELD;
    }

    /** Whether another coordinator held the lease when this one last asked for it. */
    boolean isTaken() {
        return taken;
    }

    private void release() {
        if (standing != null) {
            standing.close();
        }
        if (lease != null) {
            lease.close();
        }
        standing = null;
        lease = null;
    }

    /** Gives the lease back at once, so that a stand-by need not wait until it expires. */
    @Override
    public void close() {
        closed = true;
        watch.close();
        release();
    }
}
