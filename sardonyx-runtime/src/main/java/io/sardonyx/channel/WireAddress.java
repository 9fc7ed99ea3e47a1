package io.sardonyx.channel;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where and how a process listens for others.
 *
 * @param scheme the kind of wire, such as {@code tcp}
 * @param port 0 for any that is free
 * @param advertised host and port that others reach it by, or null if those it listens on
 * @param options what only that kind of wire understands
 */
public record WireAddress(
        String scheme, String host, int port, @Nullable String advertised, Map<String, String> options) {

    /** Whatever port is free, for processes of this machine only. */
    public static WireAddress loopback(String scheme) {
        return new WireAddress(scheme, "127.0.0.1", 0, null, Map.of());
    }
}
