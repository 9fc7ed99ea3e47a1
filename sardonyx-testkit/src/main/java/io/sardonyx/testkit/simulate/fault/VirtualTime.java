package io.sardonyx.testkit.simulate.fault;

import java.util.PriorityQueue;

/** What happens when, in an order that only the seed decides. */
public final class VirtualTime {

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

    public void after(long delayNanos, Runnable action) {
        events.add(new Event(nowNanos + Math.max(0, delayNanos), count++, action));
    }

    /** Lets the next thing happen. */
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
