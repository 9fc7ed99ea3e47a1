package io.sardonyx.testkit.simulate.fault;

import java.util.PriorityQueue;

/**
 * Discrete-event scheduler: a priority queue of events by virtual time. Events at the same time run in the order in
 * which they were scheduled, so the same seed gives the same run.
 */
public final class VirtualTime {

    /** A scheduled action; {@code number} breaks ties. */
    private record Event(long atNanos, long number, Runnable action) implements Comparable<Event> {

        @Override
        public int compareTo(Event other) {
            int order = Long.compare(atNanos, other.atNanos);
            return order != 0 ? order : Long.compare(number, other.number);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long nowNanos;
    private long count;

    public long nowNanos() {
        return nowNanos;
    }

    /** Schedules an action; a negative delay counts as none. */
    public void after(long delayNanos, Runnable action) {
        events.add(new Event(nowNanos + Math.max(0, delayNanos), count++, action));
    }

    /** Advances the time to the next event and runs it; returns false when there is none. */
    public boolean step() {
        Event next = events.poll();
        if (next == null) {
            return false;
        }
        nowNanos = next.atNanos;
        next.action.run();
        return true;
    }
}
