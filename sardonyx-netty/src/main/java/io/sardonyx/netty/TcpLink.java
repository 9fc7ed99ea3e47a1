package io.sardonyx.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.sardonyx.port.Wire;
import io.sardonyx.value.Site;
import io.sardonyx.wire.Frames;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a link: its connection state and its write queue, bounded by bytes.
 *
 * <p>Small frames share a buffer, and the event loop is woken once for all that were offered until it runs: the busier
 * it is, the more frames go out with each system call.
 *
 * <p>Opened and failed by the event loop, used and closed by a caller's thread; state is guarded by this object's
 * monitor.
 */
final class TcpLink implements Wire.Link {

    /** High watermark: bytes that may be queued or in flight before offers fail. */
    private static final long HIGH = 1 << 20;

    /** Low watermark, below which the sender is told that there is room again. */
    private static final long LOW = HIGH / 2;

    /** Size of a buffer that small frames share, in bytes. */
    private static final int SHARED = 1 << 14;

    /** States in order; a link only moves forward. */
    private enum State {
        CALLING,
        UP,
        OVER
    }

    private final TcpWire wire;
    private final Site to;

    /** Null until connecting has begun. */
    private @Nullable Channel channel;

    private State state = State.CALLING;

    /** Why the link is over; null before. */
    private @Nullable String problem;

    /** The write queue: full buffers, and the one that takes the next frames. */
    private final Queue<ByteBuf> full = new ArrayDeque<>();

    private @Nullable ByteBuf current;

    /** Sequence number of the next frame. */
    private long number;

    /** Bytes that were offered and are not written to the socket yet. */
    private long waiting;

    /** Whether a drain is scheduled on the event loop. */
    private boolean draining;

    /** Whether an offer has failed for lack of room, so that the sender has to be told of room. */
    private boolean starved;

    /** Whether queued frames were discarded; a link that was closed may still write them. */
    private boolean discarded;

    TcpLink(TcpWire wire, Site to) {
        this.wire = wire;
        this.to = to;
    }

    @Override
    public boolean offer(ByteBuffer... frame) {
        int length = Frames.contentLength(frame);
        Channel wake;
        synchronized (this) {
            if (state != State.UP || channel == null) {
                return false;
            }
            if (waiting > HIGH) {
                starved = true;
                return false;
            }
            put(length, frame);
            if (draining) {
                return true;
            }
            draining = true;
            wake = channel;
        }
        try {
            wake.eventLoop().execute(this::drain);
            return true;
        } catch (RejectedExecutionException closed) {
            discard();
            return false;
        }
    }

    private void put(int length, ByteBuffer... frame) {
        int need = Frames.HEADER + length;
        ByteBuf buffer = current;
        if (buffer == null || buffer.writableBytes() < need) {
            if (buffer != null) {
                full.add(buffer);
            }
            buffer = wire.allocator().directBuffer(Math.max(need, SHARED));
            current = buffer;
        }
        int at = buffer.writerIndex();
        Frames.put(buffer.internalNioBuffer(at, need), number++, frame);
        buffer.writerIndex(at + need);
        waiting += need;
    }

    /** Passes all queued buffers to the channel; on the event loop. */
    void drain() {
        Channel open;
        ByteBuf[] ready;
        synchronized (this) {
            draining = false;
            open = channel;
            if (open == null || discarded) {
                return;
            }
            if (current != null) {
                full.add(current);
                current = null;
            }
            ready = full.toArray(new ByteBuf[0]);
            full.clear();
        }
        for (ByteBuf buffer : ready) {
            int bytes = buffer.readableBytes();
            open.write(buffer).addListener((ChannelFuture done) -> written(done, bytes));
        }
        open.flush();
    }

    /** A write has completed: releases its share of the bound. */
    private void written(ChannelFuture done, int bytes) {
        boolean room;
        synchronized (this) {
            waiting -= bytes;
            room = starved && waiting < LOW;
            starved &= !room;
        }
        if (!done.isSuccess()) {
            done.channel().close();
        } else if (room) {
            wire.nudge();
        }
    }

    /** Whether nothing is queued or in flight, so that a heartbeat is due. */
    synchronized boolean isIdle() {
        return waiting == 0;
    }

    /** Releases queued frames unwritten. */
    synchronized void discard() {
        discarded = true;
        if (current != null) {
            current.release();
            current = null;
        }
        full.forEach(ByteBuf::release);
        full.clear();
    }

    @Override
    public synchronized boolean isOpen() {
        return state != State.OVER;
    }

    @Override
    public synchronized boolean isUp() {
        return state == State.UP;
    }

    @Override
    public synchronized @Nullable String problem() {
        return problem;
    }

    /**
     * Closes the link; frames that were offered are still flushed, if the peer reads them within the heartbeat timeout.
     */
    @Override
    public void close() {
        Channel open;
        synchronized (this) {
            if (state == State.OVER) {
                return;
            }
            state = State.OVER;
            problem = wire.site() + " closed its link to " + to;
            open = channel;
        }
        if (open == null) {
            discard();
        } else {
            wire.closeAfterFlush(open, this);
        }
        wire.forget(this);
    }

    /** Sets the channel, before the peer is authenticated; false if the link was closed meanwhile. */
    synchronized boolean connected(Channel connecting) {
        channel = connecting;
        return state != State.OVER;
    }

    /** The handshake succeeded: frames are accepted from now on. */
    void up(Channel connected) {
        synchronized (this) {
            if (state != State.CALLING) {
                return;
            }
            channel = connected;
            state = State.UP;
        }
        wire.nudge();
    }

    /** Ends the link and discards its queue; the first reason stays. */
    void over(String why) {
        synchronized (this) {
            if (state == State.OVER) {
                return;
            }
            problem = wire.site() + (state == State.UP ? " lost " : " cannot reach ") + to + ": " + why;
            state = State.OVER;
        }
        discard();
        wire.forget(this);
        wire.nudge();
    }
}
