package io.sardonyx.zookeeper;

import io.sardonyx.port.Documents;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** A store in a ZooKeeper ensemble: one tenancy below one path, through one session. */
final class ZooKeeperStore implements Store {

    private final String root;
    private final ZooKeeperConnection connection;
    private final Znodes znodes;
    private final ZnodeWatches watching;
    private final ZooKeeperDocuments documents;
    private final ZooKeeperLeases leases;

    /** Cached by name: appends to a log are in order of calls only within one appender. */
    private final Map<String, Log> logs = new ConcurrentHashMap<>();

    private final AtomicBoolean closed = new AtomicBoolean();

    ZooKeeperStore(ZooKeeperAddress address) {
        root = address.root();
        connection = new ZooKeeperConnection(address);
        znodes = new Znodes(connection, address.creatorOnly());
        watching = new ZnodeWatches(connection);
        documents = new ZooKeeperDocuments(root, znodes, watching);
        leases = new ZooKeeperLeases(address, connection, znodes, watching);
    }

    @Override
    public Log log(String name) {
        var paths = new LogPaths(root + "/logs/" + ZnodeNames.escape(name));
        return logs.computeIfAbsent(name, it -> new ZooKeeperLog(paths, znodes, watching));
    }

    @Override
    public Documents documents() {
        return documents;
    }

    @Override
    public Leases leases() {
        return leases;
    }

    /** The connection, for tests that inject faults. */
    ZooKeeperConnection connection() {
        return connection;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            leases.close();
            connection.close();
        }
    }
}
