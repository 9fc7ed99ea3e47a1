package io.sardonyx.aeron;

import io.sardonyx.port.Wire;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.agrona.concurrent.status.CountersReader;
import org.jspecify.annotations.Nullable;

/**
 * The receive side of a wire: all incoming links, one per site, polled round-robin by a caller's thread.
 *
 * <p>Links are added by the wire's thread. A poll and {@link #drop} exclude each other by this object's monitor, so
 * memory is not unmapped during a poll.
 */
final class IncomingLinks {

    private final LongAdder refusals;
    private final List<IncomingAeronLink> links = new CopyOnWriteArrayList<>();

    /** Links ended by this side; added during polls, taken by the wire's thread. */
    private final Queue<IncomingAeronLink> ended = new ConcurrentLinkedQueue<>();

    /** Whether a link was removed since the last check, so that another poll is due. */
    private final AtomicBoolean removed = new AtomicBoolean();

    /** Where the round robin starts; so that no link starves the others. */
    private int turn;

    IncomingLinks(LongAdder refusals) {
        this.refusals = refusals;
    }

    /** Adds an authenticated link, which ends an older one of the same site. */
    void add(IncomingAeronLink link) {
        for (IncomingAeronLink older : links) {
            if (older.from().equals(link.from())) {
                older.end();
            }
        }
        links.add(link);
    }

    /** The next link that this side has ended and whose sender has to be notified; null if none. */
    @Nullable
    IncomingAeronLink ended() {
        return ended.poll();
    }

    /** Whether something arrived since the last call; on the wire's thread. */
    boolean hasArrivals(CountersReader counters) {
        boolean arrived = removed.getAndSet(false);
        for (IncomingAeronLink link : links) {
            arrived |= link.hasArrivals(counters);
        }
        return arrived;
    }

    /** Drops all links, before their memory is unmapped. */
    synchronized void drop() {
        links.forEach(IncomingAeronLink::drop);
        ended.clear();
    }

    /**
     * Polls all links. Ended links are reported as broken first, so before the first frame of a newer link of the same
     * site.
     */
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
                taken += link.poll(inbound, limit - taken);
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
