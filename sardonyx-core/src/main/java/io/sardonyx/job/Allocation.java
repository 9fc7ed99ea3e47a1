package io.sardonyx.job;

/**
 * Who decides which peer does what; one for the whole cluster.
 *
 * <p>It is fixed when the cluster is founded, and told by {@code Client.status().allocation()}.
 */
public enum Allocation {
    /** Every process computes the same plan from the same replica. */
    PLANNED,
    /** Idle peers propose themselves and the order of the log arbitrates. */
    VOLUNTEERED,
    /** An elected Coordinator offers tasks; the replica assigns no peers. */
    COORDINATED
}
