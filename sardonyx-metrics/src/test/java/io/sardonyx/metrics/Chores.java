package io.sardonyx.metrics;

import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Unavailable;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.State;
import java.util.List;

/** Functions of the jobs that are measured; public, since jobs name them. */
public final class Chores {

    /** How many keys there are. */
    static final int KEYS = 10;

    private Chores() {}

    public static long key(long number) {
        return number % KEYS;
    }

    public static void add(long number, @State("sum") LongTotal sum) {
        sum.add(number);
    }

    public static long total(long key, @State("sum") LongTotal sum) {
        return sum.sum();
    }

    /** Two of each. */
    public static List<Long> doubled(long number) {
        return List.of(number, number);
    }

    public static long same(long number) {
        return number;
    }

    /** Fails for every tenth. */
    public static long picky(long number) {
        if (number % 10 == 0) {
            throw new IllegalArgumentException("no " + number);
        }
        return number;
    }

    /** An output that can be opened and then does not answer. */
    public static Output away() {
        return new Output() {
            @Override
            public int write(Object[] segments, int from, int to) throws Unavailable {
                throw new Unavailable("the other end of the world is away");
            }

            @Override
            public long settled() {
                return 0;
            }
        };
    }
}
