package io.sardonyx.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.exceptions.RegistrationException;
import io.sardonyx.port.Wire;
import io.sardonyx.value.Site;
import io.sardonyx.wire.Frames;
import io.sardonyx.wire.Handshake;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a link: a publication of its own, with a handshake by the wire's thread and then frames from the
 * caller's thread. Methods that touch the publication are synchronized, so that it is not unmapped during an offer.
 */
final class OutgoingAeronLink implements Wire.Link {

    /** Timeout of the handshake. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** States in order; a link only moves forward. */
    private enum Stage {
        /** Nothing was requested yet. */
        NEW,
        /** The publication is requested and pending. */
        ADDED,
        /** The handshake is in progress. */
        GREETING,
        /** Authenticated: frames are accepted. */
        UP,
        /** Closed or broken, for good. */
        OVER
    }

    private final Site self;
    private final Site to;
    private final String name;
    private final Handshake.Caller greeting;
    private final long deadline = System.nanoTime() + PATIENCE_NANOS;

    private volatile Stage stage = Stage.NEW;
    private volatile @Nullable String problem;

    /** Whether an offer failed by back-pressure, so that the caller has to be notified of room. */
    private volatile boolean starved;

    private long registration;

    /** Whether the publication is pending. */
    private boolean isAwaited;

    private @Nullable ExclusivePublication publication;

    /** The handshake message that is to be sent next. */
    private @Nullable ByteBuffer unsaid;

    /** Whether the proof was computed, so that a welcome may follow. */
    private boolean proved;

    /** Sequence number of the next frame. */
    private long next;

    private ByteBuffer frame = ByteBuffer.allocate(0);
    private UnsafeBuffer view = new UnsafeBuffer(frame);

    OutgoingAeronLink(Site self, Site to, Handshake.Caller greeting, byte[] nonce) {
        this.self = self;
        this.to = to;
        this.greeting = greeting;
        this.name = LinkReply.name(nonce);
        this.unsaid = new LinkHello(self, name, greeting.hello()).written();
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
        boolean fed = starved && window() > 0;
        if (fed) {
            starved = false;
        }
        if (stage == Stage.OVER && connection != null) {
            leave(connection);
        }
        return fed || stage != before;
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
            registration = connection.publish(AeronAddress.of(to));
            isAwaited = true;
            stage = Stage.ADDED;
        } else if (stage == Stage.ADDED) {
            added(connection);
        } else if (stage == Stage.GREETING) {
            say();
        } else if (stage == Stage.UP && publication != null && !publication.isConnected()) {
            end(self + " has lost " + to + ": it no longer answers");
        }
    }

    private void added(AeronConnection connection) {
        try {
            publication = connection.publication(registration);
            if (publication != null) {
                isAwaited = false;
                stage = Stage.GREETING;
            }
        } catch (RegistrationException e) {
            isAwaited = false;
            end(cannotReach(String.valueOf(e.getMessage())));
        }
    }

    private void say() {
        ByteBuffer message = unsaid;
        if (message != null && publication != null && publication.isConnected()) {
            long result = publication.offer(new UnsafeBuffer(message), message.position(), message.remaining());
            if (result > 0) {
                unsaid = null;
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
    synchronized boolean hear(LinkReply answer) {
        switch (answer.kind()) {
            case ANSWER -> hearAnswer(answer.content());
            case WELCOME -> {
                if (!proved || unsaid != null || stage != Stage.GREETING) {
                    return stage == Stage.OVER;
                }
                frame = ByteBuffer.allocateDirect(Frames.HEADER + Wire.FRAME_LIMIT);
                view = new UnsafeBuffer(frame);
                stage = Stage.UP;
            }
            case GOODBYE -> end(self + " has lost " + to + ": it has ended the link");
        }
        return true;
    }

    private void hearAnswer(ByteBuffer answer) {
        try {
            ByteBuffer proof = greeting.proof(answer);
            if (!proved && stage == Stage.GREETING) {
                proved = true;
                unsaid = ByteBuffer.allocateDirect(proof.remaining()).put(proof).flip();
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
    public synchronized boolean offer(ByteBuffer content) {
        if (content.remaining() > Wire.FRAME_LIMIT) {
            throw new IllegalArgumentException(
                    "a frame has at most " + Wire.FRAME_LIMIT + " bytes, not " + content.remaining());
        }
        if (stage != Stage.UP || publication == null) {
            return false;
        }
        if (window() <= 0) {
            return refused(publication.isClosed() ? Publication.CLOSED : Publication.BACK_PRESSURED);
        }
        frame.clear();
        Frames.put(frame, next, content.duplicate());
        long result = publication.offer(view, 0, frame.position());
        if (result < 0) {
            return refused(result);
        }
        next++;
        content.position(content.limit());
        return true;
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
