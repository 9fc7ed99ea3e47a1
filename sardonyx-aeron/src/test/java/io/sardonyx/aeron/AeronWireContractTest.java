package io.sardonyx.aeron;

import io.sardonyx.port.WireProvider;
import io.sardonyx.testkit.contract.Relay;
import io.sardonyx.testkit.contract.WireAdmissionContract;
import io.sardonyx.testkit.contract.WireDeliveryContract;
import io.sardonyx.testkit.contract.WireFaultsContract;
import java.util.Map;
import org.junit.jupiter.api.Nested;

/** The wire over UDP keeps the promises of wires. */
class AeronWireContractTest {

    private static final Map<String, String> IMPATIENT = Map.of("silence-seconds", "1");

    @Nested
    class Delivery extends WireDeliveryContract {

        @Override
        protected WireProvider provider() {
            return new AeronWireProvider();
        }

        @Override
        protected Relay relay(long seed) {
            return Relay.udp(seed);
        }
    }

    @Nested
    class Admission extends WireAdmissionContract {

        @Override
        protected WireProvider provider() {
            return new AeronWireProvider();
        }

        @Override
        protected Relay relay(long seed) {
            return Relay.udp(seed);
        }
    }

    @Nested
    class Faults extends WireFaultsContract {

        @Override
        protected WireProvider provider() {
            return new AeronWireProvider();
        }

        @Override
        protected Relay relay(long seed) {
            return Relay.udp(seed);
        }

        @Override
        protected Map<String, String> impatient() {
            return IMPATIENT;
        }
    }
}
