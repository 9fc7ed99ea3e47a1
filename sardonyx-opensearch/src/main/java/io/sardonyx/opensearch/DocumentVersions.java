package io.sardonyx.opensearch;

import io.sardonyx.port.Unreadable;

/**
 * Versions of documents: the primary term and sequence number of the write, in one number. The index has one shard,
 * which gives every operation a sequence number of its own, and a new term whenever another copy of it becomes the
 * primary; so no two writes have the same version.
 */
final class DocumentVersions {

    private static final int SEQUENCE_BITS = 40;
    private static final long MAX_SEQUENCE = (1L << SEQUENCE_BITS) - 1;
    private static final long MAX_TERM = (1L << (Long.SIZE - 1 - SEQUENCE_BITS)) - 1;

    private DocumentVersions() {}

    /** @throws Unreadable for numbers that no index reaches in decades */
    static long of(long term, long sequence) {
        if (term < 1 || term > MAX_TERM || sequence < 0 || sequence > MAX_SEQUENCE) {
            throw new Unreadable("the index is at sequence number " + sequence + " of primary term " + term
                    + ", beyond what a version can hold; copy its documents to a new one");
        }
        return term << SEQUENCE_BITS | sequence;
    }

    /** Whether some write may have had this version. */
    static boolean isPossible(long version) {
        return version >= 1L << SEQUENCE_BITS;
    }

    static long term(long version) {
        return version >>> SEQUENCE_BITS;
    }

    static long sequence(long version) {
        return version & MAX_SEQUENCE;
    }
}
