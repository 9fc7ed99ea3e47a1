package io.sardonyx.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.sardonyx.port.Watch;
import io.sardonyx.port.Wire;
import io.sardonyx.port.WireProvider;
import io.sardonyx.value.Pass;
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
 * What the contracts of wires share: endpoints that each stand behind a relay, and waiting with a limit, while
 * everything that may go on goes on.
 *
 * <p>The seed is printed; {@code -Dsardonyx.seed=…} takes another.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class WireContract {

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final List<RelayedEndpoint> endpoints = new ArrayList<>();
    private final List<Watch> watches = new ArrayList<>();
    private final List<Runnable> doings = new ArrayList<>();
    private long seed;
    private long links;
    private ExpectedFrames script = new ExpectedFrames(0);

    /** How wires are opened. */
    protected abstract WireProvider provider();

    /** A relay for what this wire sends. */
    protected abstract Relay relay(long seed);

    /** Settings for all endpoints. */
    protected Map<String, String> options() {
        return Map.of();
    }

    /** Settings with which a dead link is noticed soon. */
    protected Map<String, String> impatient() {
        return options();
    }

    /** After how long something that must happen counts as never happening. */
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

    final RelayedEndpoint impatient(String group) {
        return endpoint(RelayedEndpoint.pass(group), impatient());
    }

    final RelayedEndpoint endpoint(Pass pass, Map<String, String> options) {
        var endpoint = new RelayedEndpoint(provider(), relay(seed + endpoints.size()), pass, options, script);
        endpoints.add(endpoint);
        doings.add(endpoint::poll);
        return endpoint;
    }

    /** A new link, which is not up yet. */
    final FrameSender link(RelayedEndpoint from, RelayedEndpoint to) {
        return link(from, to.site());
    }

    final FrameSender link(RelayedEndpoint from, Site to) {
        return new FrameSender(from.wire().link(to), script, ++links);
    }

    /** A new link, tried again until one is up. */
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

    /** Until further notice the endpoint does not poll. */
    final Runnable holdPolling(RelayedEndpoint endpoint) {
        int at = endpoints.indexOf(endpoint);
        Runnable doing = doings.set(at, () -> {});
        return () -> doings.set(at, doing);
    }

    /** Sends so many frames in all, until all have come. */
    final void carry(FrameSender sending, RelayedEndpoint to, long total) {
        eventually("all " + total + " frames of link " + sending.id() + " have come", () -> {
            if (!sending.link().isOpen()) {
                fail("link " + sending.id() + " broke: " + sending.link().problem());
            }
            sending.offerUpTo(total);
            return to.hearing().heard(sending) == total;
        });
    }

    /** The condition becomes true within the limit, while all endpoints poll. */
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

    /** What people are told about a link that does not come up. */
    final String problem(FrameSender sending) {
        eventually("the link is given up", () -> !sending.link().isOpen());
        String problem = sending.link().problem();
        return problem == null ? fail("no problem is told") : problem;
    }
}
