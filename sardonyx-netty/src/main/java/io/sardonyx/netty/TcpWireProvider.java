package io.sardonyx.netty;

import io.sardonyx.port.Wire;
import io.sardonyx.port.WireProvider;
import java.io.IOException;

/**
 * Opens wires over TCP, whose sites are {@code tcp://host:port}.
 *
 * <p>Options: {@code silence-seconds} (4), after how long without a word a connection is over; {@code tls.certificate},
 * {@code tls.key} and {@code tls.trust}, files in PEM with which both sides prove themselves by TLS.
 */
public final class TcpWireProvider implements WireProvider {

    @Override
    public String scheme() {
        return TcpAddress.SCHEME;
    }

    @Override
    public Wire open(Wiring wiring) throws IOException {
        return TcpWire.open(wiring);
    }
}
