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
 * A link to another process: a publication of its own, greeted by the wire's thread until it is up, offered to by the
 * caller's from then on.
 */
final class OutgoingAeronLink implements Wire.Link {

    /** For how long somebody may take to answer. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private enum Stage {
        NEW,
        ADDED,
        GREETING,
        UP,
        OVER
    }

    private final Site self;
    private final Site to;
    private final String name;
    private final Handshake.Caller greeting;
    private final long deadline = System.nanoTime() + PATIENCE_NANOS;

    private volatile Stage stage = Stage.NEW;
    private volatile @Nullable String problem;
    private volatile boolean starved;

    private long registration;
    private boolean isAwaited;
    private @Nullable ExclusivePublication publication;
    private @Nullable ByteBuffer unsaid;
    private boolean proved;
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

    /** By what answers name it. */
    String name() {
        return name;
    }

    /** Whether nothing is left to do for it. */
    synchronized boolean isDone() {
        return stage == Stage.OVER && publication == null && !isAwaited;
    }

    /** Goes on with what can be done now, on the wire's thread; whether there is news. */
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

    /** Gives back the publication, even one that was asked for and is not there yet. */
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

    /** Whether no later offer will succeed either; not being connected comes and goes until the link is up. */
    private static boolean isFatal(long result) {
        return result == Publication.CLOSED || result == Publication.MAX_POSITION_EXCEEDED;
    }

    /** Takes what the other end says about it, on the wire's thread; false if it makes no sense. */
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

    /** No more of it; the wire's thread closes the publication at its next turn, or the client does as it closes. */
    synchronized void end(@Nullable String why) {
        if (stage != Stage.OVER) {
            problem = why;
            stage = Stage.OVER;
        }
    }

    /** Ends it because the client is about to be closed, and with it the publication. */
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

    /** Room is told by the wire's thread; whether somebody is still there, too. */
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
