package io.sardonyx.port;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Store of blobs: large immutable objects, such as the state of a checkpoint, that are written once under a name, read
 * by range and deleted.
 *
 * <p>A name has one writer for ever, and its caller does not use it again after a delete. A blob is seen whole or not
 * at all, by everybody, whatever its writer dies of.
 *
 * <p>Every call returns at once; a stage completes on the adapter's thread. A failed write or delete means that its
 * outcome is unknown; each of these calls may be repeated. Thread-safe.
 */
public interface Blobs extends AutoCloseable {

    /** Most bytes of one read; more are refused. A blob itself may be larger than memory. */
    int MAX_READ_BYTES = 16 << 20;

    /**
     * Writes a blob: true when it is durable. False when that name exists, which then stays as it is and is durable,
     * too; so who repeats a write of its own name may take both for done.
     *
     * @param content what is between position and limit of each buffer, in order. It is iterated once, on the adapter's
     *     thread and while it is written, so neither list nor buffers may change before the stage completes; if the
     *     iteration throws, the write fails and nothing is seen of it
     */
    CompletionStage<Boolean> write(String name, List<ByteBuffer> content);

    /**
     * Reads a range of a blob: fewer bytes than asked for only where it ends, none from its end on. Empty when there is
     * no such blob.
     *
     * @param from offset of the first byte, from 0 on
     * @param length from 1 to {@link #MAX_READ_BYTES}
     */
    CompletionStage<Optional<ByteBuffer>> read(String name, long from, int length);

    /** The names with that prefix; may be stale. */
    CompletionStage<List<String>> names(String prefix);

    /** Deletes a blob; returns whether it was there. After a power failure it may be there again. */
    CompletionStage<Boolean> delete(String name);

    /** Closes this opening, after the calls that were made before; idempotent. */
    @Override
    void close();
}
