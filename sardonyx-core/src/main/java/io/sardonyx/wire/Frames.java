package io.sardonyx.wire;

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

    /** Writes a frame with this content at the target's position. */
    public static void put(ByteBuffer target, long number, ByteBuffer content) {
        int start = target.position();
        int length = content.remaining();
        target.putInt(length).putLong(number).putInt(0).put(content);
        target.putInt(start + CHECKSUM, checksum(target, start, length));
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
