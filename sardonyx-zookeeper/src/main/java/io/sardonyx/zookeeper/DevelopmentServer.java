package io.sardonyx.zookeeper;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.zookeeper.server.DatadirCleanupManager;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZKDatabase;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.jspecify.annotations.Nullable;

/**
 * An embedded, standalone ZooKeeper server for development.
 *
 * <p>It listens on loopback only and does not authenticate clients. What it has acknowledged is on disk, so a restart
 * with the same directory continues from there; but there is no replication.
 */
public final class DevelopmentServer implements AutoCloseable {

    /** ZooKeeper's tick; the minimum session timeout is two ticks, so tests need not wait long for an expiry. */
    private static final int TICK_MILLIS = 500;

    private static final int MAX_SESSION_TIMEOUT_MILLIS = 60_000;

    /** Limit per client address; on loopback all clients share one. */
    private static final int MAX_CONNECTIONS = 10_000;

    private static final int BACKLOG = -1;
    private static final long GROW_FILES_BY_BYTES = 1 << 20;
    private static final int KEPT_SNAPSHOTS = 3;
    private static final int PURGE_EVERY_HOURS = 1;

    private final DataDirectory directory;
    private final FileTxnSnapLog files;
    private final ServerCnxnFactory sockets;
    private final Server server;
    private final DatadirCleanupManager purge;
    private final AtomicBoolean closed = new AtomicBoolean();

    private DevelopmentServer(DataDirectory directory, ServerCnxnFactory sockets)
            throws IOException, InterruptedException {
        this.directory = directory;
        this.sockets = sockets;
        FileTxnLog.setPreallocSize(GROW_FILES_BY_BYTES);
        var path = directory.path().toFile();
        this.files = new FileTxnSnapLog(path, path);
        this.server = new Server(files);
        this.purge = new DatadirCleanupManager(path, path, KEPT_SNAPSHOTS, PURGE_EVERY_HOURS);
        sockets.startup(server);
        purge.start();
    }

    /**
     * Starts the server.
     *
     * @param directory data directory; null for a temporary one that is deleted on close
     * @param port TCP port, 0 for any free one
     * @throws IOException whose message names the obstacle in one line: the port, or the directory
     */
    public static DevelopmentServer start(@Nullable Path directory, int port) throws IOException, InterruptedException {
        var sockets = new NIOServerCnxnFactory();
        try {
            sockets.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), MAX_CONNECTIONS);
        } catch (BindException e) {
            throw new IOException("port " + port + " is taken: " + e.getMessage(), e);
        }
        @Nullable DataDirectory data = null;
        try {
            data = directory == null ? DataDirectory.temporary() : DataDirectory.kept(directory);
            return new DevelopmentServer(data, sockets);
        } catch (IOException | InterruptedException e) {
            sockets.shutdown();
            if (data != null) {
                data.close();
            }
            throw e;
        }
    }

    public int port() {
        return sockets.getLocalPort();
    }

    /** The store address of a tenancy on this server. */
    public String address(String tenancy) {
        return ZooKeeperAddress.SCHEME + "://127.0.0.1:" + port() + "/" + tenancy;
    }

    public Path directory() {
        return directory.path();
    }

    /** Blocks until the server has stopped: it was closed, or its disk failed. */
    public void await() throws InterruptedException {
        server.over.await();
    }

    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        purge.shutdown();
        sockets.shutdown();
        server.shutdown();
        files.close();
        directory.close();
    }

    /** Reports its termination through a latch, and skips JMX, where two servers in one JVM would collide by name. */
    private static final class Server extends ZooKeeperServer {

        final CountDownLatch over = new CountDownLatch(1);

        Server(FileTxnSnapLog files) {
            super(files, TICK_MILLIS, -1, MAX_SESSION_TIMEOUT_MILLIS, BACKLOG, new ZKDatabase(files), "");
        }

        @Override
        protected void setState(State state) {
            super.setState(state);
            if (state == State.ERROR || state == State.SHUTDOWN) {
                over.countDown();
            }
        }

        @Override
        protected void registerJMX() {}

        @Override
        protected void unregisterJMX() {}
    }

    /**
     * The data directory of an embedded server, with a file lock: ZooKeeper itself would let two servers corrupt it.
     */
    private static final class DataDirectory implements AutoCloseable {

        private final Path path;
        private final FileChannel lock;
        private final boolean temporary;

        private DataDirectory(Path path, FileChannel lock, boolean temporary) {
            this.path = path;
            this.lock = lock;
            this.temporary = temporary;
        }

        static DataDirectory kept(Path path) throws IOException {
            try {
                Files.createDirectories(path);
            } catch (IOException e) {
                throw new IOException("the directory " + path + " cannot be made: " + e, e);
            }
            return new DataDirectory(path, lock(path), false);
        }

        /** A directory that is deleted on close. */
        static DataDirectory temporary() throws IOException {
            Path path = Files.createTempDirectory("sardonyx-zookeeper-");
            return new DataDirectory(path, lock(path), true);
        }

        private static FileChannel lock(Path path) throws IOException {
            FileChannel channel;
            try {
                channel = FileChannel.open(path.resolve("served"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            } catch (IOException e) {
                throw new IOException("the directory " + path + " cannot be written to: " + e, e);
            }
            if (!isLocked(channel)) {
                channel.close();
                throw new IOException("the directory " + path + " is served by another process");
            }
            return channel;
        }

        private static boolean isLocked(FileChannel channel) throws IOException {
            try {
                return channel.tryLock() != null;
            } catch (OverlappingFileLockException e) {
                return false;
            }
        }

        Path path() {
            return path;
        }

        @Override
        public void close() throws IOException {
            lock.close();
            if (temporary) {
                try (Stream<Path> all = Files.walk(path)) {
                    for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                        Files.deleteIfExists(each);
                    }
                }
            }
        }
    }
}
