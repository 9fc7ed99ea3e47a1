package io.sardonyx.replica;

import org.jspecify.annotations.Nullable;

/**
 * Deduplication record of a writer to the log: its last sequence number.
 *
 * @param sequence of its last entry; entries with a number that is not greater are duplicates and are skipped
 * @param position of that entry
 */
public record Author(long sequence, long position) {

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof Author that && sequence == that.sequence && position == that.position;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(sequence) + Long.hashCode(position);
    }
}
