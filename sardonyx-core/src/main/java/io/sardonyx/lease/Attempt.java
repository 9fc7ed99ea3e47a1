package io.sardonyx.lease;

import java.util.Optional;

/**
 * A compare-and-set of a lock document whose outcome is not known yet.
 *
 * @param seenVersion the version it replaces, or {@link Observation#ABSENT}
 * @param sentNanos monotonic time before it was sent first; a retry keeps it, since either copy may be the one that is
 *     applied
 */
public record Attempt(String name, long seenVersion, LockDocument next, long sentNanos) {

    /** What a read tells about a write whose reply never came. */
    public enum Verdict {
        /** Not applied so far, but it may still be under way: retry the identical write. */
        OPEN,
        /**
         * Applied, as far as a read can tell. A read is a hint, so renew from this version: the reply to that grants
         * the lease.
         */
        APPLIED,
        /** Another write came first; this one can never be applied. */
        LOST
    }

    /** Compares holder and fence, since no two tenures share both. */
    public Verdict verdict(long version, LockDocument read) {
        if (version == seenVersion) {
            return Verdict.OPEN;
        }
        return read.holder().equals(next.holder()) && read.fence() == next.fence() ? Verdict.APPLIED : Verdict.LOST;
    }

    /** The lease that a successful write grants; empty when the write was a release. */
    public Optional<HeldLease> granted(long version) {
        return next.isFree()
                ? Optional.empty()
                : Optional.of(new HeldLease(name, next.holder(), next.fence(), version, sentNanos, next.leaseMillis()));
    }
}
