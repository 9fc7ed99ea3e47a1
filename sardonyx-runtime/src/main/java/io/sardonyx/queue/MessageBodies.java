package io.sardonyx.queue;

import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.port.BrokerUnavailable;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Storage of message bodies: on the heap up to a limit in bytes, beyond it in temporary files up to another limit;
 * beyond that nothing is accepted. Thread-safe.
 */
final class MessageBodies implements AutoCloseable {

    /** Estimated heap bytes of a message without its body, wherever that is. */
    static final int OVERHEAD = 256;

    /** Part of the heap that bodies may take; the bookkeeping of those in files may take as much again. */
    private static final int HEAP_PART = 8;

    private static final long MOST_FILE_BYTES = 64L << 30;

    /** Part of what is free in the temporary directory that files may take. */
    private static final int DISK_PART = 2;

    private final long heapLimit;
    private final long fileLimit;
    private final AtomicLong heapBytes = new AtomicLong();
    private final AtomicLong overheadBytes = new AtomicLong();
    private final Object spilling = new Object();

    private @Nullable SpillFiles files;

    MessageBodies(long heapLimit, long fileLimit) {
        this.heapLimit = heapLimit;
        this.fileLimit = fileLimit;
    }

    /** With limits that follow from the size of the heap and the room in the temporary directory. */
    static MessageBodies ofThisProcess() {
        return new MessageBodies(Runtime.getRuntime().maxMemory() / HEAP_PART, MOST_FILE_BYTES);
    }

    /** @throws BrokerUnavailable if there is no room */
    MessageBody keep(byte[] body) {
        long size = (long) body.length + OVERHEAD;
        if (heapBytes.addAndGet(size) <= heapLimit) {
            return new HeapBody(body, heapBytes);
        }
        heapBytes.addAndGet(-size);
        if (overheadBytes.addAndGet(OVERHEAD) > heapLimit) {
            overheadBytes.addAndGet(-OVERHEAD);
            throw new BrokerUnavailable("the broker in memory is full: there are too many messages for this heap");
        }
        try {
            return new FileBody(files().write(body), overheadBytes);
        } catch (BrokerUnavailable full) {
            overheadBytes.addAndGet(-OVERHEAD);
            throw full;
        }
    }

    private SpillFiles files() {
        synchronized (spilling) {
            if (files == null) {
                Path directory = Path.of(System.getProperty("java.io.tmpdir"));
                long room = Math.min(fileLimit, directory.toFile().getUsableSpace() / DISK_PART);
                files = new SpillFiles(directory, room);
                LazyLoggers.of(MessageBodies.class)
                        .info(
                                "queued messages take more than {} MiB of the heap; more of them go to temporary files"
                                        + " in {}, at most {} MiB",
                                heapLimit >> 20,
                                directory,
                                room >> 20);
            }
            return files;
        }
    }

    /** Bytes of bodies in files. */
    long fileBytes() {
        synchronized (spilling) {
            return files == null ? 0 : files.bytes();
        }
    }

    @Override
    public void close() {
        synchronized (spilling) {
            if (files != null) {
                files.close();
            }
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record HeapBody(byte[] bytes, AtomicLong used) implements MessageBody {
        @Override
        public void discard() {
            used.addAndGet(-((long) bytes.length + OVERHEAD));
        }
    }

    private record FileBody(SpillFiles.Extent extent, AtomicLong overhead) implements MessageBody {
        @Override
        public byte[] bytes() {
            return extent.read();
        }

        @Override
        public void discard() {
            overhead.addAndGet(-OVERHEAD);
            extent.free();
        }
    }
}
