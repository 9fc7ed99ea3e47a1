package io.sardonyx.netty;

import io.sardonyx.port.Wire;
import io.sardonyx.port.WireProvider;
import java.io.IOException;

/**
 * The wire provider for TCP, with sites like {@code tcp://host:port}.
 *
 * <p>Options: {@code silence-seconds} (4), the heartbeat timeout after which a connection is closed;
 * {@code tls.certificate}, {@code tls.key} and {@code tls.trust}, PEM files for mutual TLS.
 */
public final class TcpWireProvider implements WireProvider {

    @Override
    public String scheme() {
        return TcpWire.SCHEME;
    }

    @Override
    public Wire open(Wiring wiring) throws IOException {
        return TcpWire.open(wiring);
    }
}
