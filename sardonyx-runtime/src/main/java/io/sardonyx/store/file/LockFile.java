package io.sardonyx.store.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A file whose bytes are locked. The system's locks belong to the process: a second lock of the same bytes by the same
 * process is an error, and closing any channel of the file gives up all of them. So each process has one channel per
 * file, which all openings of a store share, and knows itself what it holds.
 */
final class LockFile {

    private static final Map<Path, LockFile> OPEN = new HashMap<>();
    private static final long PATIENCE_SECONDS = 30;
    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Path path;
    private final FileChannel channel;
    private final @Nullable Object identity;
    private final Semaphore writer = new Semaphore(1, true);
    private final Set<Long> held = new HashSet<>();
    private int users;

    private LockFile(Path path) throws IOException {
        this.path = path;
        channel = Disk.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        identity = identity(path);
    }

    /** The one of this process for the directory; each user releases it once. */
    static LockFile open(Path directory) throws IOException {
        Path real = directory.toRealPath().resolve("lock");
        synchronized (OPEN) {
            LockFile file = OPEN.get(real);
            if (file == null) {
                file = new LockFile(real);
                OPEN.put(real, file);
            }
            file.users++;
            return file;
        }
    }

    void release() throws IOException {
        synchronized (OPEN) {
            if (--users == 0) {
                OPEN.remove(path);
                channel.close();
            }
        }
    }

    /** For reading and writing what is in the file; never to be closed by others. */
    FileChannel channel() {
        return channel;
    }

    Path path() {
        return path;
    }

    /** Whether those who open the path now would meet us in the same file. */
    boolean isIntact() {
        try {
            return Objects.equals(identity, identity(path));
        } catch (IOException gone) {
            return false;
        }
    }

    /** Does the work as the only writer of all processes, after waiting for the others. */
    <T> T alone(FileStoreContext.Work<T> work) throws IOException {
        if (!isIntact()) {
            throw new IOException("the directory of the store was replaced while it was open");
        }
        long start = System.nanoTime();
        acquireWithin();
        try {
            FileLock lock = lockWithin(start);
            try {
                return work.run();
            } finally {
                lock.release();
            }
        } finally {
            writer.release();
        }
    }

    private void acquireWithin() throws IOException {
        try {
            if (!writer.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw busy();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for a lock", interrupted);
        }
    }

    private FileLock lockWithin(long start) throws IOException {
        long pause = 20_000;
        FileLock lock = channel.tryLock(0, 1, false);
        while (lock == null) {
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                throw busy();
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(2 * pause, MAX_PAUSE_NANOS);
            lock = channel.tryLock(0, 1, false);
        }
        return lock;
    }

    private static IOException busy() {
        return new IOException(
                "somebody else has been writing for " + PATIENCE_SECONDS + " s; is one of the processes stopped?");
    }

    /** Locks one byte for as long as this process lives or until the region is closed; empty if anybody has it. */
    Optional<Region> claim(long at) throws IOException {
        synchronized (held) {
            if (held.contains(at)) {
                return Optional.empty();
            }
            FileLock lock = channel.tryLock(at, 1, false);
            if (lock == null) {
                return Optional.empty();
            }
            held.add(at);
            return Optional.of(new Region(at, lock));
        }
    }

    /** Whether this process has the byte; others may. */
    boolean isOurs(long at) {
        synchronized (held) {
            return held.contains(at);
        }
    }

    private static @Nullable Object identity(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /** One byte that is ours. */
    final class Region implements AutoCloseable {

        private final long at;
        private final FileLock lock;

        private Region(long at, FileLock lock) {
            this.at = at;
            this.lock = lock;
        }

        @Override
        public void close() throws IOException {
            synchronized (held) {
                if (held.remove(at)) {
                    lock.release();
                }
            }
        }
    }
}
