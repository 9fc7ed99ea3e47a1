package io.sardonyx.netty;

import io.netty.buffer.ByteBuf;
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
 * <p>The queue itself is lock-free; the monitor only excludes concurrent polls and the release of buffers during a
 * poll.
 */
final class ReceivedFrames {

    /** A queued run of frames; without one, the end of the link. */
    private record Arrival(IncomingTcpLink link, @Nullable ByteBuf run) {}

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

    /** Enqueues a run and takes ownership of its buffer; on the event loop. */
    void add(IncomingTcpLink link, ByteBuf run) {
        int bytes = run.readableBytes();
        arrivals.add(new Arrival(link, run));
        link.came(bytes);
    }

    /** Enqueues the end of a link, behind all its frames; on the event loop. */
    void end(IncomingTcpLink link) {
        arrivals.add(new Arrival(link, null));
    }

    /** Passes at most {@code limit} frames and link ends to the callback; how many there were. */
    synchronized int poll(Inbound inbound, int limit) {
        if (closed || polling) {
            return 0;
        }
        polling = true;
        try {
            int count = 0;
            for (Arrival next = arrivals.peek(); next != null && count < limit && !closed; next = arrivals.peek()) {
                count += handOver(next, inbound, limit - count);
            }
            return count;
        } finally {
            polling = false;
            if (closed) {
                releaseAll();
            }
        }
    }

    private int handOver(Arrival next, Inbound inbound, int limit) {
        ByteBuf run = next.run();
        if (run == null) {
            arrivals.remove();
            inbound.broken(next.link().from());
            return 1;
        }
        int count = 0;
        try {
            while (run.isReadable() && count < limit && !closed && !next.link().isCondemned()) {
                count++;
                frame(next.link(), run, inbound);
            }
        } finally {
            if (!run.isReadable() || next.link().isCondemned()) {
                arrivals.remove();
                int left = run.readableBytes();
                run.release();
                next.link().polled(left);
            }
        }
        return count;
    }

    /** A frame that the callback rejects is counted and ends its link. */
    private void frame(IncomingTcpLink link, ByteBuf run, Inbound inbound) {
        int at = run.readerIndex();
        int length = run.getInt(at);
        ByteBuffer content = run.nioBuffer(at + Frames.HEADER, length);
        run.skipBytes(Frames.HEADER + length);
        try {
            inbound.frame(link.from(), content);
        } catch (IllegalArgumentException e) {
            onRefusal.run();
            link.condemn();
        } finally {
            link.polled(Frames.HEADER + length);
        }
    }

    /** Releases all queued buffers, or lets the poll in progress do so. Only after the event loop has ended. */
    void close() {
        closed = true;
        synchronized (this) {
            if (!polling) {
                releaseAll();
            }
        }
    }

    private void releaseAll() {
        for (Arrival next = arrivals.poll(); next != null; next = arrivals.poll()) {
            if (next.run() != null) {
                next.run().release();
            }
        }
    }
}
