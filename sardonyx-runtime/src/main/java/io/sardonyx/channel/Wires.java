package io.sardonyx.channel;

import io.sardonyx.port.Pass;
import io.sardonyx.port.Wire;
import io.sardonyx.port.WireAddress;
import io.sardonyx.port.WireProvider;
import java.io.IOException;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Registry of wire transports by the scheme of their address, such as {@code tcp}; providers are found on the class
 * path.
 */
final class Wires {

    private Wires() {}

    /** Opens the wire of this process; an unknown scheme is rejected with a list of those known. */
    static Wire open(WireAddress address, Supplier<Pass> pass) throws IOException {
        var known = new TreeSet<String>();
        for (WireProvider provider : ServiceLoader.load(WireProvider.class)) {
            if (provider.scheme().equals(address.scheme())) {
                return provider.open(new WireProvider.Wiring(
                        address.host(), address.port(), address.advertised(), pass, address.options()));
            }
            known.add(provider.scheme() + "://");
        }
        throw new IllegalArgumentException("no wire is known for '" + address.scheme() + "://'; known are: "
                + (known.isEmpty() ? "none, for no adapter is on the class path" : String.join(", ", known)));
    }
}
