package io.sardonyx.testkit.simulate;

import io.sardonyx.coordinate.Coordinator;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.port.Lease;
import io.sardonyx.replica.Replica;
import io.sardonyx.testkit.simulate.fault.LocalClock;
import io.sardonyx.testkit.simulate.oracle.LockWorkload;
import io.sardonyx.testkit.simulate.store.SimulatedConnection;
import org.jspecify.annotations.Nullable;

/**
 * A simulated machine: one process with the production peer group and engine, a connection to the store and its own
 * clock. It is driven by turns from the simulation's thread.
 */
final class Machine {

    final String name;
    final SimulatedConnection connection;
    final PeerGroup group;
    final MachineEngine shop;
    private final LocalClock clock;
    private long pausedUntilNanos;
    private boolean leaving;
    /** The lock workload, if the simulation has one. */
    private @Nullable LockWorkload clerk;
    /** The coordinator that leads or stands by in this process; null for none. */
    private @Nullable Coordinator coordinator;

    /** The replica when last compared with the reference. */
    private @Nullable Replica checked;

    private long checkedPosition = -1;

    Machine(String name, SimulatedConnection connection, PeerGroup group, LocalClock clock, MachineEngine shop) {
        this.name = name;
        this.connection = connection;
        this.group = group;
        this.clock = clock;
        this.shop = shop;
    }

    /** Adds a lock workload that shares the machine's turns. */
    void give(LockWorkload other) {
        clerk = other;
    }

    /** Adds a coordinator that shares the machine's store session, clock and turns. */
    void give(Coordinator other) {
        coordinator = other;
    }

    @Nullable
    Coordinator coordinator() {
        return coordinator;
    }

    boolean isAlive() {
        return !connection.isDead();
    }

    void leave() {
        leaving = true;
        group.leave();
    }

    boolean isLeaving() {
        return leaving;
    }

    /** Gets no turns until then. */
    void pauseUntil(long nanos) {
        pausedUntilNanos = Math.max(pausedUntilNanos, nanos);
    }

    boolean isPaused(long nowNanos) {
        return nowNanos < pausedUntilNanos;
    }

    /** Moves the machine's clock forward. */
    void leap(long nanos) {
        clock.leap(nanos);
    }

    /** Stops turns and clock until then. Overlapping stops do not add up. */
    void stopUntil(long nanos) {
        pauseUntil(nanos);
        clock.stopUntil(nanos);
    }

    /** Runs one turn of group, workload and engine, at the time of the machine's own clock. */
    void turn() {
        if (connection.session().standing() == Lease.Standing.LOST) {
            connection.renew();
        }
        group.turn(clock.getAsLong());
        if (coordinator != null) {
            coordinator.turn(clock.getAsLong());
        }
        if (clerk != null) {
            clerk.turn(clock.getAsLong());
        }
        shop.turn(clock.getAsLong());
    }

    /** Whether the replica has changed since the last call; checks that its position never goes back. */
    boolean hasNews() {
        if (group.position() < checkedPosition) {
            throw new AssertionError(name + " went back from entry " + checkedPosition + " to " + group.position());
        }
        boolean news = checked != group.replica();
        checked = group.replica();
        checkedPosition = group.position();
        return news;
    }
}
