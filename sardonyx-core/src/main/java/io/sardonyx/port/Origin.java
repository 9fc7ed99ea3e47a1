package io.sardonyx.port;

/**
 * Snapshot of the state folded from a log, from which a follower may start.
 *
 * @param position the last entry that is folded into it
 */
@SuppressWarnings("ArrayRecordComponent") // compared by position, never by content
public record Origin(long position, byte[] state) {}
