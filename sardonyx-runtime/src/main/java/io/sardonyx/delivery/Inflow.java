package io.sardonyx.delivery;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Puts the messages of one link together from its frames. */
final class Inflow {

    private static final byte[] NOTHING = {};

    /** Takes messages. */
    interface Sink {
        /** One message without its length; the array is the receiver's. */
        void message(byte[] bytes);
    }

    /* A message that has begun in a frame before: all it will be, and as much of it as is there. */
    private int awaited;
    private byte[] part = NOTHING;
    private int have;

    /** Whether a message has begun whose rest is to come. */
    boolean isWithinMessage() {
        return awaited > 0;
    }

    /** Forgets what has come of a message, because the rest never will. */
    void restart() {
        awaited = 0;
        part = NOTHING;
        have = 0;
    }

    /**
     * Takes the next frame.
     *
     * @throws IllegalArgumentException when it is not made of messages
     */
    void frame(ByteBuffer frame, Sink sink) {
        while (frame.hasRemaining()) {
            if (awaited == 0) {
                begin(frame);
            }
            int length = Math.min(awaited - have, frame.remaining());
            reserve(have + length);
            frame.get(part, have, length);
            have += length;
            if (have == awaited) {
                byte[] message = part;
                restart();
                sink.message(message);
            }
        }
    }

    private void begin(ByteBuffer frame) {
        if (frame.remaining() < Message.PREFIX) {
            throw new IllegalArgumentException("a frame ends within the length of a message");
        }
        int length = frame.getInt();
        if (length < 1 || length > Message.MOST_BYTES) {
            throw new IllegalArgumentException("a message of " + length + " bytes");
        }
        awaited = length;
    }

    /** Only as much as has come, or twice of it: nobody gets room by announcing. */
    private void reserve(int bytes) {
        if (part.length < bytes) {
            part = Arrays.copyOf(part, (int) Math.min(awaited, Math.max(bytes, 2L * part.length)));
        }
    }
}
