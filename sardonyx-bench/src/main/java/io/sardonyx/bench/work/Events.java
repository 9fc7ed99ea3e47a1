package io.sardonyx.bench.work;

import java.util.stream.IntStream;

/** W1 on objects: events by number, a map that makes a new one, a filter that keeps half, and what tells them apart. */
public final class Events {

    static final int USERS = 10_000;

    private static final int KINDS = 8;
    private static final String[] TEXTS =
            IntStream.range(0, 256).mapToObj(i -> "a text of an event " + i).toArray(String[]::new);

    private Events() {}

    public static Event of(long index) {
        long chance = Chance.of(index);
        int user = Chance.below(USERS, chance);
        String text = TEXTS[(int) chance & TEXTS.length - 1];
        return new Event(index, user, index / 10, (int) (chance >>> 8) & KINDS - 1, chance >>> 12 & 0xFFFFF, text);
    }

    public static Event map(Event event) {
        return new Event(event.id, event.userId, event.ts, event.kind + 1, event.amount * 3 + event.kind, event.text);
    }

    public static boolean isKept(Event event) {
        return (event.amount & 2) == 0;
    }

    public static long userId(Event event) {
        return event.userId;
    }

    /** A number that hardly any other event has; sums of them do not depend on the order. */
    public static long digest(Event event) {
        return digest(event.id, event.userId ^ event.ts, event.amount, event.kind, event.text);
    }

    static long digest(long id, long who, long amount, int kind, String text) {
        return (id * 31 + who) * 0x9E3779B97F4A7C15L ^ amount * 1_000_003 + kind * 97L + text.length();
    }
}
