package io.sardonyx.testkit.contract;

import io.sardonyx.port.Pass;
import io.sardonyx.port.Wire;
import io.sardonyx.port.WireProvider;
import io.sardonyx.port.WireProvider.Wiring;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * A wire endpoint of one simulated process, reached through a {@link Relay}, with a checker of all frames it receives.
 */
final class RelayedEndpoint implements AutoCloseable {

    static final String CLUSTER = "contract";
    static final String SECRET = "what only members know";
    /** Most frames per poll. */
    private static final int POLL = 256;

    private final WireProvider provider;
    private final Wiring wiring;
    private final Relay relay;
    private final FrameChecker hearing;
    private Wire wire;

    RelayedEndpoint(WireProvider provider, Relay relay, Pass pass, Map<String, String> options, ExpectedFrames script) {
        this.provider = provider;
        this.relay = relay;
        this.hearing = new FrameChecker(script);
        this.wiring = new Wiring("127.0.0.1", relay.target(), "127.0.0.1:" + relay.port(), () -> pass, options);
        this.wire = opened();
    }

    static Pass pass(String group) {
        return new Pass(CLUSTER, GroupId.of(group), SECRET);
    }

    private Wire opened() {
        try {
            return provider.open(wiring);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Site site() {
        return wire.site();
    }

    Wire wire() {
        return wire;
    }

    Relay relay() {
        return relay;
    }

    FrameChecker hearing() {
        return hearing;
    }

    int poll() {
        return wire.poll(hearing, POLL);
    }

    /** Closes the endpoint and opens another at the same address, as a process that restarts. */
    void restart() {
        wire.close();
        hearing.restarted();
        wire = opened();
    }

    @Override
    public void close() {
        wire.close();
        relay.close();
    }
}
