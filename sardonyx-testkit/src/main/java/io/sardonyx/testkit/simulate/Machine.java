package io.sardonyx.testkit.simulate;

import io.sardonyx.group.PeerGroup;
import io.sardonyx.group.Settings;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Store;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** A machine: the production group, given turns from the seed, and its way to the store. */
final class Machine {

    final String name;
    final Connection connection;
    final PeerGroup group;
    private final long clockOffsetNanos;
    private long pausedUntilNanos;

    Machine(
            String name,
            Connection connection,
            UnaryOperator<Store> tinker,
            Settings settings,
            RandomGenerator random) {
        this.name = name;
        this.connection = connection;
        this.clockOffsetNanos = random.nextLong(Long.MAX_VALUE / 4);
        this.group = new PeerGroup(tinker.apply(connection), settings, random);
    }

    boolean isAlive() {
        return !connection.isDead();
    }

    void pauseUntil(long nanos) {
        pausedUntilNanos = Math.max(pausedUntilNanos, nanos);
    }

    boolean isPaused(long nowNanos) {
        return nowNanos < pausedUntilNanos;
    }

    /** One turn by its own clock, which began somewhere else than everybody's. */
    void turn(long nowNanos) {
        if (connection.session().standing() == Lease.Standing.LOST) {
            connection.renew();
        }
        group.turn(nowNanos + clockOffsetNanos);
    }
}
