package io.sardonyx.aeron;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.driver.status.SystemCounterDescriptor;
import io.aeron.exceptions.ChannelEndpointException;
import io.aeron.exceptions.RegistrationException;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.status.ChannelEndpointStatus;
import io.sardonyx.wire.HostPort;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.LangUtil;
import org.agrona.concurrent.status.CountersReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An Aeron client connected to its media driver, from the first subscription until either is lost; a wire that loses
 * one opens another. Used by the opening thread, then by the wire's thread only, which also runs the client's
 * conductor.
 */
final class AeronConnection implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AeronConnection.class);

    /** Stream id of links. */
    private static final int LINKS = 1;

    /** Stream id of replies. */
    private static final int ANSWERS = 2;

    /** Term buffer length of reply publications, in bytes. */
    private static final int ANSWER_TERM_LENGTH = 1 << 16;

    /** Largest MTU that Aeron accepts for that term length. */
    private static final int ANSWER_MTU = ANSWER_TERM_LENGTH / 8;

    /** Reply fragments per poll. */
    private static final int MOST_ANSWERS = 16;

    /** Timeout for the driver to open the UDP port. */
    private static final long BIND_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** For how long unmapping is delayed: a thread that copies a frame may be descheduled meanwhile. */
    private static final Duration MEMORY_LINGERS = Duration.ofSeconds(10);

    /** Timeout of the driver's heartbeat; the embedded driver writes four a second, an external one at least one. */
    private static final Duration DRIVER_SILENCE = Duration.ofSeconds(4);

    private final Driver driver;
    private final AeronSettings settings;
    private final Aeron aeron;
    private final @Nullable DriverHeartbeat heartbeat;

    /** New images, added by the conductor within {@link #turn}. */
    private final Queue<Image> images = new ArrayDeque<>();

    private final ReplySender replies = new ReplySender(this);
    private final long since = System.nanoTime();
    private @Nullable Subscription links;
    private @Nullable Subscription answers;

    /** The last value of the driver's counter of invalid packets. */
    private long invalidPackets;

    /** Why the client or driver was lost; set once. */
    private volatile @Nullable Throwable lost;

    private AeronConnection(Driver driver, AeronSettings settings) {
        this.driver = driver;
        this.settings = settings;
        this.aeron = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(driver.directory().toString())
                .driverTimeoutMs(driver.patience().toMillis())
                .resourceLingerDurationNs(MEMORY_LINGERS.toNanos())
                .useConductorAgentInvoker(true)
                .errorHandler(this::fail)
                .subscriberErrorHandler(LangUtil::rethrowUnchecked));
        this.heartbeat = DriverHeartbeat.of(driver.directory());
    }

    /**
     * Connects to a driver and opens the port.
     *
     * @throws IOException when there is no driver, or the port is taken; the message tells what to do
     */
    static AeronConnection open(Driver.Supply drivers, AeronSettings settings, HostPort at) throws IOException {
        Driver driver = drivers.driver();
        @Nullable AeronConnection connection = null;
        try {
            connection = new AeronConnection(driver, settings);
            connection.listen(at);
            return connection;
        } catch (RuntimeException | IOException e) {
            if (connection == null) {
                driver.close();
            } else {
                connection.close();
            }
            throw new IOException(
                    "cannot listen at " + at.site() + ": " + e.getMessage() + "; choose an address of this"
                            + " machine and a UDP port that is free",
                    e);
        }
    }

    /**
     * Subscribes, and waits until the port is open. Without rejoin, since a session has one image only: what arrives
     * after a timeout does not continue its frames.
     */
    private void listen(HostPort at) throws IOException {
        String channel = new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA)
                .endpoint(at.toString())
                .rejoin(false)
                .build();
        links = aeron.addSubscription(channel, LINKS, images::add, image -> {});
        answers = aeron.addSubscription(channel, ANSWERS);
        long start = System.nanoTime();
        while (links.channelStatus() != ChannelEndpointStatus.ACTIVE) {
            turn();
            if (isLost() || System.nanoTime() - start > BIND_NANOS) {
                throw new IOException("the driver does not open the port");
            }
            LockSupport.parkNanos(REST_NANOS);
        }
    }

    private void fail(Throwable error) {
        if (error instanceof ChannelEndpointException || error instanceof RegistrationException) {
            LOG.debug("a channel has failed", error); // concerns one link, which detects it itself
        } else if (lost == null) {
            lost = error;
        }
    }

    /**
     * Runs the client's conductor and the reply sender; whether there was work. Not once the connection is lost, since
     * the conductor would unmap memory that other threads read.
     */
    boolean turn() {
        if (isLost()) {
            return false;
        }
        boolean worked = aeron.conductorAgentInvoker().invoke() > 0;
        if (heartbeat != null && (heartbeat.isReplaced() || heartbeat.silence().compareTo(DRIVER_SILENCE) > 0)) {
            fail(new IOException("the media driver in " + driver.directory() + " has stopped"));
        }
        if (links != null && links.channelStatus() == ChannelEndpointStatus.ERRORED) {
            fail(new IOException("the driver has closed the port"));
        }
        if (isLost()) {
            return false;
        }
        return replies.turn() || worked;
    }

    boolean isLost() {
        return lost != null;
    }

    /** Why the connection is lost, as a message. */
    String loss() {
        return "the media driver was lost (" + (lost == null ? "" : lost.getMessage()) + ")";
    }

    /** Time since it was opened. */
    Duration age() {
        return Duration.ofNanos(System.nanoTime() - since);
    }

    /** The image of the next new incoming link, or null. */
    @Nullable
    Image image() {
        return images.poll();
    }

    ReplySender replies() {
        return replies;
    }

    CountersReader counters() {
        return aeron.countersReader();
    }

    Driver driver() {
        return driver;
    }

    /** The number of invalid packets that the embedded driver discarded since the last call. */
    long invalidPackets() {
        if (settings.external() != null) {
            return 0; // they may have been for other users of that driver
        }
        long before = invalidPackets;
        invalidPackets = counters().getCounterValue(SystemCounterDescriptor.INVALID_PACKETS.id());
        return invalidPackets - before;
    }

    /** Polls replies; whether there were any. */
    boolean pollReplies(FragmentHandler handler) {
        return answers != null && answers.poll(handler, MOST_ANSWERS) > 0;
    }

    /** Requests the publication of a link asynchronously; the result is its registration id. */
    long publish(HostPort to) {
        return aeron.asyncAddExclusivePublication(channel(to, settings.termLength(), settings.mtu()), LINKS);
    }

    /** Requests a publication for replies asynchronously; the result is its registration id. */
    long reply(HostPort to) {
        int mtu = Math.min(settings.mtu(), ANSWER_MTU);
        return aeron.asyncAddExclusivePublication(channel(to, ANSWER_TERM_LENGTH, mtu), ANSWERS);
    }

    private String channel(HostPort to, int termLength, int mtu) {
        return new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA)
                .endpoint(to.toString())
                .termLength(termLength)
                .mtu(mtu)
                .build();
    }

    /** The requested publication, or null while it is pending. */
    @Nullable
    ExclusivePublication publication(long registration) {
        return aeron.getExclusivePublication(registration);
    }

    /** Cancels a requested publication. */
    void forget(long registration) {
        aeron.asyncRemovePublication(registration);
    }

    /** Closes the subscriptions, so that senders see the end of their links. */
    void unsubscribe() {
        if (!isLost() && links != null && answers != null) {
            links.close();
            answers.close();
        }
    }

    /** Closes client and driver and unmaps all their memory; no thread may be reading it. */
    @Override
    public void close() {
        try {
            aeron.close();
        } catch (RuntimeException e) {
            LOG.debug("the client did not end well", e);
        }
        if (heartbeat != null) {
            heartbeat.close();
        }
        driver.close();
    }
}
