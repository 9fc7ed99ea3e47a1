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

/** One life of Aeron's client with its driver: from the first subscription to whatever ends either. */
final class AeronConnection implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AeronConnection.class);

    private static final int LINKS = 1;
    private static final int ANSWERS = 2;
    private static final int ANSWER_TERM_LENGTH = 1 << 16;

    /** The most that Aeron takes for buffers of that length. */
    private static final int ANSWER_MTU = ANSWER_TERM_LENGTH / 8;

    private static final int MOST_ANSWERS = 16;
    private static final long BIND_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** While a frame is being copied its memory stays, even if the thread that does so is held up for a while. */
    private static final Duration MEMORY_LINGERS = Duration.ofSeconds(10);

    /** A driver writes four signs a second, one that is not ours at least one. */
    private static final Duration DRIVER_SILENCE = Duration.ofSeconds(4);

    private final Driver driver;
    private final AeronSettings settings;
    private final Aeron aeron;
    private final @Nullable DriverHeartbeat heartbeat;
    private final Queue<Image> images = new ArrayDeque<>();
    private final ReplySender replies = new ReplySender(this);
    private final long since = System.nanoTime();
    private @Nullable Subscription links;
    private @Nullable Subscription answers;
    private long strangers;
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
     * Connects, and listens.
     *
     * @throws IOException when there is no driver, or the port is taken, with what to do
     */
    static AeronConnection open(Driver.Supply drivers, AeronSettings settings, AeronAddress at) throws IOException {
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

    /** A session has one image in its life: what comes after a silence is not its next frame. */
    private void listen(AeronAddress at) throws IOException {
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
            LOG.debug("a channel has failed", error); // a link's own trouble, which it notices itself
        } else if (lost == null) {
            lost = error;
        }
    }

    /** Lets the client work; not once it is lost, or it would unmap what others are reading. */
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

    /** Why it is lost, in words. */
    String loss() {
        return "the media driver was lost (" + (lost == null ? "" : lost.getMessage()) + ")";
    }

    Duration age() {
        return Duration.ofNanos(System.nanoTime() - since);
    }

    /** A new link to this process, or null. */
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

    /** How many datagrams the own driver has thrown away that were none of Aeron's, since this was last asked. */
    long strangers() {
        if (settings.external() != null) {
            return 0; // they may have been for others who use that driver
        }
        long before = strangers;
        strangers = counters().getCounterValue(SystemCounterDescriptor.INVALID_PACKETS.id());
        return strangers - before;
    }

    /** Hands over the answers that came; whether there were any. */
    boolean hear(FragmentHandler handler) {
        return answers != null && answers.poll(handler, MOST_ANSWERS) > 0;
    }

    /** Asks for a link's publication. */
    long publish(AeronAddress to) {
        return aeron.asyncAddExclusivePublication(channel(to, settings.termLength(), settings.mtu()), LINKS);
    }

    /** Asks for a publication of answers. */
    long reply(AeronAddress to) {
        int mtu = Math.min(settings.mtu(), ANSWER_MTU);
        return aeron.asyncAddExclusivePublication(channel(to, ANSWER_TERM_LENGTH, mtu), ANSWERS);
    }

    private String channel(AeronAddress to, int termLength, int mtu) {
        return new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA)
                .endpoint(to.toString())
                .termLength(termLength)
                .mtu(mtu)
                .build();
    }

    /** What was asked for, or null as long as it is not there. */
    @Nullable
    ExclusivePublication publication(long registration) {
        return aeron.getExclusivePublication(registration);
    }

    void forget(long registration) {
        aeron.asyncRemovePublication(registration);
    }

    /** Tells the other ends that nobody listens any more. */
    void unsubscribe() {
        if (!isLost() && links != null && answers != null) {
            links.close();
            answers.close();
        }
    }

    /** Unmaps all: nobody may be reading. */
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
