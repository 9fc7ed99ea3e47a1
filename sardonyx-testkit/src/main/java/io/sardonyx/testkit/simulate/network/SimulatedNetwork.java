package io.sardonyx.testkit.simulate.network;

import io.sardonyx.testkit.simulate.fault.RandomFaults;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import io.sardonyx.value.Site;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/** Simulated network: the wires of all machines, and which directions between them are partitioned until when. */
public final class SimulatedNetwork {

    /** One direction between two machines. */
    private record Way(SimulatedWire from, SimulatedWire to) {}

    private final VirtualTime time;
    private final RandomFaults faults;
    private final Supplier<LongPredicate> orders;
    private final Map<Site, SimulatedWire> wires = new HashMap<>();
    private final Map<Way, Long> cutUntilNanos = new HashMap<>();

    /** @param orders makes for each link the predicate that accepts frames by sequence number */
    public SimulatedNetwork(VirtualTime time, RandomFaults faults, Supplier<LongPredicate> orders) {
        this.time = time;
        this.faults = faults;
        this.orders = orders;
    }

    /**
     * Makes the wire of a new machine at the first address without a live machine; addresses of dead machines are
     * reused, so a new process may appear where an old one was.
     */
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

    /** Partitions one direction for a while: frames sent during that time are lost without an error. */
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
        return faults.journey();
    }
}
