package io.sardonyx.job;

/**
 * Policy by which peers are shared among jobs; one for the whole cluster.
 *
 * <p>In Java {@code Membership.of("orders", 4).scheduler(JobScheduler.GREEDY)}. It is fixed when the cluster is
 * founded; a process with another one does not join.
 */
public enum JobScheduler {
    /** In order of submission, each job takes all it may hold of what is left. */
    GREEDY,
    /** The minimums of as many jobs as possible are covered, then all grow alike. */
    BALANCED,
    /** Each job gets its percentage of the cluster. */
    PERCENTAGE
}
