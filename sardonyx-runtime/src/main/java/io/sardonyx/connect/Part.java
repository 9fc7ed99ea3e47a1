package io.sardonyx.connect;

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
 * A file while it grows. It has its final name only when it is complete; until then {@code .tmp} stands behind the
 * name, and beside it {@code .settled} says how much of it is worth keeping.
 */
final class Part implements AutoCloseable {

    static final String TEMPORARY = ".tmp";
    static final String SETTLED = ".settled";

    private final Disk disk;
    private final Path directory;
    private final Path path;
    private final Path temporary;
    private final FileChannel channel;
    private final SettledLength sidecar;
    private long length;
    private long settled;

    /** A new one of this name, which lasts even when the process ends here. */
    Part(Disk disk, Path directory, String name) throws IOException {
        this.disk = disk;
        this.directory = directory;
        this.path = directory.resolve(name);
        this.temporary = with(path, TEMPORARY);
        this.channel = FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            this.sidecar = new SettledLength(disk, with(path, SETTLED));
            disk.forceNames(directory);
        } catch (IOException failure) {
            channel.close();
            throw failure;
        }
    }

    static Path with(Path path, String suffix) {
        return path.resolveSibling(path.getFileName() + suffix);
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
     * All that was appended would be found by a successor.
     *
     * @throws IOException also when there is one already, which did not find it
     */
    void settle() throws IOException {
        if (length > settled) {
            disk.force(channel);
            sidecar.write(length);
            if (!Files.exists(temporary)) {
                throw takenOver();
            }
            settled = length;
        }
    }

    /** Gives the whole part its name; it is closed then. */
    void publish() throws IOException {
        disk.force(channel);
        finish();
    }

    /** Gives what is settled of it its name; the rest is dropped, for it will come again. */
    void release() throws IOException {
        if (settled < length) {
            channel.truncate(settled);
            length = settled;
            disk.force(channel);
        }
        finish();
    }

    private void finish() throws IOException {
        try {
            if (length == 0) {
                Files.deleteIfExists(temporary);
            } else {
                Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (NoSuchFileException gone) {
            if (settled < length) {
                throw takenOver();
            }
            return; // whoever sealed the output has published it
        } finally {
            close();
        }
        disk.forceNames(directory);
        Files.deleteIfExists(with(path, SETTLED));
    }

    private IOException takenOver() {
        return new IOException(temporary + " was taken over by another peer of this task; this one is of the past");
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
}
