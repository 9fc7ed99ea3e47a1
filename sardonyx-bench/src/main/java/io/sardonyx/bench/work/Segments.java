package io.sardonyx.bench.work;

import java.util.LinkedHashMap;
import java.util.Map;

/** W1 on maps from names to values, as segments often are: the same numbers as {@link Events} in another dress. */
public final class Segments {

    private Segments() {}

    public static Map<String, Object> of(long index) {
        Event event = Events.of(index);
        return of(event);
    }

    public static Map<String, Object> map(Map<String, Object> segment) {
        var mapped = new LinkedHashMap<>(segment);
        int kind = (int) value(segment, "kind");
        mapped.put("kind", kind + 1);
        mapped.put("amount", (long) value(segment, "amount") * 3 + kind);
        return mapped;
    }

    public static boolean isKept(Map<String, Object> segment) {
        return ((long) value(segment, "amount") & 2) == 0;
    }

    /** That of the event with these values. */
    public static long digest(Map<String, Object> segment) {
        long who = (long) value(segment, "userId") ^ (long) value(segment, "ts");
        long amount = (long) value(segment, "amount");
        int kind = (int) value(segment, "kind");
        return Events.digest((long) value(segment, "id"), who, amount, kind, (String) value(segment, "text"));
    }

    private static Map<String, Object> of(Event event) {
        var segment = new LinkedHashMap<String, Object>();
        segment.put("id", event.id);
        segment.put("userId", event.userId);
        segment.put("ts", event.ts);
        segment.put("kind", event.kind);
        segment.put("amount", event.amount);
        segment.put("text", event.text);
        return segment;
    }

    private static Object value(Map<String, Object> segment, String key) {
        Object value = segment.get(key);
        if (value == null) {
            throw new IllegalArgumentException("no " + key + " in " + segment);
        }
        return value;
    }
}
