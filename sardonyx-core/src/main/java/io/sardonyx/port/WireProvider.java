package io.sardonyx.port;

import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Service provider for a kind of wire, selected by the scheme of its address through {@link java.util.ServiceLoader}.
 *
 * <p>A jar has the name of its class in {@code META-INF/services/io.sardonyx.port.WireProvider}, a named module says
 * {@code provides io.sardonyx.port.WireProvider with com.acme.QuicProvider}. The class is public, with a public
 * constructor without parameters.
 */
public interface WireProvider {

    /** The scheme of its sites' addresses. */
    String scheme();

    /**
     * Opens the wire of this process.
     *
     * @throws java.io.IOException when it cannot listen there, with the address and what to do
     */
    Wire open(Wiring wiring) throws java.io.IOException;

    /**
     * Configuration of a wire.
     *
     * @param host to listen on
     * @param port to listen on; 0 for any free port
     * @param advertised host and port under which other processes reach it, or null for those it listens on
     * @param pass credentials of this process, which also define what it accepts
     * @param options specific to this kind of wire
     */
    record Wiring(
            String host, int port, @Nullable String advertised, Supplier<Pass> pass, Map<String, String> options) {}
}
