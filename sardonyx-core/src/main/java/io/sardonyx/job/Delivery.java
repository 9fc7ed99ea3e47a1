package io.sardonyx.job;

/**
 * How the segments of a job travel between its tasks.
 *
 * <p>In Java {@code Job.named("words").delivery(Delivery.DIRECT)}. Either way delivery is at least once.
 */
public enum Delivery {
    /** Not said: direct in a planned cluster, queued in any other. Decided when the submission is applied. */
    AUTOMATIC,
    /** Peer to peer: nothing flows until every task is covered. */
    DIRECT,
    /** Through transactional queues: one peer can do a batch job task by task. */
    QUEUED
}
