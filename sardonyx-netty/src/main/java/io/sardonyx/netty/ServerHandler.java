package io.sardonyx.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.sardonyx.wire.Handshake;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The channel handler of the called side: authenticates the caller within a deadline, then receives frames. Confined to
 * the event loop.
 */
final class ServerHandler extends ChannelInboundHandlerAdapter {

    private static final ByteBuf BEAT = Unpooled.unreleasableBuffer(
            Unpooled.directBuffer(1).writeByte(ClientHandler.ALIVE).asReadOnly());

    private final TcpWire wire;
    private final Duration silence;
    private final HandshakeMessages messages = new HandshakeMessages();
    private final FrameCutter cutter = new FrameCutter();
    private final Handshake.Called called;

    /** Closes the connection when the handshake times out. */
    private @Nullable ScheduledFuture<?> deadline;

    private @Nullable Heartbeat heartbeat;

    /** The authenticated link; null before the handshake is complete and after the link has ended. */
    private @Nullable IncomingTcpLink incoming;

    private boolean receivedHello;

    /**
     * Whether the caller sent anything; a connection without a byte, as of a port scan, is not counted as a refusal.
     */
    private boolean receivedAnything;

    /** Whether further input is discarded. */
    private boolean over;

    /**
     * Whether frames were enqueued since listeners were last called; so they are called once per read, not per frame.
     */
    private boolean framesReceived;

    ServerHandler(TcpWire wire, Duration silence) {
        this.wire = wire;
        this.silence = silence;
        this.called = new Handshake.Called(wire.pass(), wire.nonce());
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        wire.unproven().add(context.channel());
        deadline = context.channel()
                .eventLoop()
                .schedule(() -> context.close(), TcpWire.HANDSHAKE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        var in = (ByteBuf) message;
        try {
            while (in.isReadable() && !over) {
                take(context, in);
            }
        } catch (Handshake.Refused e) {
            end(context);
        } catch (FrameCutter.BadFrame e) {
            if (incoming != null) {
                wire.refused();
            }
            end(context);
        } finally {
            in.release();
        }
    }

    private void take(ChannelHandlerContext context, ByteBuf in) throws Handshake.Refused, FrameCutter.BadFrame {
        IncomingTcpLink link = incoming;
        if (link != null && heartbeat != null) {
            heartbeat.received();
            cutter.cut(in, content -> {
                wire.receivedFrames().add(link, content);
                framesReceived = true;
            });
            return;
        }
        receivedAnything = true;
        ByteBuffer said = messages.next(in);
        if (said == null) {
            return;
        }
        if (!receivedHello) {
            answer(context, said);
        } else if (called.isProvedBy(said)) {
            accept(context);
        } else {
            refuse(context, Handshake.Called.disbelief());
        }
    }

    private void answer(ChannelHandlerContext context, ByteBuffer hello) throws Handshake.Refused {
        receivedHello = true;
        ByteBuffer answer = called.answer(hello);
        if (Handshake.Called.accepts(answer)) {
            context.writeAndFlush(HandshakeMessages.framed(context.alloc(), answer), context.voidPromise());
        } else {
            refuse(context, answer);
        }
    }

    /** Sends the reason for the refusal and closes the connection; further input is discarded. */
    private void refuse(ChannelHandlerContext context, ByteBuffer why) {
        over = true;
        context.writeAndFlush(HandshakeMessages.framed(context.alloc(), why)).addListener(ChannelFutureListener.CLOSE);
    }

    private void accept(ChannelHandlerContext context) {
        endHandshake(context);
        var link = new IncomingTcpLink(called.caller(), context.channel(), this::readingResumed);
        incoming = link;
        heartbeat = new Heartbeat(
                context.channel().eventLoop(),
                silence,
                () -> context.writeAndFlush(BEAT.duplicate(), context.voidPromise()),
                () -> end(context),
                () -> !link.isPaused());
        wire.present(link.from(), this, () -> end(context));
        ByteBuffer welcome = ByteBuffer.wrap(new byte[] {ClientHandler.ALIVE});
        context.writeAndFlush(HandshakeMessages.framed(context.alloc(), welcome), context.voidPromise());
    }

    /** Restarts the peer's timeout when reading resumes, since nothing could be received meanwhile. */
    private void readingResumed() {
        if (heartbeat != null) {
            heartbeat.received();
        }
    }

    /** Ends the handshake phase: cancels its deadline. */
    private void endHandshake(ChannelHandlerContext context) {
        wire.unproven().remove(context.channel());
        if (deadline != null) {
            deadline.cancel(false);
            deadline = null;
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (framesReceived) {
            framesReceived = false;
            wire.nudge();
        }
    }

    /**
     * Ends the link. Its end is enqueued at once, so that no frame of a newer link from the same site comes before it.
     */
    private void end(ChannelHandlerContext context) {
        over = true;
        IncomingTcpLink link = incoming;
        if (link != null) {
            incoming = null;
            wire.absent(link.from(), this);
            wire.receivedFrames().end(link);
            wire.nudge();
        }
        context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (heartbeat == null && receivedAnything) {
            wire.refused();
        }
        if (heartbeat != null) {
            heartbeat.stop();
        }
        endHandshake(context);
        end(context);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        end(context);
    }
}
