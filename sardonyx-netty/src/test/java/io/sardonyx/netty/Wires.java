package io.sardonyx.netty;

import io.sardonyx.port.Pass;
import io.sardonyx.port.Wire;
import io.sardonyx.port.WireProvider.Wiring;
import io.sardonyx.value.GroupId;
import io.sardonyx.wire.HostPort;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Wires on loopback, and waiting for what they do. */
final class Wires {

    static final Pass PASS = new Pass("c", GroupId.of("g"), "secret");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Wires() {}

    static Wire open(Map<String, String> options) throws IOException {
        return new TcpWireProvider().open(new Wiring("127.0.0.1", 0, null, () -> PASS, options));
    }

    static int port(Wire wire) {
        return HostPort.of(TcpWire.SCHEME, wire.site()).port();
    }

    static void eventually(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new AssertionError("it never came true within " + PATIENCE);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }
}
