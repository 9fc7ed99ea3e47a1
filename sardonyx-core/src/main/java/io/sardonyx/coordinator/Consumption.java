package io.sardonyx.coordinator;

/** Concurrency of a task: how many peers may read its input. */
public enum Consumption {
    /** One at a time, because the order of segments matters. */
    SEQUENTIAL,
    /** Any number. */
    CONCURRENT
}
