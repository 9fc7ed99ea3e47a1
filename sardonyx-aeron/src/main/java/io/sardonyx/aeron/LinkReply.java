package io.sardonyx.aeron;

import io.sardonyx.wire.Handshake;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A reply of the called side to the caller's endpoint, during the handshake and at the end of a link.
 *
 * @param kind its purpose
 * @param caller the link it concerns: the nonce with which that was opened, an unguessable token
 * @param content the handshake's answer, or the reason for a refusal; otherwise empty
 */
record LinkReply(Kind kind, String caller, ByteBuffer content) {

    /** Maximum length in bytes. */
    static final int MAX_BYTES = 1 + Handshake.NONCE_BYTES + Handshake.MAX_BYTES;

    enum Kind {
        /** The answer to the hello, or to an invalid proof. */
        ANSWER(0),
        /** The proof was accepted: frames may be sent. */
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

    /** The name of a link: its nonce in hexadecimal. */
    static String name(byte[] nonce) {
        return HexFormat.of().formatHex(nonce);
    }

    /** Decodes a reply; null if it is malformed. */
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
