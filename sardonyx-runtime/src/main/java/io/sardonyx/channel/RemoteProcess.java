package io.sardonyx.channel;

import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Deadline;
import io.sardonyx.port.Wire;
import io.sardonyx.report.LinkState;
import io.sardonyx.value.Site;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connection to one remote process: the outgoing link, reconnected with a back-off whenever it breaks, and the queue of
 * messages to send on it.
 *
 * <p>{@link #send} is for any thread; everything else is confined to the turns of {@link RemoteChannels}.
 */
final class RemoteProcess {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteProcess.class);
    private static final Duration FIRST_DELAY = Duration.ofMillis(50);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(2);

    /** Listener for the state of the link. */
    interface Events {
        /** The link is up; {@code first} enqueues messages ahead of all others. */
        void began(Consumer<byte[]> first);

        /** The link broke: what was sent on it may be lost. */
        void broke();
    }

    private final Site site;
    private final Wire wire;
    private final RandomGenerator random;
    private final Runnable carrying;
    private final BackOff backOff;
    private final Deadline nextLink = new Deadline();
    /* Messages from any thread; bounded by the credit of the channels. */
    private final Queue<byte[]> outbox = new ConcurrentLinkedQueue<>();
    /* Messages that go before those of the outbox, at the begin of a link. */
    private final ArrayDeque<byte[]> urgent = new ArrayDeque<>();
    private final ByteBuffer frame = ByteBuffer.allocate(Wire.FRAME_LIMIT);
    /* The message that is partly sent, and how much of it. */
    private byte @Nullable [] rest;
    private int restFrom;
    private Wire.@Nullable Link link;
    /* Whether BEGIN was sent on the present link; life is its nonce. */
    private boolean begun;
    private long life;
    /* Whether the frame is full and waits for room on the link. */
    private boolean stuck;
    private @Nullable Long downSinceNanos;
    private @Nullable String problem;

    /** @param carrying called on any thread when there is something to send */
    RemoteProcess(Site site, Wire wire, RandomGenerator random, Runnable carrying) {
        this.carrying = carrying;
        this.site = site;
        this.wire = wire;
        this.random = random;
        this.backOff = new BackOff(FIRST_DELAY, LONGEST_DELAY, random);
    }

    Site site() {
        return site;
    }

    /** Whether the link had no room for the frame. */
    boolean isStuck() {
        return stuck;
    }

    /** Whether this is the nonce of the present link. */
    boolean hasBegun(long number) {
        return begun && number == life;
    }

    /** Enqueues a message; from any thread. It is lost if the link is down or breaks. */
    void send(byte[] message) {
        outbox.add(message);
        carrying.run();
    }

    /** Enqueues a message if the link is up; otherwise it is covered by what {@link Events#began} sends. */
    void tell(byte[] message) {
        if (begun) {
            outbox.add(message);
        }
    }

    /**
     * Connects or reconnects, and sends what is queued.
     *
     * @param needed whether to reconnect
     * @return whether there was anything to do
     */
    boolean turn(long nowNanos, boolean needed, Events events) {
        Wire.Link open = link;
        if (open == null || !open.isOpen()) {
            return (needed || open != null) && connect(open, nowNanos, events);
        }
        if (!begun) {
            if (!open.isUp()) {
                note(open.problem());
                return false;
            }
            begin(events);
        }
        return flush(open);
    }

    private boolean connect(Wire.@Nullable Link broken, long nowNanos, Events events) {
        if (broken != null) {
            note(broken.problem());
            if (begun) {
                LOG.debug("the link from {} to {} broke: {}", wire.site(), site, problem);
            }
            broken.close();
            link = null;
            forget();
            nextLink.set(nowNanos + backOff.nextNanos());
            downSinceNanos = downSinceNanos == null ? Long.valueOf(nowNanos) : downSinceNanos;
            events.broke();
            return true;
        }
        if (!nextLink.isDue(nowNanos)) {
            return false;
        }
        link = wire.link(site);
        downSinceNanos = downSinceNanos == null ? Long.valueOf(nowNanos) : downSinceNanos;
        return true;
    }

    /** Keeps the last known problem until the next attempt succeeds or fails as well. */
    private void note(@Nullable String latest) {
        problem = latest == null ? problem : latest;
    }

    /** Drops everything queued for the former link: numbers and credit are void on the next. */
    private void forget() {
        begun = false;
        stuck = false;
        rest = null;
        restFrom = 0;
        outbox.clear();
        urgent.clear();
        frame.clear();
    }

    private void begin(Events events) {
        begun = true;
        problem = null;
        downSinceNanos = null;
        LOG.debug("the link from {} to {} is up", wire.site(), site);
        outbox.clear();
        life = random.nextLong();
        urgent.add(Message.begin(life));
        events.began(urgent::add);
    }

    /** Fills frames with queued messages and sends them, while the link has room; whether any was sent. */
    private boolean flush(Wire.Link open) {
        boolean sent = false;
        while (stuck || fill()) {
            stuck = !open.offer(frame);
            if (stuck) {
                return sent;
            }
            backOff.succeeded();
            frame.clear();
            sent = true;
        }
        return sent;
    }

    /** Fills the frame; false when there is nothing to send. A length prefix is never split across frames. */
    private boolean fill() {
        byte[] message = rest == null ? next() : rest;
        while (message != null) {
            int length = Math.min(message.length - restFrom, frame.remaining());
            frame.put(message, restFrom, length);
            restFrom += length;
            if (restFrom < message.length) {
                rest = message;
                break;
            }
            restFrom = 0;
            rest = null;
            if (frame.remaining() < Message.PREFIX) {
                break;
            }
            message = next();
        }
        if (frame.position() == 0) {
            return false;
        }
        frame.flip();
        return true;
    }

    private byte @Nullable [] next() {
        byte[] message = urgent.poll();
        return message == null ? outbox.poll() : message;
    }

    /** Snapshot of the link's state for reports. */
    LinkState state(long nowNanos) {
        Long since = downSinceNanos;
        return new LinkState(
                wire.site(), site, begun, stuck, since == null ? 0 : (nowNanos - since) / 1_000_000, problem);
    }

    void close() {
        if (link != null) {
            link.close();
            link = null;
        }
        forget();
    }
}
