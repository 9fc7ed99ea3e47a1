package io.sardonyx.group;

import io.sardonyx.command.Command;
import io.sardonyx.duty.Duties;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.util.List;

/** Whoever does the work of a group's peers, for one life of the group; all calls come from the group's thread. */
public interface PeerEngine extends AutoCloseable {

    /** Hires for a new life. */
    interface Hiring {
        PeerEngine hire(GroupId group, Store store);
    }

    /** What is to be done from now on; {@code replica} tells why something is not any more. */
    void take(Duties duties, Replica replica);

    /** Whether inputs stop reading because the group cannot prove that it lives. */
    void suspend(boolean suspended);

    /** Inputs stop reading for good, so that the group can leave. */
    void drain();

    /** Whether all that was read is done. */
    boolean isQuiet();

    /** Does what is to be done now; whether there was anything. */
    boolean turn(long nowNanos);

    /** What it wants appended since it was last asked. */
    List<Command> said();

    /** All work ends; what is not done is done again by others. */
    @Override
    void close();

    /** A group that takes part in decisions but works for nobody. */
    Hiring NOBODY = (group, store) -> new PeerEngine() {
        @Override
        public void take(Duties duties, Replica replica) {}

        @Override
        public void suspend(boolean suspended) {}

        @Override
        public void drain() {}

        @Override
        public boolean isQuiet() {
            return true;
        }

        @Override
        public boolean turn(long nowNanos) {
            return false;
        }

        @Override
        public List<Command> said() {
            return List.of();
        }

        @Override
        public void close() {}
    };
}
