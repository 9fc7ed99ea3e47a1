package io.sardonyx.store.file;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Commit record of a log: how much of it is durable.
 *
 * @param first the first position that is not trimmed
 * @param segment the first position of the segment that is written
 * @param bytes number of bytes of that segment that are forced to the disk
 * @param end the position of the next entry
 */
record CommitMark(long first, long segment, long bytes, long end) {

    static final int SIZE = 36;
    /** Number of bytes covered by the checksum, which follows them. */
    private static final int SUMMED = 32;

    static final CommitMark EMPTY = new CommitMark(0, 0, 0, 0);

    /** Decodes it; empty when it was never written, or its checksum does not match. */
    static Optional<CommitMark> read(ByteBuffer from) {
        if (from.remaining() < SIZE
                || from.getInt(SUMMED) != Disk.checksum(from.duplicate().limit(SUMMED))) {
            return Optional.empty();
        }
        return Optional.of(new CommitMark(from.getLong(), from.getLong(), from.getLong(), from.getLong()));
    }

    ByteBuffer write() {
        ByteBuffer to = ByteBuffer.allocate(SIZE);
        to.putLong(first).putLong(segment).putLong(bytes).putLong(end);
        return to.putInt(Disk.checksum(to.duplicate().flip())).flip();
    }

    CommitMark grown(long moreBytes, long moreEntries) {
        return new CommitMark(first, segment, bytes + moreBytes, end + moreEntries);
    }

    /** The same log, continued in a new segment. */
    CommitMark rolled() {
        return new CommitMark(first, end, 0, end);
    }

    CommitMark trimmed(long before) {
        return new CommitMark(before, segment, bytes, end);
    }
}
