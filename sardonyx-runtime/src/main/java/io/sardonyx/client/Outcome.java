package io.sardonyx.client;

import io.sardonyx.job.outline.Cause;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Jobs;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Final outcome of a job. */
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

        private static Completed of(Ending ending) {
            var skipped = new TreeMap<TaskName, Long>();
            ending.skipped().forEach(skipped::put);
            return new Completed(ending.job().id(), ending.position(), Collections.unmodifiableMap(skipped));
        }
    }

    /** It was killed by a user or program. */
    record Killed(
            JobId job,
            long position,
            @Nullable String by,
            @Nullable String reason) implements Outcome {}

    /** A task failed with an exception for which its error policy kills the job. */
    record Failed(
            JobId job,
            long position,
            TaskName task,
            @Nullable String cause) implements Outcome {}

    /** It ended so long ago that only its id is kept. */
    record Forgotten(JobId job) implements Outcome {}

    /** The outcome of a job, empty while it is live or when there is no such job. */
    static Optional<Outcome> of(Jobs jobs, JobId job) {
        Ending killed = jobs.killed().get(job);
        if (killed != null) {
            return Optional.of(of(killed));
        }
        Ending completed = jobs.completed().get(job);
        if (completed != null) {
            return Optional.of(Completed.of(completed));
        }
        return jobs.retired().has(job) ? Optional.of(new Forgotten(job)) : Optional.empty();
    }

    private static Outcome of(Ending killed) {
        Cause cause = killed.cause();
        TaskName task = cause.task();
        return task == null
                ? new Killed(killed.job().id(), killed.position(), cause.by(), cause.reason())
                : new Failed(killed.job().id(), killed.position(), task, cause.reason());
    }
}
