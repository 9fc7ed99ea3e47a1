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

/** The wire of one machine. */
public final class SimulatedWire implements Wire {

    private final SimulatedNetwork network;
    private final Site site;
    private final ArrayDeque<Event> events = new ArrayDeque<>();
    private final Map<Site, SimulatedLink> links = new HashMap<>();
    private final List<SimulatedLink> made = new ArrayList<>();
    private boolean dead;

    /** A frame, or that a link is broken. */
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

    /** A link from elsewhere begins; it takes the place of a former one. */
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

    /** Nobody is told; those at the other ends of its links hear nothing any more. */
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
