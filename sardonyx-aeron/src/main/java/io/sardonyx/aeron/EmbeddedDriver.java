package io.sardonyx.aeron;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A media driver inside this process, with its own thread and directory.
 *
 * <p>Its timeouts:
 *
 * <ul>
 *   <li>for the other end of a link, the silence of the settings: then the link is broken;
 *   <li>for our client, a minute: a process that was paused for less finds its driver and client intact, and only its
 *       links broken. Aeron requires the timeout to unblock publications to be longer still.
 * </ul>
 */
final class EmbeddedDriver implements Driver {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDriver.class);

    private static final Duration CLIENT_LIVENESS = Duration.ofSeconds(60);
    private static final Duration UNBLOCK = Duration.ofSeconds(70);
    private static final Duration LOOK_AT_TIMERS = Duration.ofMillis(250);

    /** For how long a closed publication is kept to retransmit. */
    private static final Duration LINGER = Duration.ofSeconds(2);

    /**
     * Idle strategy of the driver's thread: backs off soon, since it shares cores with the work, but never for long.
     */
    private static final long MIN_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Idle time of the thread that resolves host names. */
    private static final int NAMES_REST_MILLIS = 5;

    /** Requested size of socket buffers; the system may grant less. */
    private static final int SOCKET_BYTES = 2 << 20;

    private static final int MIN_WINDOW = 1 << 17;
    private static final int SPINS = 0;
    private static final int YIELDS = 2;

    private final DriverDirectory directory;
    private final MediaDriver driver;

    private EmbeddedDriver(DriverDirectory directory, MediaDriver driver) {
        this.directory = directory;
        this.driver = driver;
    }

    static Driver launch(AeronSettings settings) throws IOException {
        var directory = DriverDirectory.fresh(settings.directory());
        try {
            return new EmbeddedDriver(directory, MediaDriver.launch(context(settings, directory.driver())));
        } catch (RuntimeException | IOException e) {
            directory.delete();
            throw new IOException(
                    "no media driver can be started in " + directory.path() + ": " + e.getMessage()
                            + "; see that there is room, or choose another place by the option directory=PATH",
                    e);
        }
    }

    private static MediaDriver.Context context(AeronSettings settings, Path directory) throws IOException {
        int received = granted(StandardSocketOptions.SO_RCVBUF);
        return new MediaDriver.Context()
                .aeronDirectoryName(directory.toString())
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .warnIfDirectoryExists(false)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new BackoffIdleStrategy(SPINS, YIELDS, MIN_PAUSE_NANOS, MAX_PAUSE_NANOS))
                .sharedThreadFactory(EmbeddedDriver::thread)
                .asyncExecutorIdleStrategy(new SleepingMillisIdleStrategy(NAMES_REST_MILLIS))
                .asyncExecutorThreadFactory(EmbeddedDriver::thread)
                .socketRcvbufLength(received)
                .initialWindowLength(window(received, settings))
                .socketSndbufLength(granted(StandardSocketOptions.SO_SNDBUF))
                .publicationTermBufferLength(settings.termLength())
                .mtuLength(settings.mtu())
                .imageLivenessTimeoutNs(settings.silence().toNanos())
                .publicationConnectionTimeoutNs(settings.silence().toNanos())
                .publicationLingerTimeoutNs(LINGER.toNanos())
                .clientLivenessTimeoutNs(CLIENT_LIVENESS.toNanos())
                .publicationUnblockTimeoutNs(UNBLOCK.toNanos())
                .timerIntervalNs(LOOK_AT_TIMERS.toNanos())
                .errorHandler(error -> LOG.debug("the media driver in {} says:", directory, error));
    }

    /**
     * The socket buffer size that the system grants: datagrams that overflow it while the driver idles are
     * retransmitted.
     */
    private static int granted(SocketOption<Integer> option) throws IOException {
        try (DatagramChannel channel = DatagramChannel.open()) {
            channel.setOption(option, SOCKET_BYTES);
            return channel.getOption(option);
        }
    }

    /**
     * The initial flow-control window in bytes. Both ends idle for up to a millisecond, so it covers what arrives in a
     * millisecond or two; half of the socket buffer, since small datagrams take twice their size.
     */
    private static int window(int received, AeronSettings settings) {
        int most = Math.min(received / 2, settings.termLength() / 2);
        return Math.max(Math.min(MIN_WINDOW, received), most);
    }

    private static Thread thread(Runnable work) {
        var thread = new Thread(work, "sardonyx-aeron-driver");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public Path directory() {
        return directory.driver();
    }

    /** As long as the driver's own timeout: it is paused and resumed together with this process. */
    @Override
    public Duration patience() {
        return CLIENT_LIVENESS;
    }

    @Override
    public synchronized void close() {
        try {
            driver.close();
        } catch (RuntimeException e) {
            LOG.warn("the media driver in {} did not end well", directory.path(), e);
        }
        directory.delete();
    }
}
