package io.sardonyx.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.port.Lease;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Watch;
import io.sardonyx.zookeeper.Znodes.Node;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases are ephemeral znodes; the fence is the transaction that created one.
 *
 * <p>Several times within a session's timeout all leases are proved by the leader, through a sync; what cannot be
 * proved in time is lost. What a broken connection leaves behind of a claim or a release is cleared away when there is
 * one again.
 */
final class ZooKeeperLeases implements Leases {

    private static final int PROOFS_PER_TIMEOUT = 6;
    private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperLeases.class);

    private final String base;
    private final ZooKeeperConnection connection;
    private final Znodes znodes;
    private final ZnodeWatches watching;
    private final Set<ZooKeeperLease> held = ConcurrentHashMap.newKeySet();
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
     * @param token what its znode begins with, and no other's
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

    /** The session ends with the connection, so nothing has to be given back. */
    void close() {
        held.forEach(ZooKeeperLease::lose);
    }

    /** Deletes the znode if it is still that of this tenure; tried until it is known to be gone. */
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

    /** Only through the very session that owns the znode: then it cannot be the znode of somebody else. */
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
}
