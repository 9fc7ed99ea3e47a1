package io.sardonyx.serial;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Framing with checksums for a wire or a file: length, CRC32C of the length, CRC32C of the content, content; numbers
 * are four bytes, big-endian.
 *
 * <p>The length has a checksum of its own, because a corrupt one must not make a reader wait for gigabytes that never
 * come. No change of up to three bits, nor of any 32 neighbouring bits, in a part passes its checksum.
 */
public final class Frame {

    /** Bytes before the content. */
    public static final int HEADER = 12;

    private Frame() {}

    /** Begins a frame at the end of an output and returns its offset. What is written from now on is its content. */
    public static int open(SegmentOutput out) {
        return out.reserve(HEADER);
    }

    /** Ends the frame that begins at an offset: fills in length and checksums. */
    public static void close(SegmentOutput out, int start) {
        int length = out.size() - start - HEADER;
        out.patch(start, length);
        ByteBuffer bytes = ByteBuffer.wrap(out.array(), 0, out.size());
        out.patch(start + 4, checksum(bytes, start, 4));
        out.patch(start + 8, checksum(bytes, start + HEADER, length));
    }

    /**
     * Takes the content of the next frame, as a view of the source, whose position moves past the frame; or returns
     * null without moving it while the frame is incomplete.
     *
     * @param limit most bytes of a content
     * @throws BadSegment.Malformed when a checksum does not match
     * @throws BadSegment.TooLarge when the length is intact, but beyond the limit
     */
    public static @Nullable ByteBuffer take(ByteBuffer source, int limit) {
        if (source.remaining() < HEADER) {
            return null;
        }
        int start = source.position();
        ByteBuffer bytes = source.duplicate();
        int length = bytes.getInt();
        if (bytes.getInt() != checksum(bytes, start, 4) || length < 0) {
            throw new BadSegment.Malformed("the length of a frame is damaged");
        }
        if (length > limit) {
            throw BadSegment.TooLarge.frame(length, limit);
        }
        if (length > source.remaining() - HEADER) {
            return null;
        }
        if (bytes.getInt() != checksum(bytes, start + HEADER, length)) {
            throw new BadSegment.Malformed("the content of a frame of " + length + " bytes is damaged");
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
