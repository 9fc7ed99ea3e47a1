package io.sardonyx.channel;

import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;

/**
 * What one peer of a job sends to another, at one fence.
 *
 * @param content what travels on it
 */
public record Channel(JobId job, long fence, PeerId from, PeerId to, Content content) {

    /** Batches go with the workflow, acks to the inputs. */
    public enum Content {
        BATCHES,
        ACKS
    }
}
