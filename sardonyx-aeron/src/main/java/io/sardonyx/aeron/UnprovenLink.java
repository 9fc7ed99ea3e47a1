package io.sardonyx.aeron;

import io.aeron.Image;
import io.aeron.ImageFragmentAssembler;
import io.aeron.logbuffer.Header;
import io.sardonyx.value.Pass;
import io.sardonyx.wire.Handshake;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Somebody who has opened a link to us and has not proved yet who it is; on the wire's thread. */
final class UnprovenLink {

    /** What became of it so far. */
    enum Standing {
        WAITING,
        PROVED,
        /** It was told why not; it stays for a moment, or the news would be lost together with the link. */
        TOLD,
        /** Nothing that it could be told. */
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

    /** Hears what has come; not a fragment after the proof, which is for others. */
    Standing listen() {
        if (image.termBufferLength() > AeronSettings.MAX_TERM_LENGTH) {
            standing = Standing.REFUSED;
        }
        while (standing == Standing.WAITING && image.poll(assembler, 1) > 0) {
            // goes on until it is known who this is
        }
        return standing;
    }

    boolean isGone(long now) {
        return image.isClosed() || now - since > OutgoingAeronLink.PATIENCE_NANOS;
    }

    Image image() {
        return image;
    }

    /** The link that it has proved to be. */
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
