package io.sardonyx.channel;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reassembles the messages of one link from its frames. Confined to the turns of the channels. */
final class MessageAssembler {

    /*
     * A message that began in an earlier frame: its full length, and the parts that have come, which are views of their
     * frames. It is allocated only when it is complete, so a peer cannot reserve memory by announcing a length.
     */
    private int awaited;
    private final List<ByteBuffer> parts = new ArrayList<>();
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
     * Passes on the messages that end in the next frame, each without its length prefix. One that lies within the frame
     * is a view of it; only one of several frames is copied.
     *
     * @throws IllegalArgumentException when the frame is malformed
     */
    void frame(ByteBuffer frame, Consumer<ByteBuffer> messages) {
        while (frame.hasRemaining()) {
            if (awaited == 0) {
                begin(frame);
            }
            if (frame.remaining() < awaited - have) {
                have += frame.remaining();
                parts.add(next(frame, frame.remaining()));
            } else {
                ByteBuffer last = next(frame, awaited - have);
                ByteBuffer message = have == 0 ? last : joined(last);
                restart();
                messages.accept(message);
            }
        }
    }

    private static ByteBuffer next(ByteBuffer frame, int length) {
        ByteBuffer view = frame.slice(frame.position(), length);
        frame.position(frame.position() + length);
        return view;
    }

    private ByteBuffer joined(ByteBuffer last) {
        ByteBuffer message = ByteBuffer.allocate(awaited);
        parts.forEach(message::put);
        return message.put(last).flip();
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
