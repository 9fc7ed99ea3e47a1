package io.sardonyx.netty;

import io.sardonyx.port.Wire.Inbound;
import io.sardonyx.wire.Frames;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The receive queue of a wire: frames of all links in order of arrival, written by the event loop and polled by a
 * caller.
 *
 * <p>The queue itself is lock-free; the monitor only excludes concurrent polls.
 */
final class ReceivedFrames {

    /** The content of a frame; without one, the end of the link. */
    private record Arrival(IncomingTcpLink link, @Nullable ByteBuffer content) {}

    private final Queue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
    private final Runnable onRefusal;

    /**
     * Whether a poll is in progress, so that a reentrant one from within a callback returns nothing. Guarded by this.
     */
    private boolean polling;

    private volatile boolean closed;

    ReceivedFrames(Runnable onRefusal) {
        this.onRefusal = onRefusal;
    }

    /** Enqueues a frame; on the event loop. */
    void add(IncomingTcpLink link, ByteBuffer content) {
        int bytes = Frames.HEADER + content.remaining();
        arrivals.add(new Arrival(link, content));
        link.received(bytes);
    }

    /** Enqueues the end of a link, behind all its frames; on the event loop. */
    void end(IncomingTcpLink link) {
        arrivals.add(new Arrival(link, null));
    }

    /** Passes at most {@code limit} frames and link ends to the callback; how many there were. */
    synchronized int poll(Inbound inbound, int limit) {
        if (polling) {
            return 0;
        }
        polling = true;
        try {
            int count = 0;
            while (count < limit && !closed) {
                Arrival next = arrivals.poll();
                if (next == null) {
                    break;
                }
                count += pass(next.link(), next.content(), inbound);
            }
            return count;
        } finally {
            polling = false;
        }
    }

    /** Passes on a frame or the end of a link; a frame that the callback rejects is counted and ends its link. */
    private int pass(IncomingTcpLink link, @Nullable ByteBuffer content, Inbound inbound) {
        if (content == null) {
            inbound.broken(link.from());
            return 1;
        }
        int bytes = Frames.HEADER + content.remaining();
        try {
            if (link.isRejected()) {
                return 0;
            }
            inbound.frame(link.from(), content);
        } catch (IllegalArgumentException e) {
            onRefusal.run();
            link.reject();
        } finally {
            link.polled(bytes);
        }
        return 1;
    }

    /** Ends polling, at once even within a poll. */
    void close() {
        closed = true;
        arrivals.clear();
    }
}
