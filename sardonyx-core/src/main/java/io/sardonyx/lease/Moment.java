package io.sardonyx.lease;

/**
 * Now, as one process's two clocks show it.
 *
 * @param nanos its monotonic clock, whose origin means nothing to others; the only one that decides
 * @param wallMillis its calendar clock, for people who read documents
 */
public record Moment(long nanos, long wallMillis) {}
