package io.sardonyx.schedule;

/** Whether that many peers fit, given tags and sites; keeps what it has granted. */
interface PeerCapacity {

    /**
     * Reserves {@code total} peers for a job instead of what it had. The answer is {@code total} when they fit; else
     * nothing changes and the answer is how many would.
     */
    int reserve(int job, int total);

    /** The peers of each task for what was reserved. */
    int[] split(int job);

    /** Whether any peer fits anywhere, so that shares are plain arithmetic. */
    boolean isUniform();
}
