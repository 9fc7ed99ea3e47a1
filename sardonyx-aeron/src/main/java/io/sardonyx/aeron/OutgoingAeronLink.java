package io.sardonyx.aeron;

import io.aeron.DirectBufferVector;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.exceptions.RegistrationException;
import io.sardonyx.port.Wire;
import io.sardonyx.value.Site;
import io.sardonyx.wire.Frames;
import io.sardonyx.wire.Handshake;
import io.sardonyx.wire.HostPort;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a link: a publication of its own, with a handshake by the wire's thread and then frames from the
 * caller's thread. Methods that touch the publication are synchronized, so that it is not unmapped during an offer.
 */
final class OutgoingAeronLink implements Wire.Link {

    /** Timeout of the handshake. */
    static final long HANDSHAKE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** States in order; a link only moves forward. */
    private enum Stage {
        /** Nothing was requested yet. */
        NEW,
        /** The publication is requested and pending. */
        ADDED,
        /** The handshake is in progress. */
        HANDSHAKE,
        /** Authenticated: frames are accepted. */
        UP,
        /** Closed or broken, for good. */
        OVER
    }

    private final Site self;
    private final Site to;
    private final String name;
    private final Handshake.Caller handshake;
    private final long deadline = System.nanoTime() + HANDSHAKE_NANOS;

    private volatile Stage stage = Stage.NEW;
    private volatile @Nullable String problem;

    /** Whether an offer failed by back-pressure, so that the caller has to be notified of room. */
    private volatile boolean starved;

    private long registration;

    /** Whether the publication is pending. */
    private boolean isAwaited;

    private @Nullable ExclusivePublication publication;

    /** The handshake message that is to be sent next. */
    private @Nullable ByteBuffer unsent;

    /** Whether the proof was computed, so that a welcome may follow. */
    private boolean proved;

    /** Sequence number of the next frame. */
    private long next;

    private final ByteBuffer header = ByteBuffer.allocate(Frames.HEADER);

    /** The header and the parts of a frame, which Aeron gathers; as many as a frame has had so far. */
    private DirectBufferVector[] vectors = {new DirectBufferVector(new UnsafeBuffer(header), 0, Frames.HEADER)};

    OutgoingAeronLink(Site self, Site to, Handshake.Caller handshake, byte[] nonce) {
        this.self = self;
        this.to = to;
        this.handshake = handshake;
        this.name = LinkReply.name(nonce);
        this.unsent = new LinkHello(self, name, handshake.hello()).written();
    }

    /** The name by which replies refer to the link. */
    String name() {
        return name;
    }

    /** Whether the link is over and its publication released. */
    synchronized boolean isDone() {
        return stage == Stage.OVER && publication == null && !isAwaited;
    }

    /**
     * Advances the state machine, on the wire's thread; whether listeners have to be called.
     *
     * @param connection null while there is no driver
     */
    synchronized boolean turn(@Nullable AeronConnection connection) {
        Stage before = stage;
        if (connection != null) {
            go(connection);
        }
        if (stage.compareTo(Stage.UP) < 0 && System.nanoTime() - deadline > 0) {
            String problem = connection == null ? "this process has no media driver at present" : "nobody answers";
            end(cannotReach(problem));
        }
        boolean hasRoom = starved && window() > 0;
        if (hasRoom) {
            starved = false;
        }
        if (stage == Stage.OVER && connection != null) {
            leave(connection);
        }
        return hasRoom || stage != before;
    }

    /** Releases the publication, or cancels a pending one. */
    private void leave(AeronConnection connection) {
        if (publication != null) {
            publication.close();
            publication = null;
        } else if (isAwaited) {
            connection.forget(registration);
        }
        isAwaited = false;
    }

    private void go(AeronConnection connection) {
        if (stage == Stage.NEW) {
            registration = connection.publish(HostPort.of(AeronWireProvider.SCHEME, to));
            isAwaited = true;
            stage = Stage.ADDED;
        } else if (stage == Stage.ADDED) {
            added(connection);
        } else if (stage == Stage.HANDSHAKE) {
            sendHandshake();
        } else if (stage == Stage.UP && publication != null && !publication.isConnected()) {
            end(self + " has lost " + to + ": it no longer answers");
        }
    }

    private void added(AeronConnection connection) {
        try {
            publication = connection.publication(registration);
            if (publication != null) {
                isAwaited = false;
                stage = Stage.HANDSHAKE;
            }
        } catch (RegistrationException e) {
            isAwaited = false;
            end(cannotReach(String.valueOf(e.getMessage())));
        }
    }

