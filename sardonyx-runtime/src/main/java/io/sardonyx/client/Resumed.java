package io.sardonyx.client;

import io.sardonyx.value.JobId;

/**
 * Result of resuming a job, or of submitting it again.
 *
 * @param job the id that it got
 * @param leftAsTheyAre number of partitions of a completed job that are not read again, though they may have grown,
 *     because there are too many to record where each ended
 */
public record Resumed(JobId job, Receipt receipt, int leftAsTheyAre) {

    /** With no partition left out. */
    public Resumed(JobId job, Receipt receipt) {
        this(job, receipt, 0);
    }
}
