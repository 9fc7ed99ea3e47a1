package io.sardonyx.artemis;

import io.sardonyx.testkit.contract.BrokerSessionsContract;
import io.sardonyx.testkit.contract.SharedBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class ArtemisSessionsTest extends BrokerSessionsContract {

    private static DevelopmentBroker server;

    @BeforeAll
    static void startServer() throws Exception {
        server = DevelopmentBroker.start(null, 0);
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.close();
    }

    @Override
    protected SharedBroker fresh() {
        return new SharedArtemis(server.address());
    }
}
