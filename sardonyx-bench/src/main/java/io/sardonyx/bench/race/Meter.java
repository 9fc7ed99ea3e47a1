package io.sardonyx.bench.race;

import io.sardonyx.bench.work.Judge;
import io.sardonyx.bench.work.Latencies;
import io.sardonyx.bench.work.Outcome;
import io.sardonyx.bench.work.Trial;
import java.util.SortedMap;
import java.util.TreeMap;

/** Runs trials of one contender, checks what comes out, and looks at clock and CPU meanwhile. */
final class Meter {

    private final Contender contender;
    private final Judge judge = new Judge();

    Meter(Contender contender) {
        this.contender = contender;
    }

    Repetition measure(Trial trial) throws Exception {
        Machine before = Machine.now();
        Outcome outcome = contender.run(trial);
        Machine used = Machine.now().since(before);
        judge.checked(trial, outcome);
        return new Repetition(
                trial.inputs(), outcome.nanos(), used.cpuNanos(), used.othersNanos(), more(trial, outcome));
    }

    private static SortedMap<String, Long> more(Trial trial, Outcome outcome) {
        var more = new TreeMap<>(outcome.more());
        if (trial.perSecond() > 0) {
            Latencies latencies = outcome.latencies();
            more.put("perSecond", trial.perSecond());
            more.put("p50", latencies.nanosOf(0.5));
            more.put("p99", latencies.nanosOf(0.99));
            more.put("p99.9", latencies.nanosOf(0.999));
            more.put("max", latencies.largest());
        }
        return more;
    }
}
