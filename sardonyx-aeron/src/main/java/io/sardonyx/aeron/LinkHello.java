package io.sardonyx.aeron;

import io.sardonyx.value.Site;
import io.sardonyx.wire.Handshake;
import io.sardonyx.wire.HostPort;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The first message of a link: the handshake's hello, preceded by the reply address, so that even a hello of another
 * version is answered.
 *
 * @param name the nonce by which replies name the link, in hexadecimal
 */
record LinkHello(Site caller, String name, ByteBuffer hello) {

    /** Maximum length in bytes. */
    static final int MAX_BYTES = Short.BYTES + 2_048 + Handshake.NONCE_BYTES + Handshake.MAX_BYTES;

    /** Decodes a message; null if it is malformed. */
    static @Nullable LinkHello read(ByteBuffer source) {
        try {
            byte[] address = new byte[Short.toUnsignedInt(source.getShort())];
            source.get(address);
            byte[] nonce = new byte[Handshake.NONCE_BYTES];
            source.get(nonce);
            var caller = HostPort.of(AeronWireProvider.SCHEME, new Site(new String(address, StandardCharsets.UTF_8)));
            return new LinkHello(caller.site(), LinkReply.name(nonce), source.slice());
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            return null;
        }
    }

    ByteBuffer written() {
        byte[] address = caller.address().getBytes(StandardCharsets.UTF_8);
        byte[] nonce = HexFormat.of().parseHex(name);
        return ByteBuffer.allocateDirect(Short.BYTES + address.length + nonce.length + hello.remaining())
                .putShort((short) address.length)
                .put(address)
                .put(nonce)
                .put(hello.duplicate())
                .flip();
    }
}
