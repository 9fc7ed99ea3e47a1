package io.sardonyx.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.port.Lease;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Watch;
import io.sardonyx.zookeeper.Znodes.Node;
import io.sardonyx.zookeeper.ZooKeeperLeases.Tenure;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registry of leases, each an ephemeral znode whose czxid is the fencing token.
 *
 * <p>Several times per session timeout all leases are verified with the leader, by a sync; one that is not verified in
 * time is lost. After a reconnect, znodes of claims and releases whose outcome was unknown are deleted.
 */
final class ZooKeeperLeases implements Leases {

    /** Verifications per session timeout. */
    private static final int PROOFS_PER_TIMEOUT = 6;

    private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperLeases.class);

    private final String base;
    private final ZooKeeperConnection connection;
    private final Znodes znodes;
    private final ZnodeWatches watching;

    /** Leases that are not lost. */
    private final Set<ZooKeeperLease> held = ConcurrentHashMap.newKeySet();

    /** Claims whose znode may still exist and has to be deleted. */
    private final Set<Tenure> abandoned = ConcurrentHashMap.newKeySet();

    ZooKeeperLeases(ZooKeeperAddress address, ZooKeeperConnection connection, Znodes znodes, ZnodeWatches watching) {
        this.base = address.root() + "/leases";
        this.connection = connection;
        this.znodes = znodes;
        this.watching = watching;
        connection.onState(this::changed);
        connection.every(this::prove, address.sessionTimeoutMillis() / PROOFS_PER_TIMEOUT);
    }

    /**
     * One claim of a name.
     *
     * @param token unique prefix of its znode's data
     */
    record Tenure(String path, String token) {}

    @Override
    public CompletionStage<Optional<Lease>> claim(String name, String holder) {
        var tenure = new Tenure(path(name), UUID.randomUUID().toString());
        long sentAt = System.nanoTime();
        byte[] data = (tenure.token() + "\n" + holder).getBytes(UTF_8);
        var claimed = znodes.create(tenure.path(), data, CreateMode.EPHEMERAL)
                .thenApply(stat -> granted(tenure, stat, sentAt))
                .whenComplete((lease, failure) -> {
                    if (failure != null && Znodes.isBroken(failure)) {
                        abandoned.add(tenure);
                    }
                });
        return Znodes.recovering(claimed, Code.NODEEXISTS, () -> CompletableFuture.completedFuture(Optional.empty()));
    }

    @Override
    public Duration timeout() {
        return Duration.ofMillis(connection.sessionTimeoutMillis());
    }

    @Override
    public CompletionStage<Boolean> isHeld(String name) {
        String path = path(name);
        return znodes.patiently(
                () -> znodes.sync(path).thenCombine(znodes.stat(path), (synced, stat) -> stat.isPresent()));
    }

    @Override
    public Watch onFree(String name, Runnable nudge) {
        String path = path(name);
        return watching.watch(
                new ZnodeWatches.Subject(path, AddWatchMode.PERSISTENT),
                event -> event.getType() == EventType.NodeDeleted,
                () -> znodes.stat(path).thenApply(Optional::isEmpty),
                nudge);
    }

    /** Loses all leases; their znodes vanish with the session when the connection is closed. */
    void close() {
        held.forEach(ZooKeeperLease::lose);
    }

    /** Deletes the znode if it still belongs to this claim; retried until it is known to be gone. */
    void release(ZooKeeperLease lease) {
        held.remove(lease);
        abandoned.add(lease.tenure());
        clear(lease.tenure());
    }

    private Optional<Lease> granted(Tenure tenure, Stat stat, long sentAt) {
        var lease = new ZooKeeperLease(this, connection, tenure, stat, sentAt);
        held.add(lease);
        if (connection.isClosed()) {
            lease.lose();
        }
        return Optional.of(lease);
    }

    private void changed(ConnectionState state) {
        switch (state) {
            case SUSPENDED, READ_ONLY -> held.forEach(ZooKeeperLease::suspend);
            case LOST -> held.forEach(ZooKeeperLease::outliveSession);
            case CONNECTED, RECONNECTED -> prove();
        }
    }

    /** Verifies all leases with one sync, and retries pending deletions. */
    private void prove() {
        if (!held.isEmpty()) {
            long sentAt = System.nanoTime();
            var synced = znodes.sync(base);
            for (var lease : held) {
                var stat = znodes.stat(lease.tenure().path());
                Znodes.finish(
                        synced.thenCombine(stat, (done, found) -> found),
                        (found, failure) -> lease.judge(sentAt, found == null ? null : found.orElse(null), failure));
            }
        }
        abandoned.forEach(this::clear);
    }

    private void clear(Tenure tenure) {
        try {
            ZooKeeper zooKeeper = connection.zooKeeper();
            var look = znodes.sync(tenure.path()).thenCombine(znodes.get(tenure.path()), (synced, node) -> node);
            Znodes.finish(look, (node, failure) -> {
                if (node != null) {
                    clear(tenure, node, zooKeeper);
                }
            });
        } catch (KeeperException | IllegalStateException e) {
            LOG.debug("{} is cleared when there is a connection", tenure.path(), e);
        }
    }

    /** Deletes only through the session that owns the znode: so it cannot be another holder's. */
    private void clear(Tenure tenure, Optional<Node> node, ZooKeeper zooKeeper) {
        boolean isOurs = node.filter(it -> new String(it.data(), UTF_8).startsWith(tenure.token()))
                .filter(it -> it.stat().getEphemeralOwner() == zooKeeper.getSessionId())
                .isPresent();
        if (!isOurs) {
            abandoned.remove(tenure);
            return;
        }
        zooKeeper.delete(
                tenure.path(),
                -1,
                (code, at, context) -> {
                    if (code == Code.OK.intValue() || code == Code.NONODE.intValue()) {
                        abandoned.remove(tenure);
                    }
                },
                null);
    }

    private String path(String name) {
        return base + "/" + ZnodeNames.escape(name);
    }

    /**
     * A lease: an ephemeral znode that counts as held only within a deadline after its last verification, on this
     * process's monotonic clock. Thread-safe; mutable fields are guarded by this object's monitor.
     */
    private static final class ZooKeeperLease implements Lease {

        /**
         * The fraction of the session timeout within which a verification is required; the margin covers the delay with
         * which a server forwards heartbeats to the leader.
         */
        private static final double BELIEVED_PART = 0.8;

        private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperLease.class);

        private final ZooKeeperLeases leases;
        private final ZooKeeperConnection connection;
        private final Tenure tenure;
        private final long fence;

        /** Id of the session that owns the znode. */
        private final long session;

        private final long believedNanos;
        private final Set<Nudged> watches = ConcurrentHashMap.newKeySet();

        /** When the latest successful verification was sent, in {@link System#nanoTime()}. */
        private long provedAt;

        private long suspendedAt;

        /** Whether the connection was lost since {@link #suspendedAt}; cleared by a verification sent after that. */
        private boolean suspended;

        private boolean lost;

        ZooKeeperLease(
                ZooKeeperLeases leases, ZooKeeperConnection connection, Tenure tenure, Stat created, long sentAt) {
            this.leases = leases;
            this.connection = connection;
            this.tenure = tenure;
            this.fence = created.getCzxid();
            this.session = created.getEphemeralOwner();
            this.provedAt = sentAt;
            this.believedNanos =
                    (long) (TimeUnit.MILLISECONDS.toNanos(connection.sessionTimeoutMillis()) * BELIEVED_PART);
        }

        /** A registered listener, with its own identity so that one callback may be registered twice. */
        private final class Nudged implements Watch {
            private final Runnable nudge;

            Nudged(Runnable nudge) {
                this.nudge = nudge;
            }

            @Override
            public void close() {
                watches.remove(this);
            }
        }

        @Override
        public long fence() {
            return fence;
        }

        @Override
        public Standing standing() {
            boolean isLate;
            synchronized (this) {
                if (lost) {
                    return Standing.LOST;
                }
                isLate = System.nanoTime() - provedAt > believedNanos;
            }
            if (isLate || connection.isClosed()) {
                lose();
                return Standing.LOST;
            }
            synchronized (this) {
                return suspended || !connection.isConnected() ? Standing.SUSPENDED : Standing.HELD;
            }
        }

        @Override
        public Watch onChange(Runnable nudge) {
            var watch = new Nudged(nudge);
            watches.add(watch);
            return watch;
        }

        @Override
        public void close() {
            lose();
        }

        Tenure tenure() {
            return tenure;
        }

        void suspend() {
            synchronized (this) {
                suspended = true;
                suspendedAt = System.nanoTime();
            }
            nudgeAll();
        }

        /** Makes the lease lost for good, even if the session should survive; so the znode is deleted. */
        void lose() {
            synchronized (this) {
                if (lost) {
                    return;
                }
                lost = true;
            }
            leases.release(this);
            nudgeAll();
        }

        /**
         * Handles the expiry of some session: by the time of the event there may be a new one, with leases of its own.
         */
        void outliveSession() {
            if (!isSessionOurs()) {
                lose();
            }
        }

        /**
         * Handles the response to a verification.
         *
         * @param sentAt when the request was sent, so that the deadline is counted from before the server's answer
         */
        void judge(long sentAt, @Nullable Stat found, @Nullable Throwable failure) {
            if (failure != null) {
                if (Znodes.is(failure, Code.SESSIONEXPIRED)) {
                    lose();
                }
            } else if (found != null && isOurs(found) && isSessionOurs()) {
                renew(sentAt);
            } else {
                lose();
            }
            standing(); // detects a deadline that has passed, and calls the listeners
        }

        private boolean isOurs(Stat stat) {
            return stat.getCzxid() == fence && stat.getEphemeralOwner() == session;
        }

        /**
         * Whether the lease's session is the current one. A znode may outlive its session's handle, but without
         * heartbeats.
         */
        private boolean isSessionOurs() {
            try {
                return connection.zooKeeper().getSessionId() == session;
            } catch (KeeperException | IllegalStateException e) {
                return false;
            }
        }

        private void renew(long sentAt) {
            boolean isBack;
            synchronized (this) {
                if (sentAt - provedAt > 0) {
                    provedAt = sentAt;
                }
                isBack = suspended && sentAt - suspendedAt >= 0;
                suspended &= !isBack;
            }
            if (isBack) {
                nudgeAll();
            }
        }

        private void nudgeAll() {
            for (var watch : watches) {
                try {
                    watch.nudge.run();
                } catch (RuntimeException e) {
                    LOG.warn("a nudge for {} has thrown; others are nudged nevertheless", tenure.path(), e);
                }
            }
        }
    }
}
