package io.sardonyx.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.port.Store;
import io.sardonyx.testkit.contract.SharedStore;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;

/** A tenancy of its own on a server that others use too. */
final class SharedZooKeeper implements SharedStore {

    private final String servers;
    private final String address;

    SharedZooKeeper(String servers) {
        this.servers = servers;
        address = "zookeeper://" + servers + "/tests/t-" + UUID.randomUUID();
    }

    @Override
    public Store open() {
        return new ZooKeeperStoreProvider().open(address);
    }

    /** Its session ends as if it had expired. */
    @Override
    public void crash(Store opened) {
        endSession(opened, servers);
        opened.close();
    }

    /** Another connection takes the session over and ends it: to its owner and to the server it has expired. */
    static void endSession(Store opened, String servers) {
        try {
            ZooKeeper owner = ((ZooKeeperStore) opened).connection().zooKeeper();
            var connected = new CountDownLatch(1);
            var thief = new ZooKeeper(
                    servers,
                    owner.getSessionTimeout(),
                    event -> {
                        if (event.getState() == KeeperState.SyncConnected) {
                            connected.countDown();
                        }
                    },
                    owner.getSessionId(),
                    owner.getSessionPasswd());
            assertThat(connected.await(20, TimeUnit.SECONDS)).isTrue();
            thief.close();
        } catch (Exception e) {
            throw new AssertionError("the session could not be ended", e);
        }
    }
}
