package io.sardonyx.port;

import io.sardonyx.value.Pass;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How a kind of wire is found: by the scheme of its address, through {@link java.util.ServiceLoader}. */
public interface WireProvider {

    /** The scheme that its sites begin with. */
    String scheme();

    /**
     * Opens the wire of this process.
     *
     * @throws java.io.IOException when it cannot listen there, with the address and what to do
     */
    Wire open(Wiring wiring) throws java.io.IOException;

    /**
     * How a process is connected.
     *
     * @param host where to listen
     * @param port where to listen; 0 for any that is free
     * @param advertised host and port that others reach it by, or null if those it listens on
     * @param pass what it shows to others, and expects of them
     * @param options what only this kind of wire understands
     */
    record Wiring(
            String host, int port, @Nullable String advertised, Supplier<Pass> pass, Map<String, String> options) {}
}
