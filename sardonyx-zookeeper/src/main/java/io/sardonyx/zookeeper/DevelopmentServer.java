package io.sardonyx.zookeeper;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.zookeeper.server.DatadirCleanupManager;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZKDatabase;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.jspecify.annotations.Nullable;

/**
 * One ZooKeeper server inside this process, for people who have none.
 *
 * <p>It is reached through loopback only and asks nobody who they are. What it answered is on the disk, so a restart
 * with the same directory goes on where the last one ended; but there is one server and one disk, so it is for
 * development.
 */
public final class DevelopmentServer implements AutoCloseable {

    /** Sessions may be as short as two ticks, so that a test need not wait long for a death. */
    private static final int TICK_MILLIS = 500;

    private static final int MAX_SESSION_TIMEOUT_MILLIS = 60_000;

    /** From one address, which on loopback is everybody. */
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
     * Starts serving.
     *
     * @param directory where the data is kept; without one it is kept until the end, in a temporary one
     * @param port 0 for any that is free
     * @throws IOException that says in one line what is in the way: the port, or the directory
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

    /** How a process names the store of a tenancy on this server. */
    public String address(String tenancy) {
        return ZooKeeperAddress.SCHEME + "://127.0.0.1:" + port() + "/" + tenancy;
    }

    public Path directory() {
        return directory.path();
    }

    /** Waits until it serves no more: it was closed, or its disk failed. */
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

    /** Tells when it stops by itself, and stays away from JMX, whose names two servers of one process would share. */
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
}
