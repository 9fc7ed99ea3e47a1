package io.sardonyx.bench.work;

import java.util.Collections;
import java.util.SortedMap;

/**
 * What came out of a trial, and how long it took.
 *
 * @param more figures that only some trials have, in nanoseconds unless their name says otherwise
 */
public record Outcome(long count, long digest, long nanos, Latencies latencies, SortedMap<String, Long> more) {

    public Outcome(long count, long digest, long nanos, Latencies latencies) {
        this(count, digest, nanos, latencies, Collections.emptySortedMap());
    }

    public static Outcome of(Tally tally, long nanos) {
        return new Outcome(tally.count(), tally.digest(), nanos, tally.latencies());
    }

    /** The same with more figures. */
    public Outcome with(SortedMap<String, Long> figures) {
        return new Outcome(count, digest, nanos, latencies, figures);
    }

    /** Whether the same came out. */
    boolean agrees(Tally tally) {
        return count == tally.count() && digest == tally.digest();
    }
}
