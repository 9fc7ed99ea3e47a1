package io.sardonyx.bench.queue;

import io.sardonyx.bench.work.Event;
import io.sardonyx.bench.work.Events;

/**
 * An event of W1 as a record, which our codecs write without being told how.
 *
 * @param due when it was due by {@link System#nanoTime}, or 0; no part of the digest
 */
public record EventRecord(long id, long userId, long due, int kind, long amount, String text) {

    static EventRecord of(long index, long due, String padding) {
        Event event = Events.of(index);
        String text = padding.isEmpty() ? event.text : event.text + padding;
        return new EventRecord(event.id, event.userId, due, event.kind, event.amount, text);
    }

    public static EventRecord map(EventRecord event) {
        return new EventRecord(
                event.id, event.userId, event.due, event.kind + 1, event.amount * 3 + event.kind, event.text);
    }

    public static boolean isKept(EventRecord event) {
        return (event.amount & 2) == 0;
    }

    /** A number that hardly any other event has; sums of them do not depend on the order. */
    long digest() {
        return (id * 31 + userId) * 0x9E3779B97F4A7C15L ^ amount * 1_000_003 + kind * 97L + text.length();
    }
}
