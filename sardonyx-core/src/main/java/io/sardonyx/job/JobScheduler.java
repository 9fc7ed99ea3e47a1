package io.sardonyx.job;

/** Policy by which peers are shared among jobs; one for the whole cluster. */
public enum JobScheduler {
    /** In order of submission, each job takes all it may hold of what is left. */
    GREEDY,
    /** The minimums of as many jobs as possible are covered, then all grow alike. */
    BALANCED,
    /** Each job gets its percentage of the cluster. */
    PERCENTAGE
}
