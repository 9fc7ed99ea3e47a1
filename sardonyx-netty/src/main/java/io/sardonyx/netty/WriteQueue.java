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
 * Frames that wait to be written.
 *
 * <p>Small frames share a buffer, and the wire's thread is woken once for all that were offered until it comes: the
 * busier it is, the more goes out with each call to the system.
 */
final class WriteQueue {

    /** How many bytes may wait before no more are taken. */
    static final long HIGH = 1 << 20;

    private static final long LOW = HIGH / 2;
    private static final int SHARED = 1 << 14;

    private final ByteBufAllocator allocator;
    private final Runnable onRoom;
    private final Queue<ByteBuf> full = new ArrayDeque<>();
    private @Nullable Channel channel;
    private @Nullable ByteBuf current;
    private long number;
    private long waiting;
    private boolean draining;
    private boolean starved;
    private boolean shut;
    private boolean over;

    WriteQueue(ByteBufAllocator allocator, Runnable onRoom) {
        this.allocator = allocator;
        this.onRoom = onRoom;
    }

    /** From now on frames are taken, and go there. */
    synchronized void open(Channel to) {
        channel = to;
    }

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

    /** On the wire's thread. */
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

    /** Whether nothing is under way, so that a beat is due. */
    synchronized boolean isIdle() {
        return waiting == 0;
    }

    /** Nothing more is taken; what waits may still go out. */
    synchronized void shut() {
        shut = true;
    }

    /** What waits is written, and that was all. On the wire's thread. */
    void finish() {
        drain();
        end();
    }

    /** Nothing more is taken, and what waits is forgotten. */
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
