package io.sardonyx.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sardonyx.port.Wire;
import io.sardonyx.wire.FrameOrder;
import io.sardonyx.wire.Frames;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The frame decoder: cuts a byte stream into runs, buffers of only whole frames, each with valid checksum and sequence.
 *
 * <p>Frames that arrived in one buffer are sliced without copying; only one that is split over several is reassembled,
 * and its buffer grows to full size only once the length is known to be within the limit. Confined to the event loop.
 */
final class FrameCutter {

    /** The heartbeat, a word in place of a length that is no valid length. */
    static final int BEAT = 0xBEA7BEA7;

    private final FrameOrder order = new FrameOrder();

    /** The beginning of a frame whose rest has not arrived yet. */
    private @Nullable ByteBuf partial;

    /** Decodes the buffer and passes on each run; the consumer has to release it. */
    void cut(ByteBuf in, ByteBufAllocator allocator, Consumer<ByteBuf> runs) throws BadFrame {
        while (in.isReadable()) {
            ByteBuf begun = partial;
            if (begun == null) {
                cutWhole(in, runs);
                if (in.isReadable()) {
                    partial = allocator.directBuffer(Frames.HEADER, Frames.HEADER + Wire.FRAME_LIMIT);
                }
            } else {
                fill(begun, in, runs);
            }
        }
    }

    /** Releases the partial frame, if any. */
    void release() {
        ByteBuf begun = partial;
        if (begun != null) {
            partial = null;
            begun.release();
        }
    }

    /** Slices the whole frames off the buffer; a partial frame at its end is left. */
    private void cutWhole(ByteBuf in, Consumer<ByteBuf> runs) throws BadFrame {
        int start = in.readerIndex();
        int end = in.writerIndex();
        ByteBuffer view = in.nioBuffer();
        int run = start;
        int at = start;
        try {
            while (end - at >= Integer.BYTES) {
                int need = needed(in.getInt(at));
                if (end - at < need) {
                    break;
                }
                if (need == Integer.BYTES) {
                    handOver(in, run, at, runs);
                    run = at + need;
                } else {
                    check(view.limit(at - start + need).position(at - start));
                }
                at += need;
            }
        } finally {
            handOver(in, run, at, runs);
            in.readerIndex(at);
        }
    }

    private static void handOver(ByteBuf in, int from, int to, Consumer<ByteBuf> runs) {
        if (to > from) {
            runs.accept(in.retainedSlice(from, to - from));
        }
    }

    /** Completes the partial frame. */
    private void fill(ByteBuf begun, ByteBuf in, Consumer<ByteBuf> runs) throws BadFrame {
        copy(in, begun, Integer.BYTES);
        if (begun.readableBytes() < Integer.BYTES) {
            return;
        }
        int need = needed(begun.getInt(0));
        if (begun.capacity() < need) {
            begun.capacity(need);
        }
        copy(in, begun, need);
        if (begun.readableBytes() < need) {
            return;
        }
        partial = null;
        try {
            if (need > Integer.BYTES) {
                check(begun.nioBuffer());
                runs.accept(begun.retain());
            }
        } finally {
            begun.release();
        }
    }

    /** Copies until the target has {@code total} bytes or the source is exhausted. */
    private static void copy(ByteBuf from, ByteBuf to, int total) {
        int missing = Math.min(total - to.readableBytes(), from.readableBytes());
        if (missing > 0) {
            to.writeBytes(from, missing);
        }
    }

    /** The length in bytes, with header, of the frame or heartbeat that begins with this word. */
    private static int needed(int word) throws BadFrame {
        if (word == BEAT) {
            return Integer.BYTES;
        }
        if (word < 0 || word > Wire.FRAME_LIMIT) {
            throw new BadFrame("a frame of " + word + " bytes");
        }
        return Frames.HEADER + word;
    }

    private void check(ByteBuffer frame) throws BadFrame {
        if (!Frames.isIntact(frame)) {
            throw new BadFrame("a damaged frame");
        }
        if (!order.takes(Frames.number(frame))) {
            throw new BadFrame("frame " + Frames.number(frame) + " out of turn");
        }
    }
}
