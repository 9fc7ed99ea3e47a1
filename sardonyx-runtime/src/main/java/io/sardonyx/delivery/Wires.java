package io.sardonyx.delivery;

import io.sardonyx.port.Wire;
import io.sardonyx.port.WireProvider;
import java.io.IOException;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** Opens wires by the scheme of their address, such as {@code tcp}; adapters on the class path bring them. */
public final class Wires {

    private Wires() {}

    /**
     * Opens the wire of this process; a scheme that nobody provides is refused with those that somebody does.
     *
     * @throws IOException when it cannot listen there
     */
    public static Wire open(String scheme, WireProvider.Wiring wiring) throws IOException {
        var known = new TreeSet<String>();
        for (WireProvider provider : ServiceLoader.load(WireProvider.class)) {
            if (provider.scheme().equals(scheme)) {
                return provider.open(wiring);
            }
            known.add(provider.scheme() + "://");
        }
        throw new IllegalArgumentException("no wire is known for '" + scheme + "://'; known are: "
                + (known.isEmpty() ? "none, for no adapter is on the class path" : String.join(", ", known)));
    }
}
