package io.sardonyx.zookeeper;

import io.sardonyx.port.Store;
import io.sardonyx.port.StoreProvider;

/**
 * Opens stores over ZooKeeper, addressed as {@code zookeeper://host:2181,host2:2181/tenancy}.
 *
 * <p>An address may end in settings: {@code ?sessionTimeoutMillis=10000&acl=creator}; those that begin with
 * {@code zookeeper.} go to the ZooKeeper client as they are, as do its system properties, so TLS and SASL are set as
 * for any other client.
 */
public final class ZooKeeperStoreProvider implements StoreProvider {

    @Override
    public String scheme() {
        return ZooKeeperAddress.SCHEME;
    }

    /** Returns before there is a connection: a store that cannot be reached is told by the calls that need it. */
    @Override
    public Store open(String address) {
        return new ZooKeeperStore(ZooKeeperAddress.parse(address));
    }
}
