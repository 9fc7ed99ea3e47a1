package io.sardonyx.testkit.simulate;

import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What all processes share: one log and the leases. It never errs; the way to it does. */
final class SimulatedStore {

    /** As in the real stores, entries are kept well before the older of two origins. */
    private static final int KEPT = 50;

    private final List<byte[]> entries = new ArrayList<>();
    private final Map<String, Session> leases = new TreeMap<>();
    private final List<Nudge> onAppend = new ArrayList<>();
    private final Map<String, List<Nudge>> onFree = new TreeMap<>();
    private Optional<Origin> origin = Optional.empty();
    private int firstKept;
    private long fences;
    private boolean down;

    /** A wish to be told, and the way that takes. */
    interface Nudge {
        void give();
    }

    long append(List<byte[]> more) {
        long first = entries.size();
        entries.addAll(more);
        List.copyOf(onAppend).forEach(Nudge::give);
        return first;
    }

    /** The position of the last entry, -1 before the first. */
    long last() {
        return entries.size() - 1L;
    }

    Slice read(long from, int limit) {
        if (from < firstKept) {
            return Slice.TRIMMED;
        }
        int end = (int) Math.min(entries.size(), from + limit);
        return from >= end ? Slice.of(List.of()) : Slice.of(entries.subList((int) from, end));
    }

    Optional<Origin> origin() {
        return origin;
    }

    boolean rebase(Origin next) {
        if (origin.isPresent() && origin.get().position() >= next.position()) {
            return false;
        }
        firstKept = (int) Math.max(firstKept, origin.map(Origin::position).orElse(0L) - KEPT);
        origin = Optional.of(next);
        return true;
    }

    /** The fence of the new tenure, or empty when the name is taken. */
    Optional<Long> claim(String name, Session session) {
        if (leases.containsKey(name) || session.isOver()) {
            return Optional.empty();
        }
        leases.put(name, session);
        return Optional.of(++fences);
    }

    boolean isHeld(String name) {
        return leases.containsKey(name);
    }

    void free(String name, Session session) {
        if (leases.get(name) == session) {
            leases.remove(name);
            onFree.getOrDefault(name, List.of()).forEach(Nudge::give);
        }
    }

    /** The session is over: all its names are free. */
    void expire(Session session) {
        session.end();
        for (String name : List.copyOf(leases.keySet())) {
            free(name, session);
        }
    }

    void watchAppends(Nudge nudge) {
        onAppend.add(nudge);
    }

    void unwatchAppends(Nudge nudge) {
        onAppend.remove(nudge);
    }

    void watchFree(String name, Nudge nudge) {
        onFree.computeIfAbsent(name, n -> new ArrayList<>()).add(nudge);
        if (!leases.containsKey(name)) {
            nudge.give();
        }
    }

    void unwatchFree(String name, Nudge nudge) {
        onFree.getOrDefault(name, new ArrayList<>()).remove(nudge);
    }

    boolean isDown() {
        return down;
    }

    void setDown(boolean outage) {
        down = outage;
    }
}
