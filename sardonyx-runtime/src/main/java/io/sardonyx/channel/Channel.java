package io.sardonyx.channel;

import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;

/**
 * Identity of a channel: one direction from one peer of a job to another, at one fence.
 *
 * @param content what is sent on it
 */
public record Channel(JobId job, long fence, PeerId from, PeerId to, Content content) {

    /** Kind of items: batches flow downstream, acks to the inputs, and abandoned roots from the inputs as acks. */
    public enum Content {
        BATCHES,
        ACKS
    }
}
