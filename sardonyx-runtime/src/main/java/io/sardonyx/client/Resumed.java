package io.sardonyx.client;

import io.sardonyx.value.JobId;

/**
 * A job that goes on from another, or begins again.
 *
 * @param job the id that it got
 * @param leftAsTheyAre how many partitions of a completed job are not looked at again, though they may have grown,
 *     because there are so many that it was not written down where each ended
 */
public record Resumed(JobId job, Receipt receipt, int leftAsTheyAre) {

    /** Of one that leaves nothing as it is. */
    public Resumed(JobId job, Receipt receipt) {
        this(job, receipt, 0);
    }
}
