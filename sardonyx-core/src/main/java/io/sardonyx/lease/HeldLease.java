package io.sardonyx.lease;

/**
 * A lease as granted by a successful compare-and-set: a fencing token, and a deadline on the holder's own monotonic
 * clock.
 *
 * <p>Others may take over one lease duration after they saw the write, which cannot be earlier than it was sent. The
 * holder stops {@linkplain #mayActAt four fifths} of a lease after it <em>sent</em> the write, so no two processes may
 * act at the same instant as long as every clock runs within 10 % of true time (0.8 / 0.9 &lt; 1 / 1.1). Check before
 * and after each effect; a process that was paused in between is stopped by the fence alone.
 *
 * @param version the document's version since the write; the next write is made against it
 * @param sentNanos monotonic time when, or before, the write was sent
 */
public record HeldLease(String name, String holder, long fence, long version, long sentNanos, long leaseMillis) {

    /** Clock drift in percent up to which {@link #mayActAt} is exclusive. */
    public static final int DRIFT_BOUND_PERCENT = 10;

    private static final int SAFE_FIFTHS = 4;
    private static final int RENEWALS_PER_LEASE = 3;

    /** Whether the holder may still act under the lease. */
    public boolean mayActAt(long nowNanos) {
        long elapsed = nowNanos - sentNanos;
        return elapsed >= 0 && elapsed < LeaseLength.nanos(leaseMillis) / 5 * SAFE_FIFTHS;
    }

    /** Whether to renew: early enough for two attempts to fail. */
    public boolean isRenewalDueAt(long nowNanos) {
        long elapsed = nowNanos - sentNanos;
        return elapsed < 0 || elapsed >= LeaseLength.nanos(leaseMillis) / RENEWALS_PER_LEASE;
    }
}
