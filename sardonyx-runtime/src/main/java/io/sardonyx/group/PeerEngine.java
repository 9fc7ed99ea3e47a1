package io.sardonyx.group;

import io.sardonyx.command.Command;
import io.sardonyx.duty.Duties;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs the tasks of a group's peers, for one incarnation of the group. Calls come from the group's thread unless said
 * otherwise.
 */
public interface PeerEngine extends AutoCloseable {

    /** Factory of engines, one for each incarnation. */
    interface Factory {
        PeerEngine create(GroupId group, Store store);
    }

    /**
     * Sets the tasks to run from now on; idempotent. {@code replica} gives the reason why a task is no longer wanted.
     */
    void take(Duties duties, Replica replica);

    /**
     * Whether a peer could begin a task of a job at once: its former task has ended here, and the job's content is read
     * and found to be fit for this process. Begins to read the content if that is not known; says so if it is unfit.
     */
    boolean mayBegin(PeerId peer, Outline job);

    /** Pauses or resumes reading of inputs; paused while the group's lease is not held. */
    void suspend(boolean suspended);

    /** Stops reading of inputs for good, so that the group can leave. */
    void drain();

    /** Whether everything that was read is processed and settled. */
    boolean isQuiet();

    /** Does pending work without blocking; returns whether there was any. */
    boolean turn(long nowNanos);

    /**
     * A command to append.
     *
     * @param failed the peer whose task failed, if the command kills the job for that; else null
     */
    record Said(Command command, @Nullable PeerId failed) {}

    /** Commands to append, produced since the last call. */
    List<Said> said();

    /** Removes what is left of a queued job that the log has forgotten; on any thread. */
    default void forget(JobId job) {}

    /** Stops all tasks; what is not checkpointed is processed again by other peers. */
    @Override
    void close();

    /** An engine without tasks, for groups that only take part in decisions. */
    Factory NONE = (group, store) -> new PeerEngine() {
        @Override
        public void take(Duties duties, Replica replica) {}

        @Override
        public boolean mayBegin(PeerId peer, Outline job) {
            return true;
        }

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
        public List<Said> said() {
            return List.of();
        }

        @Override
        public void close() {}
    };
}
