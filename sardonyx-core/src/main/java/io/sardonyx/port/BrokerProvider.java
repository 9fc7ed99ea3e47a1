package io.sardonyx.port;

import java.util.List;

/**
 * Service provider for a kind of broker, selected by the scheme of its address through {@link java.util.ServiceLoader}.
 */
public interface BrokerProvider {

    String scheme();

    /**
     * Opens a connection to each broker of the address, {@code scheme://host:port,host2:port?setting=value}, in its
     * order; returns before any of them is reached.
     *
     * @throws IllegalArgumentException for a malformed address, with an example of a right one and without its settings
     */
    List<Broker> open(String address);
}
