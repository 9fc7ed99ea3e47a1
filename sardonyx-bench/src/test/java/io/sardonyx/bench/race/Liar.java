package io.sardonyx.bench.race;

import io.sardonyx.bench.limit.Limits;
import io.sardonyx.bench.work.Outcome;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import java.io.IOException;
import java.util.List;

/** Fast, and wrong by one event in the second trial. */
public final class Liar implements Contender {

    private final Limits limits = new Limits();
    private int trials;

    @Override
    public String name() {
        return "liar";
    }

    @Override
    public String version() {
        return "1";
    }

    @Override
    public List<String> variants(Workload workload) {
        return List.of("1t");
    }

    @Override
    public void open(Workload workload) {}

    @Override
    public Outcome run(Trial trial) throws IOException {
        long lost = trials++ == 0 ? 0 : 1;
        return limits.run(Trial.fast(trial.workload(), trial.variant(), trial.inputs() - lost));
    }

    @Override
    public void close() {}
}
