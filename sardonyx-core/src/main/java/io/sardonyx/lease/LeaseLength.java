package io.sardonyx.lease;

/** Validation and conversion of lease durations. */
final class LeaseLength {

    /** Longest lease: a longer one would leave a crashed holder's work untouched for more than a day. */
    static final long MAX_MILLIS = 86_400_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private LeaseLength() {}

    static long checked(long leaseMillis) {
        if (leaseMillis < 1 || leaseMillis > MAX_MILLIS) {
            throw new IllegalArgumentException("a lease lasts 1 to " + MAX_MILLIS + " ms, not " + leaseMillis);
        }
        return leaseMillis;
    }

    static long nanos(long millis) {
        return millis * NANOS_PER_MILLI;
    }
}
