package io.sardonyx.testkit.simulate.network;

import io.sardonyx.port.Watch;
import io.sardonyx.port.Wire;
import io.sardonyx.value.Site;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Simulated {@link Wire} of one machine: received frames wait in a queue until {@code poll}. */
public final class SimulatedWire implements Wire {

    private final SimulatedNetwork network;
    private final Site site;
    private final ArrayDeque<Event> events = new ArrayDeque<>();
    /** Incoming links, by the sender's site. */
    private final Map<Site, SimulatedLink> links = new HashMap<>();
    /** Outgoing links that were open when last looked at. */
    private final List<SimulatedLink> made = new ArrayList<>();

    private boolean dead;

    /** A received frame, or without one the notice that the link from a site is broken. */
    private record Event(Site from, @Nullable ByteBuffer frame) {}

    SimulatedWire(SimulatedNetwork network, Site site) {
        this.network = network;
        this.site = site;
    }

    @Override
    public Site site() {
        return site;
    }

    @Override
    public Wire.Link link(Site to) {
        SimulatedLink link = network.link(this, to);
        made.removeIf(former -> !former.isOpen());
        made.add(link);
        return link;
    }

    /** Accepts an incoming link; a former one from the same site is broken. */
    void accept(SimulatedLink link) {
        SimulatedLink former = links.remove(link.from().site());
        if (former != null) {
            former.breakDown();
        }
        links.put(link.from().site(), link);
    }

    void arrived(SimulatedLink link, byte[] frame) {
        if (links.get(link.from().site()) == link) {
            events.add(new Event(link.from().site(), ByteBuffer.wrap(frame)));
        }
    }

    void broken(SimulatedLink link) {
        Site from = link.from().site();
        if (links.remove(from, link) || !links.containsKey(from)) {
            events.add(new Event(from, null));
        }
    }

    @Override
    public int poll(Inbound inbound, int limit) {
        int count = 0;
        while (count < limit && !events.isEmpty()) {
            Event event = events.remove();
            count++;
            if (event.frame == null) {
                inbound.broken(event.from);
                continue;
            }
            try {
                inbound.frame(event.from, event.frame);
            } catch (IllegalArgumentException e) {
                throw new AssertionError("no machine sends what others do not understand: " + e.getMessage(), e);
            }
        }
        return count;
    }

    @Override
    public Watch onArrival(Runnable nudge) {
        return () -> {};
    }

    @Override
    public long refusals() {
        return 0;
    }

    /** Kills the machine: peers get no notice and detect it by timeout. */
    public void die() {
        dead = true;
        links.values().forEach(SimulatedLink::fallSilent);
        made.forEach(SimulatedLink::fallSilent);
    }

    boolean isDead() {
        return dead;
    }

    @Override
    public void close() {
        dead = true;
    }
}
