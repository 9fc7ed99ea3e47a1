package io.sardonyx.testkit.contract;

import io.sardonyx.port.Broker;
import io.sardonyx.queue.Brokers;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;

/** The broker in memory keeps every promise of the port. */
class MemoryBrokerTest {

    private static final AtomicInteger TESTS = new AtomicInteger();

    @Nested
    class Queues extends BrokerQueuesContract {
        @Override
        protected SharedBroker fresh() {
            return broker();
        }
    }

    @Nested
    class Sessions extends BrokerSessionsContract {
        @Override
        protected SharedBroker fresh() {
            return broker();
        }
    }

    private static SharedBroker broker() {
        String address = "memory:contract-" + TESTS.incrementAndGet();
        return new SharedBroker() {
            @Override
            public Broker open() {
                return Brokers.open(address).get(0);
            }

            /** Connections live in one process: what a kill leaves of one is what closing leaves. */
            @Override
            public void crash(Broker opened) {
                opened.close();
            }
        };
    }
}
