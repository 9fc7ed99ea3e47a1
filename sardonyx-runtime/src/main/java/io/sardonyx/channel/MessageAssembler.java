package io.sardonyx.channel;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Puts the messages of one link together from its frames. */
final class MessageAssembler {

    /** Takes messages. */
    interface Sink {
        /** One message without its length; the array is the receiver's. */
        void message(byte[] bytes);
    }

    /* A message that has begun in a frame before: all it will be, and as much of it as is there. Nobody gets room by
     * announcing, and what came is copied once more at most. */
    private int awaited;
    private final List<byte[]> parts = new ArrayList<>();
    private int have;

    /** Whether a message has begun whose rest is to come. */
    boolean isWithinMessage() {
        return awaited > 0;
    }

    /** Forgets what has come of a message, because the rest never will. */
    void restart() {
        awaited = 0;
        parts.clear();
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
            if (frame.remaining() < awaited - have) {
                byte[] part = new byte[frame.remaining()];
                frame.get(part);
                parts.add(part);
                have += part.length;
            } else {
                byte[] message = joined(frame);
                restart();
                sink.message(message);
            }
        }
    }

    /** All parts, and the last out of this frame. */
    private byte[] joined(ByteBuffer frame) {
        byte[] message = new byte[awaited];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, message, at, part.length);
            at += part.length;
        }
        frame.get(message, at, awaited - at);
        return message;
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
}
