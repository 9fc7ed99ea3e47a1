package io.sardonyx.artemis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * An embedded, standalone Artemis server for development.
 *
 * <p>It listens on loopback only, and admits who knows the password that it made for itself and keeps in its directory,
 * readable by its owner only. What it has confirmed is on disk, so a restart with the same directory continues from
 * there; but there is no replication.
 */
public final class DevelopmentBroker implements AutoCloseable {

    private static final String USER = "sardonyx";
    private static final String PASSWORD_FILE = "password";
    private static final int PASSWORD_BYTES = 24;
    /** Directories of Artemis, which makes them readable by all if it has to. */
    private static final List<String> PARTS = List.of("journal", "bindings", "paging", "large");

    /**
     * Longest time for which the journal collects writes before it syncs. Artemis's own for this kind of journal is 3.3
     * ms, so that one session commits at most 300 times a second, whatever the disk.
     */
    private static final int JOURNAL_BUFFER_NANOS = 200_000;

    /** Bytes of a queue in memory; what is more is paged to disk. */
    private static final long QUEUE_BYTES = 16 << 20;

    private static final int PAGE_BYTES = 4 << 20;

    /** Bytes of a paged queue that may be in hands; Artemis's own, two pages, is less than a few peers take. */
    private static final int READ_PAGE_BYTES = 64 << 20;

    private static final long STOP_SECONDS = 10;

    private final Path directory;
    private final boolean temporary;
    private final FileChannel lock;
    private final int port;
    private final ActiveMQServer server;
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicBoolean closed = new AtomicBoolean();

    private DevelopmentBroker(
            Path directory, boolean temporary, FileChannel lock, int port, Map<String, Object> listener)
            throws IOException {
        this.directory = directory;
        this.temporary = temporary;
        this.lock = lock;
        this.port = port;
        this.server = new ActiveMQServerImpl(configuration(listener), null, new OneUser(password(directory)));
        server.registerActivationFailureListener(failure -> over.countDown());
        server.registerIOCriticalErrorListener((failure, message, file) -> over.countDown());
    }

    /**
     * Starts the server.
     *
     * @param directory data directory; null for a temporary one that is deleted on close
     * @param port TCP port, 0 for any free one
     * @throws IOException whose message names the obstacle in one line: the port, or the directory
     */
    public static DevelopmentBroker start(@Nullable Path directory, int port) throws IOException {
        return start(directory, port, Map.of());
    }

    /** Starts the server with more settings for its listener. */
    static DevelopmentBroker start(@Nullable Path directory, int port, Map<String, Object> listener)
            throws IOException {
        int free = free(port);
        Path data = made(directory == null ? Files.createTempDirectory("sardonyx-artemis-") : directory);
        FileChannel lock = lock(data);
        DevelopmentBroker broker = null;
        try {
            broker = new DevelopmentBroker(data, directory == null, lock, free, listener);
            broker.serve();
            return broker;
        } catch (IOException e) {
            if (broker == null) {
                lock.close();
            } else {
                broker.close();
            }
            throw e;
        }
    }

