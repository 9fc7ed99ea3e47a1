package io.sardonyx.zookeeper;

import io.sardonyx.port.Store;
import io.sardonyx.port.StoreProvider;

/**
 * The store provider for ZooKeeper, with addresses like {@code zookeeper://host:2181,host2:2181/tenancy}.
 *
 * <p>An address may end in settings: {@code ?sessionTimeoutMillis=10000&acl=creator}; those that begin with
 * {@code zookeeper.} are passed to the ZooKeeper client, as are its system properties, so TLS and SASL are configured
 * as for any other client.
 */
public final class ZooKeeperStoreProvider implements StoreProvider {

    @Override
    public String scheme() {
        return ZooKeeperAddress.SCHEME;
    }

    /** Returns before there is a connection; an unreachable ensemble fails the calls that need it. */
    @Override
    public Store open(String address) {
        return new ZooKeeperStore(ZooKeeperAddress.parse(address));
    }
}
