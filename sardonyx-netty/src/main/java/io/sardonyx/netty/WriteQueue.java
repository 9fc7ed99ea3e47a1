package io.sardonyx.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.sardonyx.wire.Frames;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The write queue of a link, bounded by bytes: {@link #offer} fails while it is full (back-pressure).
 *
 * <p>Small frames share a buffer, and the event loop is woken once for all that were offered until it runs: the busier
 * it is, the more frames go out with each system call. State is guarded by this object's monitor.
 */
final class WriteQueue {

    /** High watermark: bytes that may be queued or in flight before offers fail. */
    static final long HIGH = 1 << 20;

    /** Low watermark, below which the sender is told that there is room again. */
    private static final long LOW = HIGH / 2;

    /** Size of a buffer that small frames share, in bytes. */
    private static final int SHARED = 1 << 14;

    private final ByteBufAllocator allocator;
    private final Runnable onRoom;
    private final Queue<ByteBuf> full = new ArrayDeque<>();
    private @Nullable Channel channel;
    private @Nullable ByteBuf current;

    /** Sequence number of the next frame. */
    private long number;

    /** Bytes that were offered and are not written to the socket yet. */
    private long waiting;

    /** Whether a drain is scheduled on the event loop. */
    private boolean draining;

    /** Whether an offer has failed for lack of room, so that the sender has to be told of room. */
    private boolean starved;

    private boolean shut;
    private boolean over;

    WriteQueue(ByteBufAllocator allocator, Runnable onRoom) {
        this.allocator = allocator;
        this.onRoom = onRoom;
    }

    /** Sets the channel; frames are accepted from now on. */
    synchronized void open(Channel to) {
        channel = to;
    }

    /** Copies the frame into the queue; false, without effect, if it is full, closed or not open yet. */
    boolean offer(ByteBuffer content) {
        Channel wake;
        synchronized (this) {
            if (over || shut || channel == null) {
                return false;
            }
            if (waiting > HIGH) {
                starved = true;
                return false;
            }
            put(content);
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
            end();
            return false;
        }
    }

    private void put(ByteBuffer content) {
        int need = Frames.HEADER + content.remaining();
        ByteBuf buffer = current;
        if (buffer == null || buffer.writableBytes() < need) {
            if (buffer != null) {
                full.add(buffer);
            }
            buffer = allocator.directBuffer(Math.max(need, SHARED));
            current = buffer;
        }
        int at = buffer.writerIndex();
        Frames.put(buffer.internalNioBuffer(at, need), number++, content.duplicate());
        buffer.writerIndex(at + need);
        waiting += need;
    }

    /** Passes all queued buffers to the channel; on the event loop. */
    private void drain() {
        Channel to;
        ByteBuf[] ready;
        synchronized (this) {
            draining = false;
            to = channel;
            if (to == null || over) {
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
            to.write(buffer).addListener((ChannelFuture done) -> written(done, bytes));
        }
        to.flush();
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
            onRoom.run();
        }
    }

    /** Whether nothing is queued or in flight, so that a heartbeat is due. */
    synchronized boolean isIdle() {
        return waiting == 0;
    }

    /** Rejects further offers; queued frames may still be written. */
    synchronized void shut() {
        shut = true;
    }

    /** Writes queued frames and closes the queue; on the event loop. */
    void finish() {
        drain();
        end();
    }

    /** Closes the queue and releases queued frames unwritten. */
    synchronized void end() {
        over = true;
        if (current != null) {
            current.release();
            current = null;
        }
        full.forEach(ByteBuf::release);
        full.clear();
    }
}
