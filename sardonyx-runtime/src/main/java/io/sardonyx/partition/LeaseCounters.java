package io.sardonyx.partition;

import java.util.concurrent.atomic.LongAdder;

/** Counters of the leases of partitions that a process claims, since its start. Thread-safe. */
public final class LeaseCounters {

    private final LongAdder claims = new LongAdder();
    private final LongAdder renewals = new LongAdder();
    private final LongAdder lost = new LongAdder();

    /** Partitions that were claimed. */
    public long claims() {
        return claims.sum();
    }

    /** Renewals that the store has taken. */
    public long renewals() {
        return renewals.sum();
    }

    /** Leases that ended before they were renewed, so that another process may have taken the partition over. */
    public long lost() {
        return lost.sum();
    }

    void claimed() {
        claims.increment();
    }

    void renewed() {
        renewals.increment();
    }

    void lostLease() {
        lost.increment();
    }
}
