package io.sardonyx.client;

import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Final outcome of a job.
 *
 * <pre>{@code
 * Outcome outcome = client.await(job.id(), Duration.ofMinutes(5));
 * if (outcome instanceof Outcome.Failed failed) {
 *     System.err.println("task " + failed.task() + ": " + failed.cause());
 * }
 * }</pre>
 */
public sealed interface Outcome {

    JobId job();

    /**
     * It processed all its inputs; the entry at {@code position} recorded that.
     *
     * @param skipped number of segments that tasks skipped by their error policy, for tasks that skipped any
     */
    record Completed(JobId job, long position, Map<TaskName, Long> skipped) implements Outcome {

        public Completed(JobId job, long position) {
            this(job, position, Map.of());
        }
    }

    /** It was killed by a user or program. */
    record Killed(
            JobId job,
            long position,
            @Nullable String by,
            @Nullable String reason) implements Outcome {}

    /**
     * It was stopped at its last checkpoint, from which it can be resumed.
     *
     * @param checkpoint number of that checkpoint; 0 if it had none yet
     */
    record Stopped(JobId job, long position, long checkpoint) implements Outcome {}

    /** A task failed with an exception for which its error policy kills the job. */
    record Failed(
            JobId job,
            long position,
            TaskName task,
            @Nullable String cause) implements Outcome {}

    /** It ended so long ago that only its id is kept. */
    record Forgotten(JobId job) implements Outcome {}
}
