package io.sardonyx.connect.provider;

import io.sardonyx.plugin.Superseded;
import io.sardonyx.store.file.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writer of a part file. The file has its final name only when it is complete; until then it ends in {@code .tmp}, and
 * a sidecar file {@code .settled} says how many bytes of it are settled.
 *
 * <p>Before it is renamed it is truncated to the bytes that are known to be whole: a write that failed half-way may
 * have left more.
 */
final class PartWriter implements AutoCloseable {

    static final String TEMPORARY = ".tmp";
    static final String SETTLED = ".settled";

    private final Disk disk;
    private final Path directory;
    private final Path path;
    private final Path temporary;
    private final FileChannel channel;
    private final SettledLength sidecar;
    private long length;
    /* Bytes forced and written to the sidecar, which a successor may have seen: at least the settled ones. */
    private long announced;
    private long settled;

    private PartWriter(Disk disk, Path directory, String name) throws IOException {
        this.disk = disk;
        this.directory = directory;
        this.path = directory.resolve(name);
        this.temporary = with(path, TEMPORARY);
        this.channel = FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            this.sidecar = new SettledLength(disk, with(path, SETTLED));
        } catch (IOException failure) {
            channel.close();
            Files.deleteIfExists(temporary);
            throw failure;
        }
    }

    /** Creates a part whose name is durable. */
    static PartWriter begin(Disk disk, Path directory, String name) throws IOException {
        var part = new PartWriter(disk, directory, name);
        try {
            disk.forceNames(directory);
            return part;
        } catch (IOException failure) {
            part.close();
            throw failure;
        }
    }

    static Path with(Path path, String suffix) {
        return path.resolveSibling(path.getFileName() + suffix);
    }

    boolean isNamed(String name) {
        return path.endsWith(name);
    }

    long length() {
        return length;
    }

    void append(ByteBuffer bytes) throws IOException {
        int count = bytes.remaining();
        Disk.write(channel, bytes, length);
        length += count;
    }

    /**
     * Makes all appended bytes durable and recoverable by a successor.
     *
     * @throws Superseded when there is a successor already, which did not find them
     */
    void settle() throws IOException {
        if (length > settled) {
            disk.force(channel);
            announced = length;
            sidecar.write(length);
            if (!Files.exists(temporary)) {
                close();
                throw superseded();
            }
            settled = length;
        }
    }

    /** Publishes the whole part under its final name and closes it. */
    void publish() throws IOException {
        finish(length);
    }

    /** Publishes the settled bytes and closes the part; the rest is dropped, as it will be replayed. */
    void release() throws IOException {
        if (channel.isOpen()) {
            finish(announced);
        }
    }

    private void finish(long kept) throws IOException {
        try {
            cut(kept);
            if (kept == 0) {
                Files.deleteIfExists(temporary);
            } else {
                Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (NoSuchFileException gone) {
            if (settled < kept) {
                throw superseded();
            }
            return; // the peer that sealed the output has published it
        } finally {
            close();
        }
        disk.forceNames(directory);
        Files.deleteIfExists(with(path, SETTLED));
    }

    /** Truncates the file, never below what a successor may be copying. */
    private void cut(long kept) throws IOException {
        long size = channel.size();
        if (size < kept) {
            throw new IOException(temporary + " has " + size + " bytes, but " + kept + " were written");
        }
        channel.truncate(kept);
        if (size > kept || kept > settled) {
            disk.force(channel);
        }
    }

    private Superseded superseded() {
        return new Superseded(temporary + " was taken over by another peer of this task; this one is of the past");
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            sidecar.close();
        }
    }

    @Override
    public String toString() {
        return temporary.toString();
    }

    /**
     * Sidecar file with the number of settled bytes of a part. It has two slots, written in turn, so that a write cut
     * off by a crash leaves the previous length intact.
     */
    static final class SettledLength implements AutoCloseable {

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
}
