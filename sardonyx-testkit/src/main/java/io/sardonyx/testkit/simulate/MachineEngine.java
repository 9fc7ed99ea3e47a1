package io.sardonyx.testkit.simulate;

import io.sardonyx.group.PeerEngine;
import io.sardonyx.job.Tags;
import io.sardonyx.port.Store;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Engine of one simulated machine: makes the engines of its peer groups and gives them turns. */
interface MachineEngine extends PeerEngine.Factory {

    /** Engine for simulations without jobs: runs no tasks. */
    World.Premises NONE = (world, clock) -> new MachineEngine() {
        @Override
        public PeerEngine create(GroupId group, Store store) {
            return PeerEngine.NONE.create(group, store);
        }

        @Override
        public void turn(long nowNanos) {}

        @Override
        public void perish() {}
    };

    /** Address under which other machines reach this one, or null without a network. */
    default @Nullable Site site() {
        return null;
    }

    /** Tags of the machine, which tasks may require. */
    default Tags tags() {
        return Tags.NONE;
    }

    /** Most virtual time between two turns of the machine. */
    default long longestPauseNanos() {
        return 30 * World.MILLI;
    }

    /** The tasks that run here. */
    default List<Assignment> open() {
        return List.of();
    }

    /** Whether it has sessions at a broker. */
    default boolean isConnected() {
        return false;
    }

    /** The brokers give up its connections, though it may live. */
    default void disconnect() {}

    /** Gives turns to all task loops of the machine. */
    void turn(long nowNanos);

    /** The machine has crashed: nothing is closed, and nothing runs any more. */
    void perish();
}
