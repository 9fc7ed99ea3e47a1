package io.sardonyx.zookeeper;

import io.sardonyx.testkit.contract.SharedStore;
import io.sardonyx.testkit.contract.StoreContracts;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class ZooKeeperContractTest extends StoreContracts {

    private static TestingServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = new TestingServer();
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.close();
    }

    @Override
    protected SharedStore fresh() {
        return new SharedZooKeeper(server.getConnectString());
    }
}
