package io.sardonyx.netty;

import io.netty.buffer.ByteBuf;
import io.sardonyx.port.Wire;
import io.sardonyx.wire.FrameOrder;
import io.sardonyx.wire.Frames;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The frame decoder: cuts a byte stream into frames with valid checksum and sequence number.
 *
 * <p>A frame is a view of the array that it was read into, also one that came in several reads, as long as these went
 * into the same array, as those into {@link ReceiveArray} do. Only a frame that is spread over two arrays is copied,
 * and gets room only once its length is known to be within the limit. Confined to the event loop.
 */
final class FrameCutter {

    /** The heartbeat, a word in place of a length that is no valid length. */
    static final int BEAT = 0xBEA7BEA7;

    private static final byte[] NONE = {};

    private final FrameOrder order = new FrameOrder();

    /** The beginning of a frame whose rest has not arrived yet: from {@link #start} to {@link #end} of the array. */
    private byte[] array = NONE;

    private int start;
    private int end;

    /** Whether the array was made for this frame, and has room for its rest. */
    private boolean own;

    /** Decodes the bytes of a buffer, and passes on the content of each frame. */
    void cut(ByteBuf in, Consumer<ByteBuffer> contents) throws BadFrame {
        int length = in.readableBytes();
        if (in.hasArray()) {
            cut(in.array(), in.arrayOffset() + in.readerIndex(), length, contents);
        } else {
            // Decrypted bytes, for instance, are in memory that the pipeline needs back.
            byte[] copy = new byte[length];
            in.getBytes(in.readerIndex(), copy);
            cut(copy, 0, length, contents);
        }
        in.skipBytes(length);
    }

    private void cut(byte[] bytes, int from, int length, Consumer<ByteBuffer> contents) throws BadFrame {
        int to = from + length;
        int at = from;
        if (start < end) {
            boolean goesOn = array == bytes && end == from && !own;
            at = goesOn ? start : from + complete(bytes, from, length, contents);
        }
        if (at < to) {
            int rest = cutWhole(bytes, at, to, contents);
            keep(rest < to ? bytes : NONE, rest, to, false);
        }
    }

    /** Passes on the whole frames; returns where the partial one at the end begins. */
    private int cutWhole(byte[] bytes, int from, int to, Consumer<ByteBuffer> contents) throws BadFrame {
        int at = from;
        while (to - at >= Integer.BYTES) {
            int need = needed(bytes, at);
            if (to - at < need) {
                break;
            }
            pass(bytes, at, need, contents);
            at += need;
        }
        return at;
    }

    private void keep(byte[] bytes, int from, int to, boolean isOwn) {
        array = bytes;
        start = from;
        end = to;
        own = isOwn;
    }

    /** Copies the rest of the partial frame, as far as it is there, into an array of its own; how many bytes. */
    private int complete(byte[] bytes, int from, int length, Consumer<ByteBuffer> contents) throws BadFrame {
        int copied = 0;
        while (copied < length) {
            int have = end - start;
            int need = have < Integer.BYTES ? Integer.BYTES : needed(array, start);
            if (have == need) {
                break;
            }
            if (!own || array.length < need) {
                keep(Arrays.copyOfRange(array, start, start + need), 0, have, true);
            }
            int more = Math.min(need - have, length - copied);
            System.arraycopy(bytes, from + copied, array, end, more);
            end += more;
            copied += more;
        }
        if (end - start >= Integer.BYTES && end - start == needed(array, start)) {
            pass(array, start, end - start, contents);
            keep(NONE, 0, 0, false);
        }
        return copied;
    }

    private void pass(byte[] bytes, int at, int length, Consumer<ByteBuffer> contents) throws BadFrame {
        if (length == Integer.BYTES) {
            return; // a heartbeat
        }
        ByteBuffer frame = ByteBuffer.wrap(bytes, at, length);
        if (!Frames.isIntact(frame)) {
            throw new BadFrame("a damaged frame");
        }
        if (!order.takes(Frames.number(frame))) {
            throw new BadFrame("frame " + Frames.number(frame) + " out of turn");
        }
        contents.accept(frame.position(at + Frames.HEADER));
    }

    /** The length in bytes, with header, of the frame or heartbeat that begins with the word at an offset. */
    private static int needed(byte[] bytes, int at) throws BadFrame {
        int word = ByteBuffer.wrap(bytes).getInt(at);
        if (word == BEAT) {
            return Integer.BYTES;
        }
        if (word < 0 || word > Wire.FRAME_LIMIT) {
            throw new BadFrame("a frame of " + word + " bytes");
        }
        return Frames.HEADER + word;
    }

    /** Received bytes violate the protocol. Without a stack trace, since the fault is the remote peer's. */
    static final class BadFrame extends Exception {

        private static final long serialVersionUID = 1;

        BadFrame(String what) {
            super(what, null, false, false);
        }
    }
}
