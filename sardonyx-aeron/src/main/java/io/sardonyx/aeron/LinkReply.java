package io.sardonyx.aeron;

import io.sardonyx.wire.Handshake;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What the called sends back to the caller's own endpoint.
 *
 * @param kind what it is about
 * @param caller which link it is about: the nonce with which that was opened, which nobody knows who has not seen it
 * @param content the answer to the hello or to a proof that was none; else nothing
 */
record LinkReply(Kind kind, String caller, ByteBuffer content) {

    /** The most bytes of one. */
    static final int MAX_BYTES = 1 + Handshake.NONCE_BYTES + Handshake.MAX_BYTES;

    enum Kind {
        /** To the hello, or to a proof that was none. */
        ANSWER(0),
        /** The proof was accepted: frames may come. */
        WELCOME(1),
        /** The link is over. */
        GOODBYE(2);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        static @Nullable Kind of(int code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            return null;
        }
    }

    /** How a nonce is written where it names a link. */
    static String name(byte[] nonce) {
        return HexFormat.of().formatHex(nonce);
    }

    /** What was sent, or null if this is no answer. */
    static @Nullable LinkReply read(ByteBuffer source) {
        if (source.remaining() <= Handshake.NONCE_BYTES) {
            return null;
        }
        Kind kind = Kind.of(source.get());
        byte[] nonce = new byte[Handshake.NONCE_BYTES];
        source.get(nonce);
        return kind == null ? null : new LinkReply(kind, name(nonce), source.slice());
    }

    byte[] written() {
        return ByteBuffer.allocate(1 + Handshake.NONCE_BYTES + content.remaining())
                .put((byte) kind.code)
                .put(HexFormat.of().parseHex(caller))
                .put(content.duplicate())
                .array();
    }
}
