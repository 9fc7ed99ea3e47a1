package io.sardonyx.zookeeper;

import io.sardonyx.port.Store;
import io.sardonyx.store.derived.DerivedStore;
import io.sardonyx.testkit.contract.LeasesContract;
import io.sardonyx.testkit.contract.LogContract;
import io.sardonyx.testkit.contract.OriginContract;
import io.sardonyx.testkit.contract.SharedStore;
import java.util.HashMap;
import java.util.Map;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** Log and leases that are derived from documents keep every promise of the ports over ZooKeeper's documents, too. */
class DerivedFromZnodesTest {

    private static final long LEASE_MILLIS = 3_000;

    private static TestingServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = new TestingServer();
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.close();
    }

    @Nested
    class Logs extends LogContract {
        @Override
        protected SharedStore fresh() {
            return new OfZnodes();
        }
    }

    @Nested
    class Origins extends OriginContract {
        @Override
        protected SharedStore fresh() {
            return new OfZnodes();
        }
    }

    @Nested
    class Held extends LeasesContract {
        @Override
        protected SharedStore fresh() {
            return new OfZnodes();
        }
    }

    private static final class OfZnodes implements SharedStore {

        private final SharedZooKeeper tenancy = new SharedZooKeeper(server.getConnectString());
        private final Map<Store, Store> documents = new HashMap<>();

        @Override
        public Store open() {
            Store below = tenancy.open();
            Store store = DerivedStore.over(below, LEASE_MILLIS);
            documents.put(store, below);
            return store;
        }

        /** Nothing of it is answered any more, so no lease is given back. */
        @Override
        public void crash(Store opened) {
            documents.get(opened).close();
            opened.close();
        }
    }
}
