package io.sardonyx.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.sardonyx.wire.Handshake;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The codec of handshake messages, each prefixed by two bytes of length. Buffers no more than has arrived, so that an
 * unauthenticated peer cannot make it allocate memory.
 */
final class HandshakeMessages {

    private final ByteBuf bytes = Unpooled.buffer(64);

    static ByteBuf framed(ByteBufAllocator allocator, ByteBuffer message) {
        int length = message.remaining();
        return allocator.buffer(Short.BYTES + length).writeShort(length).writeBytes(message);
    }

    /** The next message, or null if it is incomplete; bytes behind it stay in the buffer. */
    @Nullable
    ByteBuffer next(ByteBuf in) throws FrameCutter.BadFrame {
        while (in.isReadable()) {
            bytes.writeBytes(in, Math.min(missing(), in.readableBytes()));
            if (missing() == 0) {
                byte[] message = new byte[bytes.readableBytes() - Short.BYTES];
                bytes.getBytes(bytes.readerIndex() + Short.BYTES, message);
                bytes.clear();
                return ByteBuffer.wrap(message);
            }
        }
        return null;
    }

    private int missing() throws FrameCutter.BadFrame {
        int have = bytes.readableBytes();
        if (have < Short.BYTES) {
            return Short.BYTES - have;
        }
        int length = bytes.getUnsignedShort(bytes.readerIndex());
        if (length == 0 || length > Handshake.MAX_BYTES) {
            throw new FrameCutter.BadFrame("a greeting of " + length + " bytes");
        }
        return Short.BYTES + length - have;
    }
}
