package io.sardonyx.queue;

import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerProvider;
import java.util.List;

/**
 * Provider of {@code memory:name}; all openings of the same name in this process share their queues, which end with the
 * last of them.
 */
public final class MemoryBrokerProvider implements BrokerProvider {

    private static final String PREFIX = "memory:";

    @Override
    public String scheme() {
        return "memory";
    }

    @Override
    public List<Broker> open(String address) {
        if (!address.startsWith(PREFIX) || address.startsWith("/", PREFIX.length())) {
            throw new IllegalArgumentException(
                    "'" + address + "' is not the address of a broker in memory, such as memory:orders");
        }
        return List.of(MemoryBroker.open(address.substring(PREFIX.length())));
    }
}
