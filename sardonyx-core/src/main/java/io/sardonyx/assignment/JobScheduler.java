package io.sardonyx.assignment;

/** How peers are shared out among jobs; one for the whole cluster. */
public enum JobScheduler {
    /** In order of submission, each job takes all it may hold of what is left. */
    GREEDY,
    /** As many jobs as possible are covered, then all grow alike. */
    BALANCED,
    /** Each job has its percentage of the cluster. */
    PERCENTAGE
}
