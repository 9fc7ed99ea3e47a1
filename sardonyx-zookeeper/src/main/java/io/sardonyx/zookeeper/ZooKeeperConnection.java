package io.sardonyx.zookeeper;

import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ZKConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client connection of a store: Curator keeps a session alive and opens a new one after an expiry; plus a timer.
 *
 * <p>Requests go to ZooKeeper's own asynchronous client, since Curator would retry writes.
 */
final class ZooKeeperConnection implements AutoCloseable {

    /** Client-side jute.maxbuffer, the limit of a response: a server sends more than it accepts in a request. */
    private static final int MAX_ANSWER_BYTES = 128 * 1024 * 1024;

    private static final int MAX_CLOSE_MILLIS = 2_000;
    private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperConnection.class);

    private final CuratorFramework curator;
    private final ScheduledExecutorService timer;
    private final int sessionTimeoutMillis;

    ZooKeeperConnection(ZooKeeperAddress address) {
        sessionTimeoutMillis = address.sessionTimeoutMillis();
        var client = new ZKClientConfig();
        address.client().forEach(client::setProperty);
        client.setProperty(ZKConfig.JUTE_MAXBUFFER, Integer.toString(MAX_ANSWER_BYTES));
        curator = CuratorFrameworkFactory.builder()
                .connectString(address.servers())
                .sessionTimeoutMs(address.sessionTimeoutMillis())
                .connectionTimeoutMs(address.sessionTimeoutMillis())
                .maxCloseWaitMs(MAX_CLOSE_MILLIS)
                .retryPolicy(new RetryOneTime(100))
                .ensembleTracker(false)
                .zkClientConfig(client)
                .build();
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            var thread = new Thread(task, "sardonyx-zookeeper-timer");
            thread.setDaemon(true);
            return thread;
        });
        onState(state -> tell(state, address));
        curator.start();
    }

    /** Logs a change of the connection state once; ZooKeeper and Curator log each attempt under their own loggers. */
    private static void tell(ConnectionState state, ZooKeeperAddress address) {
        String what = switch (state) {
            case SUSPENDED -> "the connection is broken";
            case LOST -> "the session is lost";
            case RECONNECTED -> "the connection is back";
            case READ_ONLY -> "the connection is to a server that is cut off from the others";
            case CONNECTED -> null;
        };
        if (what != null) {
            LOG.warn("{}{}: {}", address.servers(), address.root(), what);
        }
    }

    /**
     * The current client handle; a handle never changes its session.
     *
     * @throws KeeperException when there is no connection
     */
    ZooKeeper zooKeeper() throws KeeperException {
        if (isClosed()) {
            throw new IllegalStateException("this store is closed");
        }
        try {
            return curator.getZookeeperClient().getZooKeeper();
        } catch (KeeperException e) {
            throw e;
        } catch (Exception e) {
            var lost = new KeeperException.ConnectionLossException();
            lost.initCause(e);
            throw lost;
        }
    }

    boolean isClosed() {
        return timer.isShutdown();
    }

    /** The session timeout negotiated with the server, or the requested one before that. */
    int sessionTimeoutMillis() {
        int agreed = curator.getZookeeperClient().getLastNegotiatedSessionTimeoutMs();
        return agreed > 0 ? agreed : sessionTimeoutMillis;
    }

    boolean isConnected() {
        return curator.getZookeeperClient().isConnected();
    }

    void onState(Consumer<ConnectionState> listener) {
        curator.getConnectionStateListenable().addListener((client, state) -> listener.accept(state));
    }

    /** Schedules a task; runs it at once if the timer is shut down, since a future depends on it. */
    void later(Runnable task, long millis) {
        try {
            var unused = timer.schedule(guarded(task), millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            task.run();
        }
    }

    /** Runs a task periodically on the timer thread until close. */
    void every(Runnable task, long millis) {
        var unused = timer.scheduleWithFixedDelay(guarded(task), millis, millis, TimeUnit.MILLISECONDS);
    }

    /** Logs exceptions of a task: a periodic task that threw would be cancelled silently. */
    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.error("a task of the timer failed; it is tried again at its next turn", e);
            }
        };
    }

    @Override
    public void close() {
        timer.shutdown();
        curator.close();
    }
}
