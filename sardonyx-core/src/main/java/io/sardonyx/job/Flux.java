package io.sardonyx.job;

/**
 * What may happen to the size of a running task.
 *
 * <p>In Java {@code task.groupBy("customer").flux(Flux.RECOVER)}. It matters to tasks that keep something for each key:
 * a task whose size changes gets other keys.
 */
public enum Flux {
    /** The size may change at any time; keys move with it. */
    CONTINUE,
    /** The size is frozen once the task runs; a peer that leaves kills the job. */
    KILL,
    /** Peers that are there stay; those lost are replaced in their slots. */
    RECOVER
}
