package io.sardonyx.channel;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Reassembles the messages of one link from its frames. Confined to the turns of the channels. */
final class MessageAssembler {

    /** Receives the messages. */
    interface Sink {
        /** Called with one message without its length prefix; the array belongs to the callee. */
        void message(byte[] bytes);
    }

    /*
     * A message that began in an earlier frame: its full length, and the parts that have come. The message is allocated
     * only when it is complete, so a peer cannot reserve memory by announcing a length, and each byte is copied at most
     * once more.
     */
    private int awaited;
    private final List<byte[]> parts = new ArrayList<>();
    private int have;

    /** Whether a message is incomplete. */
    boolean isWithinMessage() {
        return awaited > 0;
    }

    /** Drops an incomplete message, because its link broke. */
    void restart() {
        awaited = 0;
        parts.clear();
        have = 0;
    }

    /**
     * Processes the next frame.
     *
     * @throws IllegalArgumentException when it is malformed
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

    /** The complete message: all parts, and the rest from this frame. */
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
