package io.sardonyx.aeron;

import io.aeron.Image;
import io.aeron.ImageFragmentAssembler;
import io.aeron.logbuffer.Header;
import io.sardonyx.port.Pass;
import io.sardonyx.wire.Handshake;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** An incoming link during its handshake, not authenticated yet. Confined to the wire's thread. */
final class UnprovenLink {

    /** State of the handshake. */
    enum HandshakeState {
        WAITING,
        PROVED,
        /**
         * A refusal was sent; the image is kept for a moment, since the reply would be lost if the link closed first.
         */
        ANSWERED,
        /** The input was invalid; no reply is possible. */
        REFUSED
    }

    private final Image image;
    private final ReplySender replies;
    private final Supplier<Pass> pass;
    private final byte[] ourNonce;
    private final ImageFragmentAssembler assembler = new ImageFragmentAssembler(this::receive);
    private final long since = System.nanoTime();
    private HandshakeState state = HandshakeState.WAITING;
    private @Nullable LinkHello acceptedHello;
    private Handshake.@Nullable Called handshake;

    UnprovenLink(Image image, ReplySender replies, Supplier<Pass> pass, byte[] ourNonce) {
        this.image = image;
        this.replies = replies;
        this.pass = pass;
        this.ourNonce = ourNonce;
    }

    /** Polls the image for handshake messages; no fragment behind the proof, since those are frames. */
    HandshakeState listen() {
        if (image.termBufferLength() > AeronSettings.MAX_TERM_LENGTH) {
            state = HandshakeState.REFUSED;
        }
        while (state == HandshakeState.WAITING && image.poll(assembler, 1) > 0) {
            // the assembler's callback changes the state
        }
        return state;
    }

    /** Whether the link was closed or the handshake has timed out. */
    boolean isGone(long now) {
        return image.isClosed() || now - since > OutgoingAeronLink.HANDSHAKE_NANOS;
    }

    Image image() {
        return image;
    }

    /** The authenticated link. */
    IncomingAeronLink incoming() {
        if (acceptedHello == null || state != HandshakeState.PROVED) {
            throw new IllegalStateException("not proved");
        }
        return new IncomingAeronLink(image, acceptedHello.caller(), acceptedHello.name());
    }

    private void receive(DirectBuffer buffer, int offset, int length, Header header) {
        if (length > LinkHello.MAX_BYTES) {
            state = HandshakeState.REFUSED;
            return;
        }
        byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        state = acceptedHello == null || handshake == null
                ? receiveHello(ByteBuffer.wrap(bytes))
                : receiveProof(acceptedHello, handshake, ByteBuffer.wrap(bytes));
    }

    private HandshakeState receiveHello(ByteBuffer message) {
        var hello = LinkHello.read(message);
        if (hello == null) {
            return HandshakeState.REFUSED;
        }
        try {
            var called = new Handshake.Called(pass.get(), ourNonce);
            ByteBuffer answer = called.answer(hello.hello());
            boolean accepted = Handshake.Called.accepts(answer);
            if (accepted && !called.caller().equals(hello.caller())) {
                return HandshakeState.REFUSED;
            }
            acceptedHello = hello;
            handshake = called;
            reply(hello, answer);
            return accepted ? HandshakeState.WAITING : HandshakeState.ANSWERED;
        } catch (Handshake.Refused e) {
            return HandshakeState.REFUSED;
        }
    }

    private HandshakeState receiveProof(LinkHello hello, Handshake.Called called, ByteBuffer proof) {
        if (called.isProvedBy(proof)) {
            return HandshakeState.PROVED;
        }
        reply(hello, Handshake.Called.disbelief());
        return HandshakeState.ANSWERED;
    }

    private void reply(LinkHello hello, ByteBuffer content) {
        replies.send(hello.caller(), new LinkReply(LinkReply.Kind.ANSWER, hello.name(), content));
    }
}
