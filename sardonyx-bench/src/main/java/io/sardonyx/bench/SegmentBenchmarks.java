package io.sardonyx.bench;

import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.KeyGroups;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** What it costs to write a segment, to read it, and to find the group of a key. */
public final class SegmentBenchmarks {

    private static final int TIMES = 1_000_000;

    private static final Order ORDER =
            new Order(123_456_789, "customer-4711", 42, 99.5, true, List.of("alpha", "beta", "gamma"));

    /** What is used somewhere cannot be left out by the compiler. */
    private static long used;

    private SegmentBenchmarks() {}

    /** Six fields, one a list of three texts. */
    record Order(long id, String customer, int amount, double price, boolean isPaid, List<String> tags) {}

    public static void main(String[] args) {
        System.out.printf("Java %s%n", Runtime.version());
        Codecs codecs = Codecs.forTypes(List.of(Order.class));
        travelling("record", ORDER, codecs);
        travelling("map", asMap(ORDER), codecs);
        KeyGroups groups = codecs.keyGroups();
        List<Integer> numbers = IntStream.range(0, 1_000).boxed().toList();
        grouping("texts", numbers.stream().map(i -> (Object) ("word" + i)).toList(), groups);
        grouping("longs", numbers.stream().map(i -> (Object) (i * 1_000L)).toList(), groups);
        grouping("UUIDs", numbers.stream().map(i -> (Object) new UUID(i, ~i)).toList(), groups);
        System.out.println(used == 0 ? "nothing was done" : "");
    }

    private static Map<String, Object> asMap(Order order) {
        var map = new LinkedHashMap<String, Object>();
        map.put("id", order.id());
        map.put("customer", order.customer());
        map.put("amount", order.amount());
        map.put("price", order.price());
        map.put("isPaid", order.isPaid());
        map.put("tags", order.tags());
        return map;
    }

    private static void travelling(String what, Object segment, Codecs codecs) {
        SegmentOutput out = codecs.output();
        SegmentInput in = codecs.input();
        ByteBuffer bytes = ByteBuffer.wrap(codecs.encode(segment));
        line("write a " + what + " of " + bytes.limit() + " bytes", () -> {
            out.clear();
            out.segment(segment);
            return out.size();
        });
        line("read it", () -> in.over(bytes).segment() == null ? 0 : 1);
    }

    private static void grouping(String what, List<Object> keys, KeyGroups groups) {
        int[] next = {0};
        line("group of " + what, () -> groups.of(keys.get(next[0]++ % keys.size())));
    }

    private static void line(String what, LongSupplier work) {
        double millis = Measured.medianCpuMillis(10, 11, () -> {
            for (int i = 0; i < TIMES; i++) {
                used += work.getAsLong();
            }
        });
        System.out.printf(Locale.ROOT, "%-40s %8.1f ns%n", what, millis * 1e6 / TIMES);
    }
}
