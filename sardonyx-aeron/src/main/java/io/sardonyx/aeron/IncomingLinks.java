package io.sardonyx.aeron;

import io.sardonyx.port.Wire;
import io.sardonyx.wire.Frames;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.agrona.concurrent.status.CountersReader;
import org.jspecify.annotations.Nullable;

/** The links to this process, one for each other; emptied by whoever polls. Its lock keeps their memory mapped. */
final class IncomingLinks {

    private final LongAdder refusals;
    private final List<IncomingAeronLink> links = new CopyOnWriteArrayList<>();
    private final Queue<IncomingAeronLink> ended = new ConcurrentLinkedQueue<>();
    private final ByteBuffer copy = ByteBuffer.allocateDirect(Frames.HEADER + Wire.FRAME_LIMIT);
    private final AtomicBoolean removed = new AtomicBoolean();
    private int turn;

    IncomingLinks(LongAdder refusals) {
        this.refusals = refusals;
    }

    /** From now on, the link from there; one that was is over. */
    void add(IncomingAeronLink link) {
        for (IncomingAeronLink older : links) {
            if (older.from().equals(link.from())) {
                older.end();
            }
        }
        links.add(link);
    }

    /** A link that this side ended since, for its sender to be told; null if none. */
    @Nullable
    IncomingAeronLink ended() {
        return ended.poll();
    }

    /** Whether something came since this was last asked, on the wire's thread. */
    boolean hasNews(CountersReader counters) {
        boolean isNews = removed.getAndSet(false);
        for (IncomingAeronLink link : links) {
            isNews |= link.hasNews(counters);
        }
        return isNews;
    }

    /** Leaves all links alone from now on: their memory is about to go. */
    synchronized void drop() {
        links.forEach(IncomingAeronLink::drop);
        ended.clear();
    }

    /** An older link from somewhere is told to be over before the first frame of a newer one. */
    synchronized int poll(Wire.Inbound inbound, int limit) {
        if (links.isEmpty()) {
            return 0;
        }
        List<IncomingAeronLink> present = List.copyOf(links);
        for (IncomingAeronLink link : present) {
            if (link.isOver()) {
                remove(link, inbound);
            }
        }
        int taken = 0;
        turn++;
        for (int i = 0; i < present.size() && taken < limit; i++) {
            IncomingAeronLink link = present.get(Math.floorMod(turn + i, present.size()));
            if (!link.isOver()) {
                taken += link.poll(inbound, limit - taken, copy);
                if (link.isOver()) {
                    remove(link, inbound);
                }
            }
        }
        return taken;
    }

    private void remove(IncomingAeronLink link, Wire.Inbound inbound) {
        if (!links.remove(link)) {
            return;
        }
        removed.set(true);
        if (link.isDamaged()) {
            refusals.increment();
        }
        if (link.isEndedByUs()) {
            ended.add(link);
        }
        inbound.broken(link.from());
    }
}
