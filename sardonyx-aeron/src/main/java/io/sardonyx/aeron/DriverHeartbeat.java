package io.sardonyx.aeron;

import io.aeron.CncFileDescriptor;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.BufferUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The heartbeat that a driver writes into its memory-mapped CnC file, as read by this process.
 *
 * <p>Only time in which this process was running counts towards the timeout: after a pause (SIGSTOP, suspended machine)
 * the timestamp is old, but the driver may have been paused as well. For one thread.
 */
final class DriverHeartbeat implements AutoCloseable {

    private static final Duration NEVER = Duration.ofMillis(Long.MAX_VALUE);

    /** The timestamp that a driver writes when it shuts down. */
    private static final long NO_MORE = -1;

    /** How often to check whether the file is still that of the same driver. */
    private static final long COMPARE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Time that counts at most between two checks; a longer gap means that this process was paused. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Path path;
    private final @Nullable Object key;
    private final MappedByteBuffer file;
    private final ManyToOneRingBuffer commands;
    private long last;
    private long lookedAt;
    private long silentNanos;
    private long comparedAt;

    private DriverHeartbeat(Path path, MappedByteBuffer file) {
        this.path = path;
        this.key = key(path);
        this.file = file;
        var header = CncFileDescriptor.createMetaDataBuffer(file);
        this.commands = new ManyToOneRingBuffer(CncFileDescriptor.createToDriverBuffer(file, header));
        this.lookedAt = System.nanoTime();
    }

    /** Age of the last heartbeat, by the wall clock; very old if there is none. */
    static Duration age(Path directory) {
        try (@Nullable DriverHeartbeat heartbeat = of(directory)) {
            long last = heartbeat == null ? NO_MORE : heartbeat.commands.consumerHeartbeatTime();
            return last == NO_MORE ? NEVER : Duration.ofMillis(System.currentTimeMillis() - last);
        } catch (RuntimeException e) {
            return NEVER;
        }
    }

    /** The heartbeat of the driver in a directory, or null while there is none. */
    static @Nullable DriverHeartbeat of(Path directory) {
        Path path = directory.resolve(CncFileDescriptor.CNC_FILE);
        if (!Files.exists(path) || path.toFile().length() <= CncFileDescriptor.META_DATA_LENGTH) {
            return null;
        }
        MappedByteBuffer file = IoUtil.mapExistingFile(path.toFile(), "the driver's file");
        if (CncFileDescriptor.createMetaDataBuffer(file).getIntVolatile(CncFileDescriptor.cncVersionOffset(0)) == 0) {
            BufferUtil.free(file);
            return null;
        }
        return new DriverHeartbeat(path, file);
    }

    /** Time without a new heartbeat while this process was running. To be called often. */
    Duration silence() {
        long now = System.nanoTime();
        silentNanos += Math.min(now - lookedAt, LOOK_NANOS);
        lookedAt = now;
        long sign = commands.consumerHeartbeatTime();
        if (sign == NO_MORE) {
            return NEVER;
        }
        if (sign != last) {
            last = sign;
            silentNanos = 0;
        }
        return Duration.ofNanos(silentNanos);
    }

    /** Whether the file was replaced or deleted: a driver that starts deletes the file of one that crashed. */
    boolean isReplaced() {
        long now = System.nanoTime();
        if (now - comparedAt < COMPARE_NANOS) {
            return false;
        }
        comparedAt = now;
        return !Objects.equals(key, key(path));
    }

    /** The file's identity (inode), or null. */
    private static @Nullable Object key(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void close() {
        BufferUtil.free(file);
    }
}
