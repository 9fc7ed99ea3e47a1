package io.sardonyx.task.queue;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Codec of messages in queues: a byte for the kind, then its fields. Data are batches; a token stands for a partition
 * at a position; a sentinel marks the end of a queue; a seed asks for the tokens of an input; a count of skipped
 * segments is kept until the end of its task.
 */
public final class QueueMessage {

    public static final byte DATA = 1;
    public static final byte TOKEN = 2;
    public static final byte SENTINEL = 3;
    static final byte SEED = 4;
    static final byte SKIPPED = 5;

    private QueueMessage() {}

    /** A partition and the position from which to read on; null for its beginning. */
    record Token(String partition, @Nullable String position) {

        byte[] bytes() {
            byte[] name = partition.getBytes(StandardCharsets.UTF_8);
            byte[] at = position == null ? new byte[0] : position.getBytes(StandardCharsets.UTF_8);
            ByteBuffer out = ByteBuffer.allocate(1 + 2 * Integer.BYTES + name.length + at.length);
            out.put(TOKEN)
                    .putInt(name.length)
                    .put(name)
                    .putInt(position == null ? -1 : at.length)
                    .put(at);
            return out.array();
        }

        static Token of(byte[] body) {
            try {
                ByteBuffer in = ByteBuffer.wrap(body, 1, body.length - 1);
                String partition = text(in, in.getInt());
                int length = in.getInt();
                return new Token(partition, length < 0 ? null : text(in, length));
            } catch (BufferUnderflowException e) {
                throw new IllegalArgumentException("a token that ends early", e);
            }
        }

        private static String text(ByteBuffer in, int length) {
            if (length < 0 || length > in.remaining()) {
                throw new IllegalArgumentException("a token with a text of " + length + " bytes");
            }
            byte[] bytes = new byte[length];
            in.get(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** The kind of a message, by its first byte. */
    public static byte kind(byte[] body) {
        if (body.length == 0 || body[0] < DATA || body[0] > SKIPPED) {
            throw new IllegalArgumentException("a message of an unknown kind is in the queue");
        }
        return body[0];
    }

    static byte[] seed(String id) {
        return withText(SEED, id);
    }

    static byte[] skipped(long count) {
        return ByteBuffer.allocate(1 + Long.BYTES).put(SKIPPED).putLong(count).array();
    }

    /** Number of segments of a message of kind {@link #SKIPPED}. */
    static long skippedCount(byte[] body) {
        if (kind(body) != SKIPPED || body.length != 1 + Long.BYTES) {
            throw new IllegalArgumentException("a message that is no count is in the queue of skipped segments");
        }
        return ByteBuffer.wrap(body, 1, Long.BYTES).getLong();
    }

    static byte[] sentinel(String id) {
        return withText(SENTINEL, id);
    }

    private static byte[] withText(byte kind, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + bytes.length).put(kind).put(bytes).array();
    }

    /** Id of a sentinel or a seed. */
    static String id(byte[] body) {
        return new String(body, 1, body.length - 1, StandardCharsets.UTF_8);
    }
}
