package io.sardonyx.queue;

import io.sardonyx.port.BrokerUnavailable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Temporary files for what does not fit on the heap: written one after the other, each freed when nothing in it is
 * needed any more. Thread-safe.
 *
 * <p>A file is unlinked as soon as it is open, so that nothing is left behind by a process that is killed. Not a
 * {@link java.nio.channels.FileChannel}: an interrupt would close it, and with it the content.
 */
final class SpillFiles implements AutoCloseable {

    /** Size from which the next file is begun. */
    private static final int FILE_BYTES = 64 << 20;

    private final Path directory;
    private final long limit;
    private final Set<SpillFile> all = new HashSet<>();
    /** An empty file for reuse, since a queue that goes around at the limit would make files all the time. */
    private final ArrayDeque<SpillFile> empty = new ArrayDeque<>();

    private @Nullable SpillFile current;
    private long bytes;
    private boolean closed;

    SpillFiles(Path directory, long limit) {
        this.directory = directory;
        this.limit = limit;
    }

    /** @throws BrokerUnavailable if the limit is reached or the disk full */
    Extent write(byte[] body) {
        SpillFile file;
        long offset;
        synchronized (this) {
            if (bytes + body.length > limit) {
                throw new BrokerUnavailable("the broker in memory is full: its temporary files in " + directory
                        + " have reached " + limit + " bytes");
            }
            file = withRoom();
            offset = file.end;
            file.end += body.length;
            file.live++;
            bytes += body.length;
        }
        var extent = new Extent(this, file, offset, body.length);
        try {
            file.write(body, offset);
        } catch (IOException full) {
            extent.free();
            throw new BrokerUnavailable(
                    "the broker in memory cannot write its temporary files in " + directory + ": " + full, full);
        }
        return extent;
    }

    private SpillFile withRoom() {
        if (closed) {
            throw new IllegalStateException("the broker is closed");
        }
        if (current == null || current.end >= FILE_BYTES) {
            current = empty.isEmpty() ? create() : empty.pop();
        }
        return current;
    }

    private SpillFile create() {
        try {
            Path path = Files.createTempFile(directory, "sardonyx-queue-", ".tmp");
            var file = new SpillFile(new RandomAccessFile(path.toFile(), "rw"));
            all.add(file);
            try {
                Files.delete(path);
            } catch (IOException kept) { // where an open file cannot be unlinked
                path.toFile().deleteOnExit();
            }
            return file;
        } catch (IOException none) {
            throw new BrokerUnavailable(
                    "the broker in memory cannot make a temporary file in " + directory + ": " + none, none);
        }
    }

    private synchronized void free(SpillFile file, int length) {
        bytes -= length;
        file.live--;
        if (file.live == 0) {
            if (file == current) {
                file.end = 0;
            } else {
                recycle(file);
            }
        }
    }

    private void recycle(SpillFile file) {
        file.end = 0;
        if (empty.isEmpty() && !closed) {
            empty.push(file);
        } else {
            all.remove(file);
            file.close();
        }
    }

    synchronized long bytes() {
        return bytes;
    }

    @Override
    public synchronized void close() {
        closed = true;
        all.forEach(SpillFile::close);
        all.clear();
    }

    /** Place of one body. */
    record Extent(SpillFiles files, SpillFile file, long offset, int length) {

        byte[] read() {
            return file.read(offset, length);
        }

        void free() {
            files.free(file, length);
        }
    }

    /** One file; {@code end} and {@code live} are guarded by the owner, the file by itself. */
    static final class SpillFile {

        private final RandomAccessFile file;
        private long end;
        private int live;

        SpillFile(RandomAccessFile file) {
            this.file = file;
        }

        synchronized void write(byte[] body, long offset) throws IOException {
            file.seek(offset);
            file.write(body);
        }

        synchronized byte[] read(long offset, int length) {
            byte[] body = new byte[length];
            try {
                file.seek(offset);
                file.readFully(body);
            } catch (IOException lost) {
                throw new BrokerUnavailable("a temporary file of the broker in memory cannot be read: " + lost, lost);
            }
            return body;
        }

        synchronized void close() {
            try {
                file.close();
            } catch (IOException unlinked) {
                // it is unlinked already, and there is nothing in it that anybody needs
            }
        }
    }
}
