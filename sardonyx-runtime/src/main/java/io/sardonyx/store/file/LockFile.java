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
 * A lock file, with exclusive locks on single bytes. Locks of the operating system belong to the process: a second lock
 * of the same byte by the same process is an error, and closing any channel of the file releases all of them. So each
 * process has one channel per file, reference-counted and shared by all openings of a store, and tracks what it holds.
 * Thread-safe.
 */
final class LockFile {

    /** The open lock files of this process; guarded by its own monitor, as are their {@link #users}. */
    private static final Map<Path, LockFile> OPEN = new HashMap<>();
    /** Timeout of waiting for the writers' lock. */
    private static final long PATIENCE_SECONDS = 30;

    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Path path;
    private final FileChannel channel;
    /**
     * Inode of the file when it was opened, by which a replaced directory is noticed; null where the platform has none.
     */
    private final @Nullable Object identity;
    /** Excludes other threads of this process, as the file lock excludes other processes. */
    private final Semaphore writer = new Semaphore(1, true);
    /** Bytes locked by this process; guarded by its own monitor. */
    private final Set<Long> held = new HashSet<>();

    private int users;

    private LockFile(Path path) throws IOException {
        this.path = path;
        channel = Disk.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        identity = identity(path);
    }

    /** The lock file of this process for a directory; each user releases it once. */
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

    /** Channel for the counters in the file. Must not be closed, which would release all locks. */
    FileChannel channel() {
        return channel;
    }

    Path path() {
        return path;
    }

    /** Whether the path still leads to the file that is open here; else other processes lock another file. */
    boolean isIntact() {
        try {
            return Objects.equals(identity, identity(path));
        } catch (IOException gone) {
            return false;
        }
    }

    /**
     * Runs work under the writers' lock, byte 0, which excludes all other threads and processes.
     *
     * @throws IOException when the lock is not free within the timeout
     */
    <T> T exclusively(FileStore.Context.Work<T> work) throws IOException {
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

    /**
     * Locks one byte until the region is closed or the process ends; empty if it is locked by any process, this one
     * included.
     */
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

    /** Whether this process has locked the byte. */
    boolean isOurs(long at) {
        synchronized (held) {
            return held.contains(at);
        }
    }

    private static @Nullable Object identity(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /** A byte locked by this process. */
    final class Region implements AutoCloseable {

        private final long at;
        private final FileLock lock;

        private Region(long at, FileLock lock) {
            this.at = at;
            this.lock = lock;
        }

        /** Offset of the byte. */
        long at() {
            return at;
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
