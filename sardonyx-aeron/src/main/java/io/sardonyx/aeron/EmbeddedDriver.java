package io.sardonyx.aeron;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.jspecify.annotations.Nullable;
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

    /**
     * The directory of an embedded driver's files, in shared memory if the machine has it.
     *
     * @param path accessible to our user only, since traffic can be read there; the driver creates its own directory
     *     below
     */
    private record DriverDirectory(Path path) {

        private static final String PREFIX = "sardonyx-aeron-";
        private static final Pattern OURS = Pattern.compile(PREFIX + "(\\d+)-[0-9a-f]+");
        private static final Path MEMORY = Path.of("/dev/shm");

        /**
         * Heartbeat age after which the directory of a vanished process is deleted; a process in another container may
         * share the memory although its pid is not visible here.
         */
        private static final Duration SURELY_DEAD = Duration.ofSeconds(60);

        /** Creates a directory for this process, and deletes those that dead processes left there. */
        static DriverDirectory fresh(@Nullable Path given) throws IOException {
            Path base = given != null ? given : usual();
            try {
                Files.createDirectories(base);
            } catch (IOException e) {
                throw new IOException("the directory " + base + " cannot be made: " + e, e);
            }
            deleteRemains(base);
            String random = UUID.randomUUID().toString().substring(0, 8);
            Path path = base.resolve(PREFIX + ProcessHandle.current().pid() + "-" + random);
            try {
                return new DriverDirectory(Files.createDirectory(path, closed(base)));
            } catch (IOException e) {
                throw new IOException("the directory " + path + " cannot be made: " + e, e);
            }
        }

        /** Permissions for the owner only, where the file system has POSIX ones. */
        private static FileAttribute<?>[] closed(Path base) {
            return base.getFileSystem().supportedFileAttributeViews().contains("posix")
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                    }
                    : new FileAttribute<?>[0];
        }

        /** The subdirectory that the driver creates and deletes. */
        Path driver() {
            return path.resolve("driver");
        }

        private static Path usual() {
            return Files.isWritable(MEMORY) ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
        }

        private static void deleteRemains(Path base) {
            try (Stream<Path> all = Files.list(base)) {
                all.filter(DriverDirectory::isOfTheDead)
                        .map(DriverDirectory::new)
                        .forEach(DriverDirectory::delete);
            } catch (IOException | UncheckedIOException e) {
                LOG.debug("what dead processes left in {} cannot be listed", base, e);
            }
        }

        private static boolean isOfTheDead(Path path) {
            Matcher name = OURS.matcher(path.getFileName().toString());
            return name.matches()
                    && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
                    && DriverHeartbeat.age(new DriverDirectory(path).driver()).compareTo(SURELY_DEAD) > 0;
        }

        void delete() {
            if (!Files.exists(path)) {
                return;
            }
            try (Stream<Path> all = Files.walk(path)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            } catch (IOException | UncheckedIOException e) {
                LOG.warn("the directory {} of a media driver stays behind", path, e);
            }
        }
    }
}
