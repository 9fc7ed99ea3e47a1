package io.sardonyx.bench.own;

import io.sardonyx.bench.work.Addition;
import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Event;
import io.sardonyx.bench.work.Running;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.State;
import io.sardonyx.state.Value;

/** Functions that keep their counts and sums in state. */
public final class Totals {

    /** How often a word was seen. */
    public record Count(String word, long count) {}

    /** An addition that travels to another process. */
    public record Amount(long key, long amount) {

        static Amount of(Addition addition) {
            return new Amount(addition.key, addition.amount);
        }
    }

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

    /** As {@link #sum}, and counts how often it was called; what comes out is {@link #kept}. */
    public static void keep(Amount amount, @State("sum") Value<Long> sum) {
        Board.did();
        sum.set(sum.or(0L) + amount.amount);
    }

    public static Addition kept(long key, @State("sum") Value<Long> sum) {
        return new Addition(key, sum.or(0L));
    }

    public static Addition sum(Addition addition, @State("sum") Value<Long> sum) {
        long now = sum.or(0L) + addition.amount;
        sum.set(now);
        return new Addition(addition.key, now);
    }
}
