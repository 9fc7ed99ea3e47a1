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
    enum Standing {
        WAITING,
        PROVED,
        /**
         * A refusal was sent; the image is kept for a moment, since the reply would be lost if the link closed first.
         */
        TOLD,
        /** The input was invalid; no reply is possible. */
        REFUSED
    }

    private final Image image;
    private final ReplySender replies;
    private final Supplier<Pass> pass;
    private final byte[] ourNonce;
    private final ImageFragmentAssembler assembler = new ImageFragmentAssembler(this::hear);
    private final long since = System.nanoTime();
    private Standing standing = Standing.WAITING;
    private @Nullable LinkHello opening;
    private Handshake.@Nullable Called greeting;

    UnprovenLink(Image image, ReplySender replies, Supplier<Pass> pass, byte[] ourNonce) {
        this.image = image;
        this.replies = replies;
        this.pass = pass;
        this.ourNonce = ourNonce;
    }

    /** Polls the image for handshake messages; no fragment behind the proof, since those are frames. */
    Standing listen() {
        if (image.termBufferLength() > AeronSettings.MAX_TERM_LENGTH) {
            standing = Standing.REFUSED;
        }
        while (standing == Standing.WAITING && image.poll(assembler, 1) > 0) {
            // the assembler's callback changes the state
        }
        return standing;
    }

    /** Whether the link was closed or the handshake has timed out. */
    boolean isGone(long now) {
        return image.isClosed() || now - since > OutgoingAeronLink.PATIENCE_NANOS;
    }

    Image image() {
        return image;
    }

    /** The authenticated link. */
    IncomingAeronLink incoming() {
        if (opening == null || standing != Standing.PROVED) {
            throw new IllegalStateException("not proved");
        }
        return new IncomingAeronLink(image, opening.caller(), opening.name());
    }

    private void hear(DirectBuffer buffer, int offset, int length, Header header) {
        if (length > LinkHello.MAX_BYTES) {
            standing = Standing.REFUSED;
            return;
        }
        byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        standing = opening == null || greeting == null
                ? hearOpening(ByteBuffer.wrap(bytes))
                : hearProof(opening, greeting, ByteBuffer.wrap(bytes));
    }

    private Standing hearOpening(ByteBuffer message) {
        var said = LinkHello.read(message);
        if (said == null) {
            return Standing.REFUSED;
        }
        try {
            var called = new Handshake.Called(pass.get(), ourNonce);
            ByteBuffer answer = called.answer(said.hello());
            boolean accepted = Handshake.Called.accepts(answer);
            if (accepted && !called.caller().equals(said.caller())) {
                return Standing.REFUSED;
            }
            opening = said;
            greeting = called;
            reply(said, answer);
            return accepted ? Standing.WAITING : Standing.TOLD;
        } catch (Handshake.Refused e) {
            return Standing.REFUSED;
        }
    }

    private Standing hearProof(LinkHello said, Handshake.Called called, ByteBuffer proof) {
        if (called.isProvedBy(proof)) {
            return Standing.PROVED;
        }
        reply(said, Handshake.Called.disbelief());
        return Standing.TOLD;
    }

    private void reply(LinkHello said, ByteBuffer content) {
        replies.send(said.caller(), new LinkReply(LinkReply.Kind.ANSWER, said.name(), content));
    }
}
