package io.sardonyx.replica;

/**
 * How far a writer was heard.
 *
 * @param sequence the number of its last entry; what is not greater is a repetition and is skipped
 * @param position where that entry stands
 */
public record Author(long sequence, long position) {}
