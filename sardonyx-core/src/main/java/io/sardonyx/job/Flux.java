package io.sardonyx.job;

/** What may happen to the size of a running task. */
public enum Flux {
    /** The size may change at any time; keys move with it. */
    CONTINUE,
    /** The size is frozen once the task runs; a peer that leaves kills the job. */
    KILL,
    /** Peers that are there stay; those lost are replaced in their slots. */
    RECOVER
}
