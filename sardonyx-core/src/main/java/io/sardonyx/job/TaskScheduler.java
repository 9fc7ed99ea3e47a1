package io.sardonyx.job;

/**
 * How the peers of one job are shared out among its tasks.
 *
 * <p>In Java {@code Job.named("words").scheduler(TaskScheduler.BALANCED)}, which is so unless said otherwise.
 */
public enum TaskScheduler {
    /** Minimums first, then all the rest to the earliest task that may grow. */
    GREEDY,
    /** Minimums first, then one by one to the task with fewest. */
    BALANCED,
    /** By the percentages of the tasks. */
    PERCENTAGE,
    /** Whole copies of the workflow, each on one site. */
    COLOCATED
}
