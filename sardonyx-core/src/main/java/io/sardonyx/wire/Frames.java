package io.sardonyx.wire;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * How frames look on any wire, so that what is damaged, missing or came twice is noticed: length of the content,
 * number, CRC32C of both and the content, content; numbers with the highest byte first.
 */
public final class Frames {

    /** How many bytes stand before the content. */
    public static final int HEADER = 16;

    private static final int CHECKSUM = 12;

    private Frames() {}

    /** Puts a frame with this content at the target's position. */
    public static void put(ByteBuffer target, long number, ByteBuffer content) {
        int start = target.position();
        int length = content.remaining();
        target.putInt(length).putLong(number).putInt(0).put(content);
        target.putInt(start + CHECKSUM, checksum(target, start, length));
    }

    /** The length of the content that the header at the position announces; there must be four bytes. */
    public static int length(ByteBuffer source) {
        return source.getInt(source.position());
    }

    /** The number of the frame at the position. */
    public static long number(ByteBuffer source) {
        return source.getLong(source.position() + Integer.BYTES);
    }

    /** Whether the whole frame is between position and limit, and nothing else, and is as it was put. */
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
