package io.sardonyx.connect.provider;

import io.sardonyx.store.file.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Sidecar file with the number of settled bytes of a part. It has two slots, written in turn, so that a write cut off
 * by a crash leaves the previous length intact.
 */
final class SettledLength implements AutoCloseable {

    /** Each length is followed by its exclusive or with this value, which detects a torn write. */
    private static final long MARK = 0x5E771ED_1E96L;

    private static final int ENTRY = 2 * Long.BYTES;

    private final Disk disk;
    private final FileChannel channel;
    private int turn;

    /** Creates a new file with length 0. */
    SettledLength(Disk disk, Path path) throws IOException {
        this.disk = disk;
        this.channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** The length in a file, 0 if there is none. */
    static long read(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path)) {
            ByteBuffer entries = ByteBuffer.allocate(2 * ENTRY);
            while (entries.hasRemaining() && channel.read(entries) >= 0) {
                // until it is full or the file ends
            }
            entries.flip();
            long length = 0;
            while (entries.remaining() >= ENTRY) {
                long entry = entries.getLong();
                length = entries.getLong() == (entry ^ MARK) ? Math.max(length, entry) : length;
            }
            return length;
        } catch (NoSuchFileException none) {
            return 0;
        }
    }

    /** Writes the length; durable when this returns. */
    void write(long length) throws IOException {
        ByteBuffer entry = ByteBuffer.allocate(ENTRY).putLong(length).putLong(length ^ MARK);
        Disk.write(channel, entry.flip(), (long) turn * ENTRY);
        disk.force(channel);
        turn = 1 - turn;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
