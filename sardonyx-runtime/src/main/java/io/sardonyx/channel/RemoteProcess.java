package io.sardonyx.channel;

import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Deadline;
import io.sardonyx.port.Wire;
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
 * Another process that this one exchanges with: the link to it, re-made whenever it breaks, and what is to be sent on
 * it. Any thread may send; all else is the delivery's.
 */
final class RemoteProcess {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteProcess.class);
    private static final Duration FIRST_DELAY = Duration.ofMillis(50);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(2);

    /** What happens to the link. */
    interface Events {
        /** It is up; what is told first goes first. */
        void began(Consumer<byte[]> first);

        /** It broke: what was sent may be lost. */
        void broke();
    }

    private final Site site;
    private final Wire wire;
    private final RandomGenerator random;
    private final Runnable carrying;
    private final BackOff backOff;
    private final Deadline nextLink = new Deadline();
    private final Queue<byte[]> outbox = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<byte[]> urgent = new ArrayDeque<>();
    private final ByteBuffer frame = ByteBuffer.allocate(Wire.FRAME_LIMIT);
    private byte @Nullable [] rest;
    private int restFrom;
    private Wire.@Nullable Link link;
    private boolean begun;
    private long life;
    private boolean stuck;
    private @Nullable Long downSinceNanos;
    private @Nullable String problem;

    /** @param carrying told, on any thread, when there is something to carry */
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

    /** Whether the link had no room for what is to be sent next. */
    boolean isStuck() {
        return stuck;
    }

    /** Whether this is the number by which the present link began. */
    boolean hasBegun(long number) {
        return begun && number == life;
    }

    /** To be sent behind all that was sent before; lost if the link is not up or breaks. */
    void send(byte[] message) {
        outbox.add(message);
        carrying.run();
    }

    /** To be sent if the link is up; else it will be told when it is. */
    void tell(byte[] message) {
        if (begun) {
            outbox.add(message);
        }
    }

    /**
     * Carries what there is.
     *
     * @param needed whether the link is to be re-made when it breaks
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

    /** What was wrong with the last try counts until the next one is through or has failed as well. */
    private void note(@Nullable String latest) {
        problem = latest == null ? problem : latest;
    }

    /** Whatever was to go on the former link has no meaning on the next. */
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

    /** Fills frames with all there is and sends them, as long as there is room. */
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

    /** Whether there is anything to send; the frame is then ready. */
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

    /** How the link does, for people. */
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
