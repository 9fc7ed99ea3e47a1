package io.sardonyx.plugin;

import io.sardonyx.job.Parameters;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Optional;

/** Where a function, plugin or lifecycle finds itself: one task of a job, run by one peer. */
public interface TaskContext {

    JobId job();

    TaskName task();

    PeerId peer();

    /** Which of the task's peers this is, from 0 on; a successor has the same slot. */
    int slot();

    /** The parameters of the call that asks. */
    Parameters parameters();

    /** The parameters of the job's author that nothing depends on. */
    Parameters metadata();

    /** The ended jobs that this one goes on from, oldest first; an output publishes what theirs have left behind. */
    default List<JobId> resumes() {
        return List.of();
    }

    /** A monotonic clock; under simulation not the machine's. */
    long nanoTime();

    /** What a lifecycle or the owner of the process provides under a name. */
    Optional<Object> resource(String name);

    /** Provides something to the functions of this task; they take it as a {@link Param} of that name. */
    void provide(String name, Object resource);
}
