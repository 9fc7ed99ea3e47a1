package io.sardonyx.it.processes;

import io.sardonyx.examples.Words;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.State;
import io.sardonyx.state.Value;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Functions of jobs with keyed state whose processes are killed; public, since the jobs name them. */
public final class StatefulFunctions {

    static final String NAME = "io.sardonyx.it.processes.StatefulFunctions";
    static final int KEYS = 10_000;
    static final String TOTAL = "total";

    /** So slow that a job with some thousand lines lasts while it is struck. */
    private static final long LINE_NANOS = 200_000;

    private StatefulFunctions() {}

    public static long key(long number) {
        return number % KEYS;
    }

    /** The key of a number and how many of that key have come so far, by two states that must agree. */
    public static String numbered(long number, @State("seen") Value<Long> seen, @State("total") LongTotal total) {
        long count = seen.or(0L) + 1;
        seen.set(count);
        total.add(number);
        check(count, total);
        return key(number) + " " + count;
    }

    /** What came of a key in all: number and sum. */
    public static String total(long key, @State("seen") Value<Long> seen, @State("total") LongTotal total) {
        check(seen.or(0L), total);
        return TOTAL + " " + key + " " + total.count() + " " + total.sum();
    }

    private static void check(long count, LongTotal total) {
        if (total.count() != count) {
            throw new IllegalStateException("the states differ: " + total.count() + " and " + count);
        }
    }

    /** The words of a line, slow on purpose. */
    public static List<String> words(String line) {
        LockSupport.parkNanos(LINE_NANOS);
        return Words.all(line);
    }
}
