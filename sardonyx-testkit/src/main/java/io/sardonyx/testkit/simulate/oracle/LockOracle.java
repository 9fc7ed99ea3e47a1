package io.sardonyx.testkit.simulate.oracle;

import io.sardonyx.port.Lease;
import io.sardonyx.testkit.simulate.store.SimulatedSession;
import io.sardonyx.testkit.simulate.store.StoredLeases;
import java.util.HashSet;
import java.util.Set;

/**
 * A name that one process holds at a time and a number that only its holder raises: what every process of a simulation
 * does besides being in a group, so that leases and documents live through the same storms.
 */
public final class LockOracle {

    static final String NAME = "desk";

    private final StoredLeases leases;
    private final Set<Long> raisedTo = new HashSet<>();
    private long highest;

    public LockOracle(StoredLeases leases) {
        this.leases = leases;
    }

    long highest() {
        return highest;
    }

    /** Whoever has reason to think that it holds the desk is who the store thinks does. */
    void held(Lease lease, SimulatedSession by) {
        boolean sure = lease.standing() == Lease.Standing.HELD && !by.isOver();
        if (sure && leases.holder(NAME) != by) {
            throw new AssertionError("two living processes hold the desk");
        }
    }

    /** An acknowledged write is never lost: nobody reads less later, nobody else raises to the same number. */
    void raised(long number) {
        if (!raisedTo.add(number)) {
            throw new AssertionError("two writes that raise the number to " + number + " were acknowledged");
        }
        highest = Math.max(highest, number);
    }

    void read(long number, long acknowledgedBefore) {
        if (number < acknowledgedBefore) {
            throw new AssertionError(
                    "the number was raised to " + acknowledgedBefore + ", but later read as " + number);
        }
    }
}
