package io.sardonyx.assignment;

import io.sardonyx.value.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint of a job that is complete, by an entry of the log: where everybody goes on from at the next fence.
 *
 * @param number counts the checkpoints of a job; it grows over all fences
 * @param fence under which it was made
 * @param manifest hash of the manifest, the document that says what belongs to it
 * @param position of the entry that completed it
 * @param of the job that made it, if that is another one which this job goes on from; else null
 */
public record CompletedCheckpoint(
        long number,
        long fence,
        String manifest,
        long position,
        @Nullable JobId of) {

    /** A checkpoint of the job itself. */
    public CompletedCheckpoint(long number, long fence, String manifest, long position) {
        this(number, fence, manifest, position, null);
    }

    /** The same for a job that goes on from it. */
    public CompletedCheckpoint madeBy(JobId job) {
        return of == null ? new CompletedCheckpoint(number, fence, manifest, position, job) : this;
    }

    /** The job that made it, under whose id its documents are stored. */
    public JobId owner(JobId self) {
        return of == null ? self : of;
    }
}
