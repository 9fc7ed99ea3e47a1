package io.sardonyx.testkit.simulate;

import io.sardonyx.group.PeerEngine;
import io.sardonyx.job.Tags;
import io.sardonyx.port.Store;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import org.jspecify.annotations.Nullable;

/** Where the groups of one machine work. */
interface MachineEngine extends PeerEngine.Hiring {

    /** On which nobody works. */
    World.Premises NONE = (world, clock) -> new MachineEngine() {
        @Override
        public PeerEngine hire(GroupId group, Store store) {
            return PeerEngine.NOBODY.hire(group, store);
        }

        @Override
        public void turn(long nowNanos) {}

        @Override
        public void perish() {}
    };

    /** Where others reach it, if they can. */
    default @Nullable Site site() {
        return null;
    }

    /** What it can do that not every machine can. */
    default Tags tags() {
        return Tags.NONE;
    }

    /** How long its machine stands idle at most between two turns. */
    default long longestPauseNanos() {
        return 30 * World.MILLI;
    }

    /** Gives turns to whatever works here. */
    void turn(long nowNanos);

    /** The machine is gone: nothing here is closed, and nothing goes on. */
    void perish();
}
