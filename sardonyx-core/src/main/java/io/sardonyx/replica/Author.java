package io.sardonyx.replica;

/**
 * Deduplication record of a writer to the log: its last sequence number.
 *
 * @param sequence of its last entry; entries with a number that is not greater are duplicates and are skipped
 * @param position of that entry
 */
public record Author(long sequence, long position) {}
