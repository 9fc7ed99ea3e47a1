package io.sardonyx.lease;

import java.util.Optional;

/**
 * A compare-and-set of a lock, from before it is sent until its outcome is known.
 *
 * @param seenVersion the version it replaces, or {@link Observation#ABSENT}
 * @param sentNanos before it was sent for the first time: sent again, it keeps this, since either copy may be the one
 *     that lands
 */
public record Attempt(String name, long seenVersion, LockDocument next, long sentNanos) {

    /** What a read tells about an attempt whose answer never came. */
    public enum Verdict {
        /** Not applied so far, but it may still be under way: send the very same write again. */
        OPEN,
        /** Applied, as far as a read can tell. A read is a hint, so renew from this version: that answer grants. */
        APPLIED,
        /** Somebody else's write came first; this one can never be applied. */
        LOST
    }

    /** Holder and fence decide, since no two tenures share both. */
    public Verdict verdict(long version, LockDocument read) {
        if (version == seenVersion) {
            return Verdict.OPEN;
        }
        return read.holder().equals(next.holder()) && read.fence() == next.fence() ? Verdict.APPLIED : Verdict.LOST;
    }

    /** What success means to the writer; nothing when the write was a release. */
    public Optional<HeldLease> granted(long version) {
        return next.isFree()
                ? Optional.empty()
                : Optional.of(new HeldLease(name, next.holder(), next.fence(), version, sentNanos, next.leaseMillis()));
    }
}
