package io.sardonyx.netty;

import io.netty.channel.Channel;
import io.sardonyx.port.Wire;
import io.sardonyx.value.Site;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a link: its connection state and its write queue.
 *
 * <p>Opened and failed by the event loop, used and closed by a caller's thread; state is guarded by this object's
 * monitor.
 */
final class TcpLink implements Wire.Link {

    /** States in order; a link only moves forward. */
    private enum State {
        CALLING,
        UP,
        OVER
    }

    private final TcpWire wire;
    private final Site to;
    private final WriteQueue outbox;

    /** Null until connecting has begun. */
    private @Nullable Channel channel;

    private State state = State.CALLING;

    /** Why the link is over; null before. */
    private @Nullable String problem;

    TcpLink(TcpWire wire, Site to) {
        this.wire = wire;
        this.to = to;
        this.outbox = new WriteQueue(wire.allocator(), wire::nudge);
    }

    @Override
    public boolean offer(ByteBuffer frame) {
        if (frame.remaining() > Wire.FRAME_LIMIT) {
            throw new IllegalArgumentException(
                    "a frame has at most " + Wire.FRAME_LIMIT + " bytes, not " + frame.remaining());
        }
        return outbox.offer(frame);
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
        Channel at;
        synchronized (this) {
            if (state == State.OVER) {
                return;
            }
            state = State.OVER;
            problem = wire.site() + " closed its link to " + to;
            at = channel;
        }
        outbox.shut();
        if (at == null) {
            outbox.end();
        } else {
            wire.hangUp(at, outbox);
        }
        wire.forget(this);
    }

    Site to() {
        return to;
    }

    WriteQueue outbox() {
        return outbox;
    }

    /** Sets the channel, before the peer is authenticated; false if the link was closed meanwhile. */
    synchronized boolean connected(Channel at) {
        channel = at;
        return state != State.OVER;
    }

    /** The handshake succeeded: frames are accepted from now on. */
    void up(Channel at) {
        synchronized (this) {
            if (state != State.CALLING) {
                return;
            }
            state = State.UP;
        }
        outbox.open(at);
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
        outbox.end();
        wire.forget(this);
        wire.nudge();
    }
}