    private void sendHandshake() {
        ByteBuffer message = unsent;
        if (message != null && publication != null && publication.isConnected()) {
            long result = publication.offer(new UnsafeBuffer(message), message.position(), message.remaining());
            if (result > 0) {
                unsent = null;
            } else if (isFatal(result)) {
                end(cannotReach("the link was closed"));
            }
        }
    }

    /** Whether no later offer can succeed either; NOT_CONNECTED is transient until the link is up. */
    private static boolean isFatal(long result) {
        return result == Publication.CLOSED || result == Publication.MAX_POSITION_EXCEEDED;
    }

    /** Handles a reply, on the wire's thread; false if it violates the protocol. */
    synchronized boolean replied(LinkReply answer) {
        switch (answer.kind()) {
            case ANSWER -> receiveAnswer(answer.content());
            case WELCOME -> {
                if (!proved || unsent != null || stage != Stage.HANDSHAKE) {
                    return stage == Stage.OVER;
                }
                stage = Stage.UP;
            }
            case GOODBYE -> end(self + " has lost " + to + ": it has ended the link");
        }
        return true;
    }

    private void receiveAnswer(ByteBuffer answer) {
        try {
            ByteBuffer proof = handshake.proof(answer);
            if (!proved && stage == Stage.HANDSHAKE) {
                proved = true;
                unsent = ByteBuffer.allocateDirect(proof.remaining()).put(proof).flip();
            }
        } catch (Handshake.Refused e) {
            end(cannotReach(String.valueOf(e.getMessage())));
        }
    }

    private String cannotReach(String why) {
        return self + " cannot reach " + to + ": " + why;
    }

    /**
     * Ends the link; the wire's thread closes the publication at its next turn, or the client does when it is closed.
     */
    synchronized void end(@Nullable String why) {
        if (stage != Stage.OVER) {
            problem = why;
            stage = Stage.OVER;
        }
    }

    /** Ends the link because the client is about to be closed, which closes the publication too. */
    synchronized void lose(String why) {
        end(stage == Stage.UP ? self + " has lost " + to + ": " + why : cannotReach(why));
        publication = null;
        isAwaited = false;
    }

    @Override
    public synchronized boolean offer(ByteBuffer... content) {
        Frames.contentLength(content);
        if (stage != Stage.UP || publication == null) {
            return false;
        }
        if (window() <= 0) {
            return refused(publication.isClosed() ? Publication.CLOSED : Publication.BACK_PRESSURED);
        }
        Frames.putHeader(header.clear(), next, content);
        long result = publication.offer(gathered(content));
        if (result < 0) {
            return refused(result);
        }
        next++;
        return true;
    }

    /** The header and the parts as vectors, of which Aeron takes no empty ones. */
    private DirectBufferVector[] gathered(ByteBuffer... content) {
        int known = vectors.length;
        if (known <= content.length) {
            vectors = Arrays.copyOf(vectors, 1 + content.length);
            for (int i = known; i < vectors.length; i++) {
                vectors[i] = new DirectBufferVector().buffer(new UnsafeBuffer());
            }
        }
        int count = 1;
        for (ByteBuffer part : content) {
            if (part.hasRemaining()) {
                DirectBufferVector vector = vectors[count++].length(part.remaining());
                vector.buffer().wrap(part, part.position(), part.remaining());
            }
        }
        return count == vectors.length ? vectors : Arrays.copyOf(vectors, count);
    }

    /**
     * Handles a failed offer: ends the link, or remembers the back-pressure until the wire's thread sees room again.
     */
    private boolean refused(long result) {
        if (isFatal(result)) {
            end(self + " has lost " + to + ": the link was closed");
        } else if (result == Publication.NOT_CONNECTED) {
            end(self + " has lost " + to + ": it no longer answers");
        } else {
            starved = true;
        }
        return false;
    }

    /** Bytes that may be offered within the flow-control window. */
    private long window() {
        return publication == null ? 0 : publication.availableWindow();
    }

    @Override
    public boolean isOpen() {
        return stage != Stage.OVER;
    }

    @Override
    public boolean isUp() {
        return stage == Stage.UP;
    }

    @Override
    public @Nullable String problem() {
        return problem;
    }

    @Override
    public void close() {
        end(null);
    }
}
