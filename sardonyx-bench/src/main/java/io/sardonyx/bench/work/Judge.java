package io.sardonyx.bench.work;

import java.util.HashMap;
import java.util.Map;

/** Knows what must come out of a trial. A wrong result is no result, however fast. */
public final class Judge {

    private final Map<Trial, Tally> known = new HashMap<>();

    /** Returns the outcome if it is right. */
    public Outcome checked(Trial trial, Outcome outcome) {
        Tally expected = known.computeIfAbsent(trial, it -> it.workload().expected(it.inputs()));
        if (!outcome.agrees(expected)) {
            throw new IllegalStateException(String.format(
                    "%s: expected %d with digest %x, but %d with digest %x came out",
                    trial, expected.count(), expected.digest(), outcome.count(), outcome.digest()));
        }
        if (trial.perSecond() > 0 && outcome.latencies().total() != trial.inputs() - trial.firstRecorded()) {
            throw new IllegalStateException(
                    trial + ": latencies of " + outcome.latencies().total() + " events");
        }
        return outcome;
    }
}
