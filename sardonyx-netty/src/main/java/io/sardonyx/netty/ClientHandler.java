package io.sardonyx.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.sardonyx.wire.Handshake;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The channel handler of the calling side: performs the handshake, then receives only heartbeats. Confined to the event
 * loop.
 */
final class ClientHandler extends ChannelInboundHandlerAdapter {

    /** The byte by which the called side accepts the connection, and its heartbeat afterwards. */
    static final byte ALIVE = 0;

    private static final ByteBuf BEAT = Unpooled.unreleasableBuffer(
            Unpooled.directBuffer(Integer.BYTES).writeInt(FrameCutter.BEAT).asReadOnly());

    private final TcpWire wire;
    private final TcpLink link;
    private final Duration silence;
    private final HandshakeMessages messages = new HandshakeMessages();
    private final Handshake.Caller caller;

    /** Whether our proof is sent, so that the next message accepts or refuses us. */
    private boolean proved;

    /** Non-null once the handshake is complete. */
    private @Nullable Heartbeat heartbeat;

    ClientHandler(TcpWire wire, TcpLink link, Duration silence) {
        this.wire = wire;
        this.link = link;
        this.silence = silence;
        this.caller = new Handshake.Caller(wire.pass(), wire.site(), wire.nonce());
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        context.writeAndFlush(HandshakeMessages.framed(context.alloc(), caller.hello()), context.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        var in = (ByteBuf) message;
        try {
            while (in.isReadable() && link.isOpen()) {
                take(context, in);
            }
        } catch (Handshake.Refused | FrameCutter.BadFrame e) {
            fail(context, e.getMessage());
        } finally {
            in.release();
        }
    }

    private void take(ChannelHandlerContext context, ByteBuf in) throws Handshake.Refused, FrameCutter.BadFrame {
        if (heartbeat != null) {
            heartbeat.received();
            if (in.readByte() != ALIVE) {
                wire.refused();
                throw new FrameCutter.BadFrame("what it says is damaged");
            }
            return;
        }
        ByteBuffer said = messages.next(in);
        if (said == null) {
            return;
        }
        if (!proved) {
            ByteBuffer proof = caller.proof(said);
            proved = true;
            context.writeAndFlush(HandshakeMessages.framed(context.alloc(), proof), context.voidPromise());
        } else if (said.remaining() == 1 && said.get(0) == ALIVE) {
            heartbeat = new Heartbeat(
                    context.channel().eventLoop(),
                    silence,
                    () -> beat(context),
                    () -> fail(context, "nothing was heard of it for " + silence.toSeconds() + " s"),
                    () -> true);
            link.up(context.channel());
        } else {
            caller.proof(said);
            throw new FrameCutter.BadFrame("it does not speak as a process of a cluster does");
        }
    }

    private void beat(ChannelHandlerContext context) {
        if (link.isIdle()) {
            context.writeAndFlush(BEAT.duplicate(), context.voidPromise());
        }
    }

    private void fail(ChannelHandlerContext context, @Nullable String why) {
        link.over(why == null ? "it does not answer" : why);
        context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (heartbeat != null) {
            heartbeat.stop();
        }
        link.over(heartbeat != null ? "it closed the connection" : "it closed the connection before it let us in");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fail(context, TcpFailureText.of(cause));
    }
}
