package io.sardonyx.testkit.simulate;

import io.sardonyx.group.PeerGroup;
import io.sardonyx.port.Lease;
import io.sardonyx.replica.Replica;
import io.sardonyx.testkit.simulate.fault.LocalClock;
import io.sardonyx.testkit.simulate.oracle.LockWorkload;
import io.sardonyx.testkit.simulate.store.SimulatedConnection;
import org.jspecify.annotations.Nullable;

/** A machine: the production group, given turns from the seed, its way to the store and its own clock. */
final class Machine {

    final String name;
    final SimulatedConnection connection;
    final PeerGroup group;
    final MachineEngine shop;
    private final LocalClock clock;
    private long pausedUntilNanos;
    private boolean leaving;
    private @Nullable LockWorkload clerk;
    private @Nullable Replica checked;
    private long checkedPosition = -1;

    Machine(String name, SimulatedConnection connection, PeerGroup group, LocalClock clock, MachineEngine shop) {
        this.name = name;
        this.connection = connection;
        this.group = group;
        this.clock = clock;
        this.shop = shop;
    }

    /** Gives its own turns to a clerk, too. */
    void give(LockWorkload other) {
        clerk = other;
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

    void pauseUntil(long nanos) {
        pausedUntilNanos = Math.max(pausedUntilNanos, nanos);
    }

    boolean isPaused(long nowNanos) {
        return nowNanos < pausedUntilNanos;
    }

    /** The clock counts a time that was not there. */
    void leap(long nanos) {
        clock.leap(nanos);
    }

    /** Neither turns nor clock go on before then. What stands still already does not stand still twice. */
    void stopUntil(long nanos) {
        pauseUntil(nanos);
        clock.stopUntil(nanos);
    }

    /** One turn by its own clock. */
    void turn() {
        if (connection.session().standing() == Lease.Standing.LOST) {
            connection.renew();
        }
        group.turn(clock.getAsLong());
        if (clerk != null) {
            clerk.turn(clock.getAsLong());
        }
        shop.turn(clock.getAsLong());
    }

    /** Whether it holds another replica than when it was last looked at; it never goes back. */
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
