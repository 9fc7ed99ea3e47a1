package io.sardonyx.channel;

import io.sardonyx.port.Watch;
import io.sardonyx.port.Wire;
import io.sardonyx.value.Site;
import io.sardonyx.wire.Frames;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Wires in memory, all of one thread: frames wait until somebody polls, links break when the test says so. */
final class Cables {

    private final Map<Site, End> ends = new HashMap<>();
    private final Set<Site> held = new HashSet<>();
    /** How many frames may wait on a link. */
    int room = Integer.MAX_VALUE;
    /** How many frames were offered and taken. */
    int carried;

    /** The wire of a process; who had one there before is gone with all its links. */
    Wire wire(Site site) {
        End former = ends.get(site);
        if (former != null) {
            former.close();
        }
        var end = new End(site);
        ends.put(site, end);
        return end;
    }

    /** Nothing more reaches a process until it is released. */
    void hold(Site to) {
        held.add(to);
    }

    void release(Site to) {
        held.remove(to);
    }

    /** Breaks the links from one process to another; only so many of the frames that wait still arrive. */
    void cut(Site from, Site to, int arriving) {
        End end = ends.get(to);
        if (end != null) {
            end.ways.stream().filter(way -> way.from.equals(from)).forEach(way -> way.cut(arriving, "it was cut"));
        }
    }

    /** One process puts in what no exchange would, on a link of its own. */
    Wire.Link stranger(Site from, Site to) {
        var way = new Way(from, to);
        way.up = true;
        ends.get(to).ways.add(way);
        return way;
    }

    /** The bytes of a frame that is given in parts. */
    static byte[] joined(ByteBuffer... frame) {
        ByteBuffer whole = ByteBuffer.allocate(Frames.contentLength(frame));
        for (ByteBuffer part : frame) {
            whole.put(part.duplicate());
        }
        return whole.array();
    }

    /** The bytes of a message. */
    static byte[] bytes(Message message) {
        var parts = new ArrayList<ByteBuffer>();
        message.addTo(parts, 0, message.length());
        return joined(parts.toArray(new ByteBuffer[0]));
    }

    private final class End implements Wire {

        private final Site site;
        private final List<Way> ways = new ArrayList<>();
        private final List<Way> made = new ArrayList<>();
        private long refused;
        private boolean closed;

        End(Site site) {
            this.site = site;
        }

        @Override
        public Site site() {
            return site;
        }

        @Override
        public Link link(Site to) {
            var way = new Way(site, to);
            End end = ends.get(to);
            if (end == null || end.closed) {
                way.cut(0, "nobody listens at " + to + " for " + site);
                return way;
            }
            made.add(way);
            end.ways.add(way);
            return way;
        }

        @Override
        public int poll(Inbound inbound, int limit) {
            if (held.contains(site)) {
                return 0;
            }
            int count = 0;
            var busy = new HashSet<Site>();
            for (Way way : List.copyOf(ways)) {
                if (busy.add(way.from)) {
                    count += drain(way, inbound, limit - count);
                    if (!way.open && way.frames.isEmpty()) {
                        ways.remove(way);
                        inbound.broken(way.from);
                        busy.remove(way.from);
                    }
                }
            }
            return count;
        }

        private int drain(Way way, Inbound inbound, int limit) {
            way.up |= way.open;
            int count = 0;
            while (count < limit && !way.frames.isEmpty()) {
                try {
                    inbound.frame(way.from, ByteBuffer.wrap(way.frames.remove()));
                } catch (IllegalArgumentException e) {
                    refused++;
                    way.cut(0, e.getMessage());
                }
                count++;
            }
            return count;
        }

        @Override
        public Watch onArrival(Runnable nudge) {
            return () -> {};
        }

        @Override
        public long refusals() {
            return refused;
        }

        @Override
        public void close() {
            closed = true;
            made.forEach(way -> way.cut(Integer.MAX_VALUE, "its process is gone"));
            ways.forEach(way -> way.cut(0, site + " is gone"));
            ways.clear();
        }
    }

    private final class Way implements Wire.Link {

        private final Site from;
        private final Site to;
        private final ArrayDeque<byte[]> frames = new ArrayDeque<>();
        private boolean open = true;
        private boolean up;
        private @Nullable String problem;

        Way(Site from, Site to) {
            this.from = from;
            this.to = to;
        }

        void cut(int arriving, @Nullable String why) {
            open = false;
            up = false;
            problem = problem == null ? why : problem;
            while (frames.size() > arriving) {
                frames.removeLast();
            }
        }

        @Override
        public boolean offer(ByteBuffer... frame) {
            if (!up || frames.size() >= room) {
                return false;
            }
            frames.add(joined(frame));
            carried++;
            return true;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public boolean isUp() {
            return up;
        }

        @Override
        public @Nullable String problem() {
            return !open || up ? problem : "nobody at " + to + " has answered " + from;
        }

        @Override
        public void close() {
            cut(Integer.MAX_VALUE, null);
        }
    }
}
