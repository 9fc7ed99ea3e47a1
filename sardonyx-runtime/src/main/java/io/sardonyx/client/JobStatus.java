package io.sardonyx.client;

import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Run;
import io.sardonyx.value.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A job in a list.
 *
 * @param peers how many peers work on it now
 * @param outcome how it ended, or null while it lives
 */
public record JobStatus(
        JobId job, State state, int peers, @Nullable Outcome outcome) {

    /** Where a job stands. */
    public enum State {
        /** It has no peer: too few are there, or others come first. */
        WAITING,
        /** It gets no peers because processes went on dying while they worked on it. */
        HELD,
        RUNNING,
        COMPLETED,
        KILLED,
        FAILED,
        /** It ended so long ago that only its id is remembered. */
        FORGOTTEN
    }

    /** Whether {@code job resume} can make it go on: it is held, or ended and its checkpoints are kept. */
    public boolean isResumable() {
        return state == State.HELD || outcome != null && state != State.FORGOTTEN;
    }

    /** The status of a job, empty when nobody ever submitted it. */
    public static Optional<JobStatus> of(Jobs jobs, JobId job) {
        Run run = jobs.live().get(job);
        return run != null ? Optional.of(of(run)) : Outcome.of(jobs, job).map(JobStatus::of);
    }

    /** All jobs whose end is not forgotten: the live ones in order of submission, then those that ended. */
    public static List<JobStatus> all(Jobs jobs) {
        var all = new ArrayList<JobStatus>();
        jobs.live().values().forEach(run -> all.add(of(run)));
        jobs.completed()
                .keys()
                .forEach(job -> Outcome.of(jobs, job).map(JobStatus::of).ifPresent(all::add));
        jobs.killed()
                .keys()
                .forEach(job -> Outcome.of(jobs, job).map(JobStatus::of).ifPresent(all::add));
        return all;
    }

    private static JobStatus of(Run run) {
        int peers = run.demand().size();
        State unplaced = run.health().held() ? State.HELD : State.WAITING;
        return new JobStatus(run.job().id(), peers == 0 ? unplaced : State.RUNNING, peers, null);
    }

    /** The status of a job that has ended. */
    public static JobStatus of(Outcome outcome) {
        return new JobStatus(outcome.job(), state(outcome), 0, outcome);
    }

    private static State state(Outcome outcome) {
        if (outcome instanceof Outcome.Completed) {
            return State.COMPLETED;
        }
        if (outcome instanceof Outcome.Killed) {
            return State.KILLED;
        }
        return outcome instanceof Outcome.Failed ? State.FAILED : State.FORGOTTEN;
    }
}
