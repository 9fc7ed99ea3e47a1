package io.sardonyx.testkit.simulate.network;

import io.sardonyx.testkit.simulate.fault.RandomFaults;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import io.sardonyx.value.Site;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/** All wires between machines, and which of them are cut. */
public final class SimulatedNetwork {

    private record Way(SimulatedWire from, SimulatedWire to) {}

    private final VirtualTime time;
    private final RandomFaults weather;
    private final Supplier<LongPredicate> orders;
    private final Map<Site, SimulatedWire> wires = new HashMap<>();
    private final Map<Way, Long> cutUntilNanos = new HashMap<>();

    /** @param orders what takes the frames of one link, by their numbers */
    public SimulatedNetwork(VirtualTime time, RandomFaults weather, Supplier<LongPredicate> orders) {
        this.time = time;
        this.weather = weather;
        this.orders = orders;
    }

    /** A wire for a new machine, at the first address that no living one has; so the next one at it is a stranger. */
    public SimulatedWire wire() {
        int number = 0;
        Site site = site(number);
        for (SimulatedWire there = wires.get(site); there != null && !there.isDead(); there = wires.get(site)) {
            site = site(++number);
        }
        var wire = new SimulatedWire(this, site);
        wires.put(site, wire);
        return wire;
    }

    private static Site site(int number) {
        return new Site("simulated://" + number);
    }

    SimulatedLink link(SimulatedWire from, Site to) {
        SimulatedWire there = wires.get(to);
        if (there == null) {
            throw new AssertionError("nobody ever was at " + to);
        }
        return new SimulatedLink(from, there, this, orders.get());
    }

    /** Whatever is sent before then is lost, and nobody is told. */
    public void cut(SimulatedWire from, SimulatedWire to, long nanos) {
        cutUntilNanos.merge(new Way(from, to), nowNanos() + nanos, Math::max);
    }

    boolean isCut(SimulatedWire from, SimulatedWire to) {
        return cutUntilNanos.getOrDefault(new Way(from, to), Long.MIN_VALUE) > nowNanos();
    }

    long nowNanos() {
        return time.nowNanos();
    }

    void after(long nanos, Runnable event) {
        time.after(nanos, event);
    }

    RandomFaults.Journey journey() {
        return weather.journey();
    }
}
