package io.sardonyx.bench.pair;

import io.sardonyx.bench.work.Board;
import io.sardonyx.bench.work.Latencies;
import io.sardonyx.bench.work.Outcome;

/**
 * What came out in one of the processes, as a line of text between them.
 *
 * @param began the first input, by a clock that all processes of a machine share: on Linux {@link System#nanoTime()}
 * @param ended the last result
 */
record Share(long began, long ended, long count, long digest) {

    static Share ofThisProcess() {
        Outcome outcome = Board.outcome();
        long ended = Board.ended();
        return new Share(ended - outcome.nanos(), ended, outcome.count(), outcome.digest());
    }

    static Share read(String line) {
        String[] numbers = line.split(" ", -1);
        return new Share(
                Long.parseLong(numbers[0]),
                Long.parseLong(numbers[1]),
                Long.parseLong(numbers[2]),
                Long.parseLong(numbers[3]));
    }

    String line() {
        return began + " " + ended + " " + count + " " + digest;
    }

    /** From the first input of either to the last result of either. */
    Outcome with(Share other) {
        long nanos = Math.max(ended, other.ended) - Math.min(began, other.began);
        return new Outcome(count + other.count, digest + other.digest, nanos, new Latencies());
    }
}
