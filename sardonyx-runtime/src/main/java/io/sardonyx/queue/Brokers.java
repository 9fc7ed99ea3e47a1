package io.sardonyx.queue;

import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerProvider;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.TreeSet;

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
        int colon = address.indexOf(':');
        String scheme = address.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT);
        var known = new TreeSet<String>();
        for (BrokerProvider provider : ServiceLoader.load(BrokerProvider.class)) {
            if (provider.scheme().equals(scheme)) {
                return provider.open(address);
            }
            known.add(provider.scheme() + ":");
        }
        String shown = address.replaceFirst("\\?.*", "?…");
        String names = String.join(", ", known);
        throw new IllegalArgumentException(
                colon < 1
                        ? "the broker address '" + shown + "' has no scheme; it begins with one of: " + names
                        : "no broker is known for '" + scheme + ":' in the address '" + shown + "'; known are: "
                                + names);
    }
}
