package io.sardonyx.bench.work;

/** What came out of a trial, and how long it took. */
public record Outcome(long count, long digest, long nanos, Latencies latencies) {

    public static Outcome of(Tally tally, long nanos) {
        return new Outcome(tally.count(), tally.digest(), nanos, tally.latencies());
    }

    /** Whether the same came out. */
    boolean agrees(Tally tally) {
        return count == tally.count() && digest == tally.digest();
    }
}
