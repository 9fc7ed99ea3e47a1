package io.sardonyx.lease;

import java.util.PriorityQueue;

/** True time, which no process can see, and what is to happen in it. */
final class SimulatedTime {

    private record Event(long atNanos, long sequence, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return atNanos != other.atNanos
                    ? Long.compare(atNanos, other.atNanos)
                    : Long.compare(sequence, other.sequence);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long nowNanos;
    private long sequence;

    long nowNanos() {
        return nowNanos;
    }

    long eventsSoFar() {
        return sequence;
    }

    void after(long delayNanos, Runnable action) {
        events.add(new Event(nowNanos + delayNanos, sequence++, action));
    }

    /** Lets everything happen that is due by then, and {@code check} after each. */
    void runUntil(long endNanos, Runnable check) {
        while (!events.isEmpty() && events.peek().atNanos() <= endNanos) {
            var event = events.remove();
            nowNanos = event.atNanos();
            event.action().run();
            check.run();
        }
        nowNanos = endNanos;
    }
}
