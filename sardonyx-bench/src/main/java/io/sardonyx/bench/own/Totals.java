package io.sardonyx.bench.own;

import io.sardonyx.bench.work.Addition;
import io.sardonyx.bench.work.Event;
import io.sardonyx.bench.work.Running;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.State;
import io.sardonyx.state.Value;

/** Functions that keep their counts and sums in state. */
public final class Totals {

    /** How often a word was seen. */
    public record Count(String word, long count) {}

    private Totals() {}

    public static void count(String word, @State("count") LongTotal count) {
        count.add(1);
    }

    public static Count atEnd(String word, @State("count") LongTotal count) {
        return new Count(word, count.count());
    }

    public static Running next(Event event, @State("count") LongTotal count) {
        count.add(1);
        return Running.of(event, count.count());
    }

    public static Addition sum(Addition addition, @State("sum") Value<Long> sum) {
        long now = sum.or(0L) + addition.amount;
        sum.set(now);
        return new Addition(addition.key, now);
    }
}
