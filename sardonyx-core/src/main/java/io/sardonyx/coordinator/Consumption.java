package io.sardonyx.coordinator;

/** How many peers may read a task's input. */
public enum Consumption {
    /** One at a time, because the order of segments matters. */
    SEQUENTIAL,
    /** As many as there are. */
    CONCURRENT
}