    /** The port, if it is free, since the server itself would only log that it is not. */
    private static int free(int port) throws IOException {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IOException("port " + port + " is taken: " + e.getMessage(), e);
        }
    }

    private static Path made(Path path) throws IOException {
        try {
            Files.createDirectories(path, forOwner(path, "rwx------"));
            for (String part : PARTS) {
                Files.createDirectories(path.resolve(part), forOwner(path, "rwx------"));
            }
            return path;
        } catch (IOException e) {
            throw new IOException("the directory " + path + " cannot be made: " + e, e);
        }
    }

    /** Permissions for what is created, where the file system has such: what queues hold is nobody else's business. */
    private static FileAttribute<?>[] forOwner(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Artemis itself would wait for the other server to end. */
    private static FileChannel lock(Path path) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    path.resolve("served"),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                    forOwner(path, "rw-------"));
        } catch (IOException e) {
            throw new IOException("the directory " + path + " cannot be written to: " + e, e);
        }
        boolean locked;
        try {
            locked = channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            locked = false;
        }
        if (!locked) {
            channel.close();
            throw new IOException("the directory " + path + " is served by another process");
        }
        return channel;
    }

    /** The password that is kept in the directory; made when there is none. */
    private static String password(Path directory) throws IOException {
        Path file = directory.resolve(PASSWORD_FILE);
        try {
            return Files.readString(file).strip();
        } catch (NoSuchFileException first) {
            byte[] random = new byte[PASSWORD_BYTES];
            new SecureRandom().nextBytes(random);
            String made = HexFormat.of().formatHex(random);
            Path fresh = directory.resolve(PASSWORD_FILE + ".new");
            Files.deleteIfExists(fresh);
            Files.createFile(fresh, forOwner(fresh, "rw-------"));
            Files.writeString(fresh, made + "\n");
            Files.move(fresh, file);
            return made;
        }
    }

    private Configuration configuration(Map<String, Object> more) {
        var listener = new HashMap<>(more);
        listener.put(TransportConstants.HOST_PROP_NAME, "127.0.0.1");
        listener.put(TransportConstants.PORT_PROP_NAME, port);
        listener.put(TransportConstants.PROTOCOLS_PROP_NAME, "CORE");
        listener.put(TransportConstants.USE_EPOLL_PROP_NAME, false);
        listener.put(TransportConstants.USE_KQUEUE_PROP_NAME, false);
        var settings = new AddressSettings()
                .setDeadLetterAddress(SimpleString.of("sardonyx-dead"))
                .setExpiryAddress(SimpleString.of("sardonyx-expired"))
                .setMaxDeliveryAttempts(-1)
                .setAddressFullMessagePolicy(AddressFullMessagePolicy.PAGE)
                .setMaxSizeBytes(QUEUE_BYTES)
                .setPageSizeBytes(PAGE_BYTES)
                .setMaxReadPageBytes(READ_PAGE_BYTES)
                .setAutoCreateQueues(false)
                .setAutoCreateAddresses(false)
                .setAutoDeleteQueues(false)
                .setAutoDeleteAddresses(false);
        return new ConfigurationImpl()
                .setName("sardonyx")
                .setPersistenceEnabled(true)
                .setSecurityEnabled(true)
                .setJMXManagementEnabled(false)
                .setMessageCounterEnabled(false)
                .setCriticalAnalyzer(false)
                .setJournalType(JournalType.NIO)
                .setJournalBufferTimeout_NIO(JOURNAL_BUFFER_NANOS)
                // When the disk is full the server stops; a limit below would let who commits wait without a word.
                .setMaxDiskUsage(-1)
                .setJournalDirectory(directory.resolve("journal").toString())
                .setBindingsDirectory(directory.resolve("bindings").toString())
                .setPagingDirectory(directory.resolve("paging").toString())
                .setLargeMessagesDirectory(directory.resolve("large").toString())
                .addAcceptorConfiguration(new TransportConfiguration(NettyAcceptorFactory.class.getName(), listener))
                .addAddressSetting("#", settings);
    }

    private void serve() throws IOException {
        try {
            server.start();
            if (!server.waitForActivation(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the broker in " + directory + " did not start");
            }
            // Its turn comes after all that was paged before the start has been counted.
            server.getPagingManager().execute(this::tellCounted);
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the broker in " + directory + " did not start: " + e, e);
        }
    }

    private void tellCounted() {
        SimpleString name = SimpleString.of(BrokerAdministration.COUNTED);
        try {
            server.createQueue(QueueConfiguration.of(name)
                    .setAddress(name)
                    .setRoutingType(RoutingType.ANYCAST)
                    .setDurable(false)
                    .setAutoCreateAddress(true));
        } catch (Exception e) {
            LoggerFactory.getLogger(DevelopmentBroker.class).warn("depths stay unsure for some minutes", e);
        }
    }

    public int port() {
        return port;
    }

    /** The address of this broker, which refers to its password by the name of a file. */
    public String address() {
        Path file = directory.toAbsolutePath().resolve(PASSWORD_FILE);
        return ArtemisAddress.SCHEME + "://" + USER + "@127.0.0.1:" + port + "?password=file:"
                + URLEncoder.encode(file.toString(), UTF_8).replace("%2F", "/");
    }

    public Path directory() {
        return directory;
    }

    /** Blocks until the server has stopped: it was closed, or its disk failed. */
    public void await() throws InterruptedException {
        over.await();
    }

    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            server.stop();
        } catch (Exception e) {
            throw new IOException("the broker in " + directory + " did not stop: " + e, e);
        } finally {
            over.countDown();
            lock.close();
            if (temporary) {
                delete(directory);
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }

    /** Admits one user to everything. */
    private static final class OneUser implements ActiveMQSecurityManager {

        private final byte[] password;

        OneUser(String password) {
            this.password = password.getBytes(UTF_8);
        }

        @Override
        public boolean validateUser(@Nullable String user, @Nullable String given) {
            return USER.equals(user) && given != null && MessageDigest.isEqual(password, given.getBytes(UTF_8));
        }

        @Override
        public boolean validateUserAndRole(
                @Nullable String user, @Nullable String given, Set<Role> roles, CheckType check) {
            return validateUser(user, given);
        }
    }
}
