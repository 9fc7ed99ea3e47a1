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
 * The sign of life that a driver writes into its file.
 *
 * <p>Only time in which this process was running counts as silence: whoever was stopped and wakes up finds an old sign
 * of a driver that was stopped with it.
 */
final class DriverHeartbeat implements AutoCloseable {

    private static final Duration NEVER = Duration.ofMillis(Long.MAX_VALUE);

    /** What a driver that shuts down leaves instead. */
    private static final long NO_MORE = -1;

    /** How often to look whether the file is still that of the same driver. */
    private static final long COMPARE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Who looks more seldom than this was not running in between. */
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

    /** How old the last sign is; very old if there is none. */
    static Duration age(Path directory) {
        try (@Nullable DriverHeartbeat heartbeat = of(directory)) {
            long last = heartbeat == null ? NO_MORE : heartbeat.commands.consumerHeartbeatTime();
            return last == NO_MORE ? NEVER : Duration.ofMillis(System.currentTimeMillis() - last);
        } catch (RuntimeException e) {
            return NEVER;
        }
    }

    /** That of the driver there, or null as long as there is none. */
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

    /** For how long there was no new sign while this process was looking; often. */
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

    /** Whether there is another file at its place, or none: one who starts deletes what one who died has left. */
    boolean isReplaced() {
        long now = System.nanoTime();
        if (now - comparedAt < COMPARE_NANOS) {
            return false;
        }
        comparedAt = now;
        return !Objects.equals(key, key(path));
    }

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
