package io.sardonyx.lease;

/**
 * Current time on a process's two clocks.
 *
 * @param nanos its monotonic clock, with an arbitrary origin; the only one that decisions use
 * @param wallMillis its wall clock, informative only
 */
public record Moment(long nanos, long wallMillis) {}
