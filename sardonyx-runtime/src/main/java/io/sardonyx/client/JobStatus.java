package io.sardonyx.client;

import io.sardonyx.value.JobId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Status of a job, as listed.
 *
 * @param peers number of peers that run it now
 * @param outcome how it ended, or null while it is live
 */
public record JobStatus(
        JobId job, State state, int peers, @Nullable Outcome outcome) {

    /** State of a job in its life cycle. */
    public enum State {
        /** It has no peers: there are too few, or other jobs come first. */
        WAITING,
        /** It gets no peers because processes repeatedly died while they ran it; an operator has to release it. */
        HELD,
        RUNNING,
        /** It reads no more, and ends with a last checkpoint. */
        STOPPING,
        COMPLETED,
        KILLED,
        /** It was stopped at a checkpoint, from which it can be resumed. */
        STOPPED,
        FAILED,
        /** It ended so long ago that only its id is remembered. */
        FORGOTTEN
    }

    /** Whether {@code job resume} applies to it: it is held, or it ended and its checkpoints are kept. */
    public boolean isResumable() {
        return state == State.HELD || outcome != null && state != State.FORGOTTEN;
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
        if (outcome instanceof Outcome.Stopped) {
            return State.STOPPED;
        }
        return outcome instanceof Outcome.Failed ? State.FAILED : State.FORGOTTEN;
    }

    /**
     * A checkpoint of a job that is kept, so that the job can be resumed from it.
     *
     * @param position of the entry that completed it
     * @param names under which it is kept; else it is one of the latest
     * @param completed when it was, or null if that entry is trimmed
     * @param bytes of its manifest, or -1 if it cannot be read
     */
    public record JobCheckpoint(
            long number,
            long position,
            List<String> names,
            @Nullable Instant completed,
            long bytes) {}
}
