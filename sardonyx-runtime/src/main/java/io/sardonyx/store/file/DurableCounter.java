package io.sardonyx.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A durable, monotonic counter in a lock file. It is written to two slots in turn, each with a checksum; if one of them
 * is unreadable, all numbers it may have held are skipped, so no number is ever used twice.
 */
final class DurableCounter {

    /** Most numbers taken at once, and so the most that an unreadable slot can be ahead. */
    static final int MAX_STEP = 64;

    private static final int SLOT = 16;
    /** Number of bytes covered by the checksum, which follows them. */
    private static final int SUMMED = 8;

    private static final long UNREADABLE = -1;

    private final LockFile file;
    private final Disk disk;

    DurableCounter(LockFile file, Disk disk) {
        this.file = file;
        this.disk = disk;
    }

    /**
     * Takes the next {@code count} numbers, at most {@link #MAX_STEP}, and returns the first; the caller must hold the
     * lock.
     */
    long take(int count) throws IOException {
        long last = last();
        ByteBuffer slot = ByteBuffer.allocate(SLOT).putLong(last + count);
        slot.putInt(Disk.checksum(slot.duplicate().flip())).position(SLOT).flip();
        Disk.write(file.channel(), slot, value(0) <= value(SLOT) ? 0 : SLOT);
        disk.force(file.channel());
        return last + 1;
    }

    /** The last number taken, 0 at first. */
    long last() throws IOException {
        long one = value(0);
        long two = value(SLOT);
        if (one == UNREADABLE && two == UNREADABLE) {
            throw new CorruptFile(file.path(), "its counter is unreadable");
        }
        long greater = Math.max(one, two);
        return Math.min(one, two) == UNREADABLE ? greater + MAX_STEP : greater;
    }

    /** Value of a slot: 0 when never written, {@link #UNREADABLE} when its checksum does not match. */
    private long value(long at) throws IOException {
        ByteBuffer slot = Disk.read(file.channel(), SLOT, at);
        if (slot.remaining() < SLOT || slot.equals(ByteBuffer.allocate(SLOT))) {
            return 0;
        }
        boolean isWhole = slot.getInt(SUMMED) == Disk.checksum(slot.duplicate().limit(SUMMED));
        return isWhole ? slot.getLong() : UNREADABLE;
    }
}
