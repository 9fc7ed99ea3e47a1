package io.sardonyx.zookeeper;

import io.sardonyx.testkit.contract.DocumentsContract;
import io.sardonyx.testkit.contract.LeasesContract;
import io.sardonyx.testkit.contract.LogContract;
import io.sardonyx.testkit.contract.NamesContract;
import io.sardonyx.testkit.contract.OriginContract;
import io.sardonyx.testkit.contract.SharedStore;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

class ZooKeeperContractTest {

    private static TestingServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = new TestingServer();
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.close();
    }

    private static SharedStore tenancy() {
        return new SharedZooKeeper(server.getConnectString());
    }

    @Nested
    class Logs extends LogContract {
        @Override
        protected SharedStore fresh() {
            return tenancy();
        }
    }

    @Nested
    class Origins extends OriginContract {
        @Override
        protected SharedStore fresh() {
            return tenancy();
        }
    }

    @Nested
    class Docs extends DocumentsContract {
        @Override
        protected SharedStore fresh() {
            return tenancy();
        }
    }

    @Nested
    class Tenures extends LeasesContract {
        @Override
        protected SharedStore fresh() {
            return tenancy();
        }
    }

    @Nested
    class Names extends NamesContract {
        @Override
        protected SharedStore fresh() {
            return tenancy();
        }
    }
}
