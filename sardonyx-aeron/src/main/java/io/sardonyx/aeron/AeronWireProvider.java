package io.sardonyx.aeron;

import io.sardonyx.port.Wire;
import io.sardonyx.port.WireProvider;
import java.io.IOException;

/**
 * The wire provider for Aeron over UDP, with addresses like {@code aeron://host:port}.
 *
 * <p>It can be loaded on any JVM; only {@link #open} needs Aeron, which needs a JDK package to be exported on the
 * command line or in the program's manifest.
 */
public final class AeronWireProvider implements WireProvider {

    static final String SCHEME = "aeron";

    private static final String CLOSED_PACKAGE = "jdk.internal.misc";

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public Wire open(Wiring wiring) throws IOException {
        var settings = AeronSettings.of(wiring.options(), AeronSettings.isLoopback(wiring.host()));
        if (!Object.class.getModule().isExported(CLOSED_PACKAGE, AeronWireProvider.class.getModule())) {
            throw new IOException("the wire " + SCHEME + "://" + wiring.host() + ":" + wiring.port()
                    + " needs the JVM's flag --add-exports java.base/" + CLOSED_PACKAGE
                    + "=ALL-UNNAMED: start java with"
                    + " it, or use another kind of wire");
        }
        return AeronWire.open(wiring, settings);
    }
}
