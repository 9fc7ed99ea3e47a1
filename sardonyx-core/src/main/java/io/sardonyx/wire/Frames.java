package io.sardonyx.wire;

import io.sardonyx.port.Wire;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Frame codec for all wires, which detects corruption, loss and duplication: length of the content, sequence number,
 * CRC32C of both and the content, content; integers in big-endian order.
 */
public final class Frames {

    /** Length of the header in bytes. */
    public static final int HEADER = 16;

    /** Offset of the checksum in the header. */
    private static final int CHECKSUM = 12;

    private Frames() {}

    /**
     * Length of a frame's content that is given in parts.
     *
     * @throws IllegalArgumentException when it is longer than {@link Wire#FRAME_LIMIT}
     */
    public static int contentLength(ByteBuffer... parts) {
        long length = 0;
        for (ByteBuffer part : parts) {
            length += part.remaining();
        }
        if (length > Wire.FRAME_LIMIT) {
            throw new IllegalArgumentException("a frame has at most " + Wire.FRAME_LIMIT + " bytes, not " + length);
        }
        return (int) length;
    }

    /** Writes a frame with this content, given in parts, at the target's position. */
    public static void put(ByteBuffer target, long number, ByteBuffer... parts) {
        putHeader(target, number, parts);
        for (ByteBuffer part : parts) {
            target.put(part.duplicate());
        }
    }

    /** Writes the header of a frame with this content, which has to follow it, at the target's position. */
    public static void putHeader(ByteBuffer target, long number, ByteBuffer... parts) {
        int start = target.position();
        target.putInt(contentLength(parts)).putLong(number);
        var sum = new CRC32C();
        sum.update(target.duplicate().limit(start + CHECKSUM).position(start));
        for (ByteBuffer part : parts) {
            sum.update(part.duplicate());
        }
        target.putInt((int) sum.getValue());
    }

    /** Length of the content according to the header at the position, of which at least four bytes must be there. */
    public static int length(ByteBuffer source) {
        return source.getInt(source.position());
    }

    /** Sequence number of the frame at the position. */
    public static long number(ByteBuffer source) {
        return source.getLong(source.position() + Integer.BYTES);
    }

    /** Whether exactly one whole frame lies between position and limit, and its checksum is right. */
    public static boolean isIntact(ByteBuffer source) {
        if (source.remaining() < HEADER || length(source) != source.remaining() - HEADER) {
            return false;
        }
        return source.getInt(source.position() + CHECKSUM) == checksum(source, source.position(), length(source));
    }

    private static int checksum(ByteBuffer bytes, int start, int length) {
        var sum = new CRC32C();
        sum.update(bytes.duplicate().limit(start + CHECKSUM).position(start));
        sum.update(bytes.duplicate().limit(start + HEADER + length).position(start + HEADER));
        return (int) sum.getValue();
    }
}
