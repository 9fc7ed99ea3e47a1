package io.sardonyx.testkit.contract;

import io.sardonyx.port.Wire;
import java.nio.ByteBuffer;

/** Sender of the expected frames over one link; stops where the link refuses a frame (back-pressure). */
final class FrameSender {

    /** Most frames offered in one call. */
    private static final int BURST = 64;

    private final Wire.Link link;
    private final ExpectedFrames script;
    private final long id;
    private long sent;
    private long bytes;

    FrameSender(Wire.Link link, ExpectedFrames script, long id) {
        this.link = link;
        this.script = script;
        this.id = id;
    }

    /**
     * Offers the next frames until so many have been sent in all or the link refuses one; returns whether any was
     * accepted.
     */
    boolean offerUpTo(long total) {
        long before = sent;
        for (int i = 0; i < BURST && sent < total; i++) {
            ByteBuffer frame = script.frame(id, sent);
            int length = frame.remaining();
            if (!link.offer(frame)) {
                break;
            }
            sent++;
            bytes += length;
        }
        return sent > before;
    }

    Wire.Link link() {
        return link;
    }

    long id() {
        return id;
    }

    long sent() {
        return sent;
    }

    long bytes() {
        return bytes;
    }
}
