package io.sardonyx.testkit.simulate.oracle;

import io.sardonyx.port.Lease;
import io.sardonyx.testkit.simulate.store.SimulatedSession;
import io.sardonyx.testkit.simulate.store.StoredLeases;
import java.util.HashSet;
import java.util.Set;

/**
 * Oracle for mutual exclusion: one lease that at most one process holds at a time, and a counter document that only its
 * holder increments. Every process of a simulation runs a {@link LockWorkload} against it, so that leases and documents
 * are tested under the same faults as the group protocol.
 */
public final class LockOracle {

    /** Name of both the lease and the counter document. */
    static final String NAME = "lock";

    private final StoredLeases leases;
    /** All counter values whose write was acknowledged. */
    private final Set<Long> raisedTo = new HashSet<>();

    private long highest;

    public LockOracle(StoredLeases leases) {
        this.leases = leases;
    }

    /** The highest counter value whose write was acknowledged. */
    long highest() {
        return highest;
    }

    /**
     * Checks mutual exclusion: a process that sees its lease as held, under a session that has not expired, is the
     * holder in the store.
     */
    void held(Lease lease, SimulatedSession by) {
        boolean sure = lease.standing() == Lease.Standing.HELD && !by.isOver();
        if (sure && leases.holder(NAME) != by) {
            throw new AssertionError("two living processes hold the lock");
        }
    }

    /** Checks an acknowledged increment: no other write to the same value was acknowledged, so no update is lost. */
    void raised(long number) {
        if (!raisedTo.add(number)) {
            throw new AssertionError("two writes that raise the number to " + number + " were acknowledged");
        }
        highest = Math.max(highest, number);
    }

    /** Checks a read of the counter: it is not behind any write that was acknowledged before the read was issued. */
    void read(long number, long acknowledgedBefore) {
        if (number < acknowledgedBefore) {
            throw new AssertionError(
                    "the number was raised to " + acknowledgedBefore + ", but later read as " + number);
        }
    }
}
