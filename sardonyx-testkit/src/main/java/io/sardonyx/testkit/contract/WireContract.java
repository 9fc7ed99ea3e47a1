package io.sardonyx.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.sardonyx.port.Pass;
import io.sardonyx.port.Watch;
import io.sardonyx.port.Wire;
import io.sardonyx.port.WireProvider;
import io.sardonyx.value.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/**
 * Base class of the wire contracts: endpoints behind relays, and waiting with a timeout while all endpoints poll.
 *
 * <p>The seed is printed; {@code -Dsardonyx.seed=…} sets another.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class WireContract {

    /** Pause between two checks of a condition. */
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final List<RelayedEndpoint> endpoints = new ArrayList<>();
    private final List<Watch> watches = new ArrayList<>();
    /** Work to do while a test waits: the polls of all endpoints. */
    private final List<Runnable> doings = new ArrayList<>();

    private long seed;
    private long links;
    private ExpectedFrames script = new ExpectedFrames(0);

    /** The wire under test. */
    protected abstract WireProvider provider();

    /** A relay for the protocol of this wire. */
    protected abstract Relay relay(long seed);

    /** Options of all endpoints. */
    protected Map<String, String> options() {
        return Map.of();
    }

    /** Options with short timeouts, so that a dead link is detected soon. */
    protected Map<String, String> impatient() {
        return options();
    }

    /** Timeout for everything that a test waits for. */
    protected Duration patience() {
        return Duration.ofSeconds(40);
    }

    @BeforeEach
    final void begin(TestInfo test) {
        seed = Long.getLong("sardonyx.seed", 20_261_116L + test.getDisplayName().hashCode());
        System.out.println(test.getDisplayName() + ": seed " + seed);
        script = new ExpectedFrames(seed);
    }

    @AfterEach
    final void closeAll() {
        watches.forEach(Watch::close);
        endpoints.forEach(RelayedEndpoint::close);
        endpoints.forEach(endpoint -> assertEquals(List.of(), endpoint.hearing().faults()));
    }

    final long seed() {
        return seed;
    }

    final RelayedEndpoint endpoint(String group) {
        return endpoint(RelayedEndpoint.pass(group), options());
    }

    /** An endpoint with short timeouts. */
    final RelayedEndpoint impatient(String group) {
        return endpoint(RelayedEndpoint.pass(group), impatient());
    }

    final RelayedEndpoint endpoint(Pass pass, Map<String, String> options) {
        var endpoint = new RelayedEndpoint(provider(), relay(seed + endpoints.size()), pass, options, script);
        endpoints.add(endpoint);
        doings.add(endpoint::poll);
        return endpoint;
    }

    /** Starts to connect a link, without waiting for it. */
    final FrameSender link(RelayedEndpoint from, RelayedEndpoint to) {
        return link(from, to.site());
    }

    final FrameSender link(RelayedEndpoint from, Site to) {
        return new FrameSender(from.wire().link(to), script, ++links);
    }

    /** Connects a link, with retries until it is up. */
    final FrameSender up(RelayedEndpoint from, RelayedEndpoint to) {
        FrameSender[] last = {link(from, to)};
        eventually("a link is up from " + from.site() + " to " + to.site(), () -> {
            Wire.Link link = last[0].link();
            if (!link.isUp() && !link.isOpen()) {
                link.close();
                last[0] = link(from, to);
            }
            return link.isUp();
        });
        return last[0];
    }

    /** Closes the watch when the test ends. */
    final void keep(Watch watch) {
        watches.add(watch);
    }

    /** Stops polling of an endpoint until the returned action is run. */
    final Runnable holdPolling(RelayedEndpoint endpoint) {
        int at = endpoints.indexOf(endpoint);
        Runnable doing = doings.set(at, () -> {});
        return () -> doings.set(at, doing);
    }

    /** Sends until so many frames have been received in all. */
    final void carry(FrameSender sending, RelayedEndpoint to, long total) {
        eventually("all " + total + " frames of link " + sending.id() + " have come", () -> {
            if (!sending.link().isOpen()) {
                fail("link " + sending.id() + " broke: " + sending.link().problem());
            }
            sending.offerUpTo(total);
            return to.hearing().heard(sending) == total;
        });
    }

    /** Waits until the condition is true while all endpoints poll, and fails after the timeout. */
    final void eventually(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > patience().toNanos()) {
                fail("within " + patience() + " it never came true that " + what + " (seed " + seed + ")");
            }
            doings.forEach(Runnable::run);
            for (RelayedEndpoint endpoint : endpoints) {
                assertEquals(List.of(), endpoint.hearing().faults(), () -> "seed " + seed);
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    /** The reported problem of a link that does not come up. */
    final String problem(FrameSender sending) {
        eventually("the link is given up", () -> !sending.link().isOpen());
        String problem = sending.link().problem();
        return problem == null ? fail("no problem is told") : problem;
    }
}
