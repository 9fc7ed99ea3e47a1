package io.sardonyx.aeron;

import io.aeron.Image;
import io.aeron.logbuffer.Header;
import io.sardonyx.port.Pass;
import io.sardonyx.port.Watch;
import io.sardonyx.wire.HostPort;
import io.sardonyx.wire.WireListeners;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of a wire: runs Aeron's conductor, performs handshakes, calls listeners, and reconnects with backoff when
 * the driver is lost. It polls, and parks between two turns for at most a millisecond.
 */
final class AeronWireThread implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(AeronWireThread.class);

    static final String CLOSED = "this process has closed its wire";

    /** Idle time after a turn with work; doubled for each turn without, up to the maximum. */
    private static final long MIN_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Longest delay between reconnects. */
    private static final Duration MAX_DELAY = Duration.ofSeconds(5);

    private static final Duration FIRST_DELAY = Duration.ofMillis(50);

    /** A connection that lasted longer than this resets the backoff: the next is opened at once. */
    private static final Duration STABLE = Duration.ofSeconds(20);

    /** For how long the driver may flush goodbyes on close; peers that miss them detect a timeout. */
    private static final long FLUSH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Config config;
    private final Supplier<byte[]> nonces;
    private final IncomingLinks incoming;
    private final LongAdder refusals;

    /** Outgoing links, added by callers' threads. */
    private final List<OutgoingAeronLink> links = new CopyOnWriteArrayList<>();

    /** Incoming links in their handshake. Confined to this thread. */
    private final List<IncomingAeronLink.Unproven> unproven = new ArrayList<>();

    /** Replaced under this object's monitor, read without it. */
    private volatile WireListeners listeners = WireListeners.NONE;

    /** Null while there is no driver. Written by this thread only. */
    private volatile @Nullable AeronConnection connection;

    /** Written by callers' threads. */
    private volatile boolean closing;

    private Duration delay = Duration.ZERO;

    /** When to reconnect, in {@link System#nanoTime()}. */
    private long retryAt;

    /** The local address, credentials and drivers with which a connection is opened, and opened again. */
    record Config(HostPort listen, Supplier<Pass> pass, AeronSettings settings, Driver.Supply drivers) {

        AeronConnection connect() throws IOException {
            return AeronConnection.open(drivers, settings, listen);
        }
    }

    AeronWireThread(
            Config config, AeronConnection first, IncomingLinks incoming, LongAdder refusals, Supplier<byte[]> nonces) {
        this.config = config;
        this.connection = first;
        this.incoming = incoming;
        this.refusals = refusals;
        this.nonces = nonces;
    }

    void add(OutgoingAeronLink link) {
        links.add(link);
        // The thread may have ended before it could see the link.
        if (closing) {
            link.lose(CLOSED);
        }
    }

    /** Adds a listener, until the watch is closed; for any thread. */
    synchronized Watch listen(Runnable listener) {
        var registration = new WireListeners.Registration(listener);
        listeners = listeners.with(registration);
        return () -> forget(registration);
    }

    private synchronized void forget(WireListeners.Registration registration) {
        listeners = listeners.without(registration);
    }

    void close() {
        closing = true;
    }

    /** The current driver, for tests that stop it. */
    @Nullable
    Driver driver() {
        AeronConnection present = connection;
        return present == null ? null : present.driver();
    }

    @Override
    public void run() {
        long pause = MIN_PAUSE_NANOS;
        while (!closing) {
            pause = turn() ? MIN_PAUSE_NANOS : Math.min(2 * pause, MAX_PAUSE_NANOS);
            LockSupport.parkNanos(this, pause);
        }
        shut();
    }

    /**
     * One iteration; whether there was work. An exception from Aeron breaks all links and reconnects, but does not end
     * the thread.
     */
    private boolean turn() {
        AeronConnection present = connection;
        try {
            boolean worked = present == null ? reconnect() : work(present);
            boolean arrived = turnLinks(present);
            if (present != null && !present.isLost()) {
                arrived |= incoming.hasArrivals(present.counters());
            }
            if (arrived) {
                callListeners();
            }
            if (present != null && present.isLost()) {
                lose(present, present.loss());
            }
            return worked || arrived;
        } catch (RuntimeException e) {
            LOG.warn("something went wrong with the wire at {}", config.listen.site(), e);
            if (present != null) {
                lose(present, "the media driver was lost (" + e.getMessage() + ")");
            }
            return false;
        }
    }

    private boolean work(AeronConnection present) {
        boolean worked = present.turn();
        if (present.isLost()) {
            return false;
        }
        worked |= present.pollReplies(this::dispatch);
        refusals.add(present.invalidPackets());
        for (Image image = present.image(); image != null; image = present.image()) {
            unproven.add(new IncomingAeronLink.Unproven(image, present.replies(), config.pass, nonces.get()));
        }
        continueHandshakes(present);
        for (IncomingAeronLink link = incoming.ended(); link != null; link = incoming.ended()) {
            present.replies().send(link.from(), link.reply(LinkReply.Kind.GOODBYE));
            reject(link.image());
        }
        return worked;
    }

    private void callListeners() {
        listeners.call(e -> LOG.warn("a listener failed, and is ignored", e));
    }

    /** Dispatches a reply to the link that it names. */
    private void dispatch(DirectBuffer buffer, int offset, int length, Header header) {
        byte[] bytes = new byte[Math.min(length, LinkReply.MAX_BYTES)];
        buffer.getBytes(offset, bytes);
        var answer = LinkReply.read(ByteBuffer.wrap(bytes));
        if (answer == null) {
            refusals.increment();
            return;
        }
        for (OutgoingAeronLink link : links) {
            if (link.name().equals(answer.caller()) && !link.replied(answer)) {
                refusals.increment();
            }
        }
    }

    /** Continues the handshakes of incoming links. */
    private void continueHandshakes(AeronConnection present) {
        long now = System.nanoTime();
        for (Iterator<IncomingAeronLink.Unproven> all = unproven.iterator(); all.hasNext(); ) {
            IncomingAeronLink.Unproven link = all.next();
            switch (link.listen()) {
                case PROVED -> {
                    IncomingAeronLink proved = link.incoming();
                    incoming.add(proved);
                    present.replies().send(proved.from(), proved.reply(LinkReply.Kind.WELCOME));
                    all.remove();
                    callListeners();
                }
                case REFUSED -> {
                    refusals.increment();
                    reject(link.image());
                    all.remove();
                }
                case ANSWERED -> {
                    if (link.isGone(now)) {
                        refusals.increment();
                        reject(link.image());
                        all.remove();
                    }
                }
                case WAITING -> {
                    if (link.isGone(now)) {
                        reject(link.image());
                        all.remove();
                    }
                }
            }
        }
    }

    /** Rejects the image, so that the sender sees the link closed even if the goodbye is lost. */
    private static void reject(Image image) {
        if (!image.isClosed()) {
            image.reject("the link is over");
        }
    }

    private boolean turnLinks(@Nullable AeronConnection present) {
        boolean arrived = false;
        for (OutgoingAeronLink link : links) {
            arrived |= link.turn(present == null || present.isLost() ? null : present);
        }
        links.removeIf(OutgoingAeronLink::isDone);
        return arrived;
    }

    /** Breaks all links and schedules the reconnect. */
    private void lose(AeronConnection present, String why) {
        LOG.warn("the wire at {} begins anew: {}", config.listen.site(), why);
        drop(present, why);
        delay = present.age().compareTo(STABLE) > 0 ? Duration.ZERO : longer(delay);
        retryAt = System.nanoTime() + delay.toNanos();
        callListeners();
    }

    private static Duration longer(Duration delay) {
        Duration doubled = delay.isZero() ? FIRST_DELAY : delay.multipliedBy(2);
        return doubled.compareTo(MAX_DELAY) > 0 ? MAX_DELAY : doubled;
    }

    /** Breaks all links, then closes the connection: afterwards no thread touches the client's mapped memory. */
    private void drop(AeronConnection present, String why) {
        connection = null;
        for (OutgoingAeronLink link : links) {
            link.lose(why);
        }
        links.clear();
        incoming.drop();
        unproven.clear();
        present.close();
    }

    private boolean reconnect() {
        if (System.nanoTime() - retryAt < 0) {
            return false;
        }
        try {
            connection = config.connect();
            LOG.info("the wire at {} has a media driver again", config.listen.site());
            return true;
        } catch (IOException e) {
            delay = longer(delay);
            retryAt = System.nanoTime() + delay.toNanos();
            LOG.warn("the wire at {} tries again in {}: {}", config.listen.site(), delay, e.getMessage());
            return false;
        }
    }

    /** Closes links with goodbyes and gives the driver time to send them. */
    private void shut() {
        AeronConnection present = connection;
        if (present == null) {
            links.forEach(link -> link.lose(CLOSED));
            return;
        }
        try {
            links.forEach(link -> link.end(null));
            turnLinks(present);
            incoming.drop();
            present.unsubscribe();
            long start = System.nanoTime();
            while (System.nanoTime() - start < FLUSH_NANOS && !present.isLost()) {
                present.turn();
                LockSupport.parkNanos(this, MAX_PAUSE_NANOS);
            }
        } catch (RuntimeException e) {
            LOG.debug("the wire at {} ends without a farewell", config.listen.site(), e);
        }
        drop(present, CLOSED);
    }
}
