package io.sardonyx.testkit.simulate;

import io.sardonyx.group.PeerGroup;
import io.sardonyx.port.Lease;
import io.sardonyx.replica.Replica;
import org.jspecify.annotations.Nullable;

/** A machine: the production group, given turns from the seed, its way to the store and its own clock. */
final class Machine {

    final String name;
    final Connection connection;
    final PeerGroup group;
    private long clockOffsetNanos;
    private long pausedUntilNanos;
    private long stoppedUntilNanos;
    private boolean leaving;
    private @Nullable Clerk clerk;
    private @Nullable Replica checked;
    private long checkedPosition = -1;

    /** With a clock that began somewhere else than everybody's. */
    Machine(String name, Connection connection, PeerGroup group, long clockOffsetNanos) {
        this.name = name;
        this.connection = connection;
        this.group = group;
        this.clockOffsetNanos = clockOffsetNanos;
    }

    /** Gives its own turns to a clerk, too. */
    void give(Clerk other) {
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
        clockOffsetNanos += nanos;
    }

    /** Neither turns nor clock go on before then. What stands still already does not stand still twice. */
    void stopUntil(long nowNanos, long nanos) {
        pauseUntil(nanos);
        clockOffsetNanos -= Math.max(0, nanos - Math.max(nowNanos, stoppedUntilNanos));
        stoppedUntilNanos = Math.max(stoppedUntilNanos, nanos);
    }

    /** What its own clock says. */
    long clockNanos(long nowNanos) {
        return nowNanos + clockOffsetNanos;
    }

    /** One turn by its own clock. */
    void turn(long nowNanos) {
        if (connection.session().standing() == Lease.Standing.LOST) {
            connection.renew();
        }
        group.turn(clockNanos(nowNanos));
        if (clerk != null) {
            clerk.turn(clockNanos(nowNanos));
        }
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
