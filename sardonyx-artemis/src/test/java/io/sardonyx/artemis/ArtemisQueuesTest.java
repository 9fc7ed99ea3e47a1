package io.sardonyx.artemis;

import io.sardonyx.testkit.contract.BrokerQueuesContract;
import io.sardonyx.testkit.contract.SharedBroker;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract of queues at a broker in a process of its own, which is killed where the contract wants it. */
class ArtemisQueuesTest extends BrokerQueuesContract {

    @TempDir
    private static Path directory;

    private static BrokerProcess server;

    @BeforeAll
    static void startServer() throws Exception {
        server = new BrokerProcess(directory);
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.close();
    }

    @Override
    protected SharedBroker fresh() {
        return new SharedArtemis(server.address()) {
            @Override
            public void restart() {
                try {
                    server.restart();
                } catch (Exception e) {
                    throw new AssertionError("the broker did not come back", e);
                }
            }
        };
    }
}
