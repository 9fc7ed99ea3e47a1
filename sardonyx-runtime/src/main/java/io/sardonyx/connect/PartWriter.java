package io.sardonyx.connect;

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
 * A file while it grows. It has its final name only when it is complete; until then {@code .tmp} stands behind the
 * name, and beside it {@code .settled} says how much of it is worth keeping.
 *
 * <p>Before it gets its name it is cut to what is known to be whole, by the length of the file itself: a write that
 * failed half-way has left bytes behind that nobody counted.
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
    /* Forced, and perhaps already found by a successor: at least what is settled. */
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

    /** A new one of this name, which lasts even when the process ends here. */
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
     * @throws Superseded when there is one already, which did not find it
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

    /** Gives the whole part its name; it is closed then. */
    void publish() throws IOException {
        finish(length);
    }

    /** Gives what is settled of it its name; the rest is dropped, for it will come again. */
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
            return; // whoever sealed the output has published it
        } finally {
            close();
        }
        disk.forceNames(directory);
        Files.deleteIfExists(with(path, SETTLED));
    }

    /** A successor that copies what was settled never finds less than that. */
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
}
