package io.sardonyx.aeron;

import io.aeron.AeronCounters;
import io.aeron.Image;
import io.aeron.ImageFragmentAssembler;
import io.aeron.logbuffer.ControlledFragmentHandler.Action;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import io.sardonyx.port.Pass;
import io.sardonyx.port.Wire;
import io.sardonyx.value.Site;
import io.sardonyx.wire.FrameOrder;
import io.sardonyx.wire.Frames;
import io.sardonyx.wire.Handshake;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of an authenticated link: verifies checksum and sequence of frames and passes them on.
 *
 * <p>Polled by a caller's thread under the lock of {@link IncomingLinks}; the wire's thread only looks at positions.
 */
final class IncomingAeronLink {

    /** Fragments per poll of the image. */
    private static final int MOST_FRAGMENTS = 1_024;

    /** Type of the driver's counter for the receiver position. */
    private static final int POSITION_COUNTER = AeronCounters.DRIVER_RECEIVER_POS_TYPE_ID;

    private final Image image;
    private final Site from;
    private final String name;
    private final FrameOrder order = new FrameOrder();

    /** Set by either thread; from then on the image is not touched. */
    private volatile boolean over;

    /** Whether this side ended the link, so that the sender has to be notified. */
    private volatile boolean endedHere;

    // Confined to the wire's thread.
    private int counter = CountersReader.NULL_COUNTER_ID;
    private long lastPosition;
    private boolean endReported;

    // Used by the polling thread during a poll.
    private Wire.@Nullable Inbound inbound;

    /** The frame that is being put together from its fragments; null between two frames. */
    private @Nullable ByteBuffer frame;

    private int room;
    private boolean damaged;
    private @Nullable RuntimeException failure;

    IncomingAeronLink(Image image, Site from, String name) {
        this.image = image;
        this.from = from;
        this.name = name;
        this.lastPosition = image.position();
    }

    Site from() {
        return from;
    }

    Image image() {
        return image;
    }

    LinkReply reply(LinkReply.Kind kind) {
        return new LinkReply(kind, name, ByteBuffer.allocate(0));
    }

    boolean isOver() {
        return over;
    }

    boolean isEndedByUs() {
        return endedHere;
    }

    /** Whether it ended because of an invalid frame. */
    boolean isDamaged() {
        return damaged;
    }

    /** Ends the link from this side; the sender will be notified. */
    void end() {
        endedHere = true;
        over = true;
    }

    /** Ends the link without notifying the sender, since the connection is lost. */
    void drop() {
        over = true;
    }

    /**
     * Whether something arrived since the last call; on the wire's thread. Reads the driver's position counter, not the
     * image.
     */
    boolean hasArrivals(CountersReader counters) {
        if (over) {
            return false;
        }
        boolean ended = image.isClosed() || image.isEndOfStream();
        if (ended) {
            boolean arrived = !endReported;
            endReported = true;
            return arrived;
        }
        if (counter == CountersReader.NULL_COUNTER_ID) {
            counter = counters.findByTypeIdAndRegistrationId(POSITION_COUNTER, image.correlationId());
            return true;
        }
        long position = counters.getCounterValue(counter);
        boolean arrived = position > lastPosition;
        lastPosition = position;
        return arrived;
    }

    /** Passes on at most {@code limit} frames; how many there were. */
    int poll(Wire.Inbound target, int limit) {
        inbound = target;
        room = limit;
        int fragments = 1;
        while (!over && room > 0 && fragments > 0) {
            fragments = fragments();
        }
        if (!over && fragments == 0 && (image.isClosed() || image.isEndOfStream())) {
            over = true;
        }
        inbound = null;
        RuntimeException thrown = failure;
        if (thrown != null) {
            failure = null;
            throw thrown;
        }
        return limit - room;
    }

    /** Polls the image; data that Aeron itself cannot parse counts as damage too. */
    private int fragments() {
        try {
            return image.controlledPoll(this::take, MOST_FRAGMENTS);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | IllegalStateException e) {
            damage();
            return 0;
        }
    }

    private void damage() {
        damaged = true;
        end();
    }

    /**
     * Copies a fragment into its frame, the only copy: the sender may overwrite Aeron's memory, or it may be unmapped,
     * so the frame is verified, and decoded later, in an array of its own.
     */
    private Action take(DirectBuffer source, int offset, int length, Header header) {
        if (over || inbound == null) {
            return Action.BREAK;
        }
        boolean isFirst = (header.flags() & FrameDescriptor.BEGIN_FRAG_FLAG) != 0;
        boolean isLast = (header.flags() & FrameDescriptor.END_FRAG_FLAG) != 0;
        ByteBuffer target = isFirst ? begun(source, offset, length) : frame;
        frame = isLast ? null : target;
        if (target == null || length > target.remaining()) {
            damage();
            return Action.BREAK;
        }
        source.getBytes(offset, target, length);
        if (isLast) {
            complete(target.flip(), inbound);
        }
        return over || room == 0 ? Action.BREAK : Action.CONTINUE;
    }

    /** An array for the frame whose first fragment this is, or null if that is no header of a frame. */
    private static @Nullable ByteBuffer begun(DirectBuffer source, int offset, int length) {
        if (length < Frames.HEADER) {
            return null;
        }
        int content = source.getInt(offset, ByteOrder.BIG_ENDIAN);
        return content < 0 || content > Wire.FRAME_LIMIT ? null : ByteBuffer.allocate(Frames.HEADER + content);
    }

    private void complete(ByteBuffer whole, Wire.Inbound target) {
        if (!Frames.isIntact(whole) || !order.takes(Frames.number(whole))) {
            damage();
            return;
        }
        room--;
        try {
            target.frame(from, whole.position(Frames.HEADER));
        } catch (IllegalArgumentException e) {
            damage();
        } catch (RuntimeException e) {
            failure = e;
            end();
        }
    }

    /** An incoming link during its handshake, not authenticated yet. Confined to the wire's thread. */
    static final class Unproven {

        /** State of the handshake. */
        enum HandshakeState {
            WAITING,
            PROVED,
            /**
             * A refusal was sent; the image is kept for a moment, since the reply would be lost if the link closed
             * first.
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

        Unproven(Image image, ReplySender replies, Supplier<Pass> pass, byte[] ourNonce) {
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
}
