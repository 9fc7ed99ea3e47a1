package io.sardonyx.port;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Listen address of a process and the transport to use.
 *
 * @param scheme the transport, such as {@code tcp}
 * @param port 0 for any free port
 * @param advertised host and port by which others reach it, or null for the listen address
 * @param options settings specific to the transport
 */
public record WireAddress(
        String scheme, String host, int port, @Nullable String advertised, Map<String, String> options) {

    /** A free port on the loopback interface, for processes of this machine only. */
    public static WireAddress loopback(String scheme) {
        return new WireAddress(scheme, "127.0.0.1", 0, null, Map.of());
    }
}
