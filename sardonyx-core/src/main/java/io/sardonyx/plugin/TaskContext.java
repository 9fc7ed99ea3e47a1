package io.sardonyx.plugin;

import io.sardonyx.job.Parameters;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Optional;

/** Context of a function, plugin or lifecycle: one task of a job, run by one peer. */
public interface TaskContext {

    JobId job();

    TaskName task();

    PeerId peer();

    /** Index among the task's peers, from 0 on; a successor gets the same slot. */
    int slot();

    /**
     * Fencing token of this task: greater for a successor than for any predecessor. An output hands it to its
     * destination with each write, if that can refuse writes with a lower one than the highest it has seen.
     */
    default long fence() {
        return 0;
    }

    /**
     * Identity of a writer of an output that a successor shares, and no other peer of the task: what it has left
     * unfinished is the successor's to finish. The slot, or the partition that was claimed.
     */
    default String writerId() {
        return Integer.toString(slot());
    }

    /**
     * Whether the job has checkpoints. Then an output that implements {@link Output#prepare} shows what it has written
     * only by {@link Output#commit}.
     */
    default boolean hasCheckpoints() {
        return false;
    }

    /** The parameters of this call in the job. */
    Parameters parameters();

    /** The metadata of the job, which the engine does not interpret. */
    Parameters metadata();

    /** The ended jobs that this one resumes, oldest first; an output also publishes what theirs have left behind. */
    default List<JobId> resumes() {
        return List.of();
    }

    /** Monotonic clock in nanoseconds; virtual under simulation. */
    long nanoTime();

    /** A resource that a lifecycle or the process provides under a name. */
    Optional<Object> resource(String name);

    /** Provides a resource to the functions of this task; they take it as a {@link Param} of that name. */
    void provide(String name, Object resource);
}
