package io.sardonyx.job;

/** How the segments of a job travel between its tasks. */
public enum Delivery {
    /** Peer to peer: nothing flows until every task is covered. */
    DIRECT,
    /** Through transactional queues: one peer can carry a batch job from task to task. */
    QUEUED
}
