package io.sardonyx.schedule;

/**
 * Feasibility check for shares: whether a number of peers fits a job, given tags and sites. Keeps the reservations
 * made.
 */
interface PeerCapacity {

    /**
     * Replaces the reservation of a job by {@code total} peers and returns {@code total}; when they do not fit, changes
     * nothing and returns how many would.
     */
    int reserve(int job, int total);

    /** The number of peers for each task, for the current reservation of a job. */
    int[] split(int job);

    /** Whether every peer can run every task, so that shares are plain arithmetic. */
    boolean isUniform();
}
