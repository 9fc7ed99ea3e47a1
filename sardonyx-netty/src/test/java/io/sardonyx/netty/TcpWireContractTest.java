package io.sardonyx.netty;

import io.sardonyx.port.WireProvider;
import io.sardonyx.testkit.contract.Relay;
import io.sardonyx.testkit.contract.WireAdmissionContract;
import io.sardonyx.testkit.contract.WireDeliveryContract;
import io.sardonyx.testkit.contract.WireFaultsContract;
import java.util.Map;
import org.junit.jupiter.api.Nested;

class TcpWireContractTest {

    @Nested
    class Delivery extends WireDeliveryContract {

        @Override
        protected WireProvider provider() {
            return new TcpWireProvider();
        }

        @Override
        protected Relay relay(long seed) {
            return Relay.tcp(seed);
        }
    }

    @Nested
    class Faults extends WireFaultsContract {

        @Override
        protected WireProvider provider() {
            return new TcpWireProvider();
        }

        @Override
        protected Relay relay(long seed) {
            return Relay.tcp(seed);
        }

        @Override
        protected Map<String, String> impatient() {
            return Map.of("silence-seconds", "2");
        }

        @Override
        protected int rounds() {
            return 10;
        }
    }

    @Nested
    class Admission extends WireAdmissionContract {

        @Override
        protected WireProvider provider() {
            return new TcpWireProvider();
        }

        @Override
        protected Relay relay(long seed) {
            return Relay.tcp(seed);
        }
    }
}
