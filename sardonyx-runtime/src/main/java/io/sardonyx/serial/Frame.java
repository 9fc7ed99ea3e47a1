package io.sardonyx.serial;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Bytes on a wire or in a file, so that damage is noticed: length, CRC32C of the length, CRC32C of the content,
 * content; numbers of four bytes, the highest first.
 *
 * <p>The length has a checksum of its own, because a damaged one must not make a reader wait for gigabytes that never
 * come. No change of up to three bits, nor of any 32 neighbouring bits, in a part passes its checksum.
 */
public final class Frame {

    /** How many bytes stand before the content. */
    public static final int HEADER = 12;

    private Frame() {}

    /** Begins a frame at the end of an output; where it begins. What is written from now on is its content. */
    public static int open(SegmentOutput out) {
        return out.reserve(HEADER);
    }

    /** Ends the frame that begins there. */
    public static void close(SegmentOutput out, int start) {
        int length = out.size() - start - HEADER;
        out.patch(start, length);
        ByteBuffer bytes = ByteBuffer.wrap(out.array(), 0, out.size());
        out.patch(start + 4, checksum(bytes, start, 4));
        out.patch(start + 8, checksum(bytes, start + HEADER, length));
    }

    /**
     * Takes the content of the next frame: a view of the source, which moves behind the frame; or null, and it stays,
     * when the frame is not yet complete.
     *
     * @param limit how long a content may be
     * @throws Malformed when a checksum is wrong
     * @throws TooLarge when the length is right, but beyond the limit
     */
    public static @Nullable ByteBuffer take(ByteBuffer source, int limit) {
        if (source.remaining() < HEADER) {
            return null;
        }
        int start = source.position();
        ByteBuffer bytes = source.duplicate();
        int length = bytes.getInt();
        if (bytes.getInt() != checksum(bytes, start, 4) || length < 0) {
            throw new Malformed("the length of a frame is damaged");
        }
        if (length > limit) {
            throw TooLarge.frame(length, limit);
        }
        if (length > source.remaining() - HEADER) {
            return null;
        }
        if (bytes.getInt() != checksum(bytes, start + HEADER, length)) {
            throw new Malformed("the content of a frame of " + length + " bytes is damaged");
        }
        source.position(start + HEADER + length);
        return bytes.slice(start + HEADER, length);
    }

    private static int checksum(ByteBuffer bytes, int from, int length) {
        var sum = new CRC32C();
        sum.update(bytes.duplicate().limit(from + length).position(from));
        return (int) sum.getValue();
    }
}
