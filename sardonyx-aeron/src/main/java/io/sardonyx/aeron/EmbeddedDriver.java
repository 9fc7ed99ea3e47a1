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
 * A driver inside this process, with a thread and a directory of its own.
 *
 * <p>How long it waits:
 *
 * <ul>
 *   <li>for the other end of a link, the silence of the settings: then that is gone, and the link broken;
 *   <li>for us, a minute: a process that was stopped for less finds its driver and its client as it left them, and only
 *       its links broken. Aeron wants the time to unblock publications to be longer still.
 * </ul>
 */
final class EmbeddedDriver implements Driver {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDriver.class);

    private static final Duration CLIENT_LIVENESS = Duration.ofSeconds(60);
    private static final Duration UNBLOCK = Duration.ofSeconds(70);
    private static final Duration LOOK_AT_TIMERS = Duration.ofMillis(250);
    private static final Duration LINGER = Duration.ofSeconds(2);

    /** Two cores are also for the work: rest soon, but never for long. */
    private static final long MIN_REST_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    private static final long MAX_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** A thread that only looks up the names of hosts may rest for longer. */
    private static final int NAMES_REST_MILLIS = 5;

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
                .sharedIdleStrategy(new BackoffIdleStrategy(SPINS, YIELDS, MIN_REST_NANOS, MAX_REST_NANOS))
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

    /** As much of a socket's memory as the system gives: what does not fit while the driver rests is sent twice. */
    private static int granted(SocketOption<Integer> option) throws IOException {
        try (DatagramChannel channel = DatagramChannel.open()) {
            channel.setOption(option, SOCKET_BYTES);
            return channel.getOption(option);
        }
    }

    /**
     * How far a sender may be ahead. Both ends rest for up to a millisecond, so this is what comes in a millisecond or
     * two; half of a socket's memory, since small datagrams take twice their size.
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

    /** It stops and goes on together with this process. */
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
