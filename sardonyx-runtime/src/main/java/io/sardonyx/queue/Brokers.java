package io.sardonyx.queue;

import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerProvider;
import io.sardonyx.store.Stores;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Registry of broker providers: opens the brokers of an address, {@code memory:name} or that of an adapter on the class
 * path.
 */
public final class Brokers {

    private Brokers() {}

    /**
     * Opens a connection to each broker of the address.
     *
     * @throws IllegalArgumentException for an unknown scheme, with a message that lists the known ones
     */
    public static List<Broker> open(String address) {
        return Stores.provider("broker", address, ServiceLoader.load(BrokerProvider.class), BrokerProvider::scheme)
                .open(address);
    }
}
