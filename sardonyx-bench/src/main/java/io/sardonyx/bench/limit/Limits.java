package io.sardonyx.bench.limit;

import io.sardonyx.bench.race.Contender;
import io.sardonyx.bench.work.Outcome;
import io.sardonyx.bench.work.Tally;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import java.util.List;

/** No engine: loops. */
public final class Limits implements Contender {

    @Override
    public String name() {
        return "limit";
    }

    @Override
    public String version() {
        return "by hand";
    }

    @Override
    public List<String> variants(Workload workload) {
        return switch (workload) {
            case W1, W1M, W2 -> List.of("1t", "batch", "2t");
            case W4 -> List.of("xorbatch");
            case W5 -> List.of("2t");
            case W6 -> List.of("1t");
        };
    }

    @Override
    public void open() {}

    @Override
    public Outcome run(Trial trial) {
        long began = System.nanoTime();
        Tally tally = switch (trial.workload()) {
            case W1, W6 -> events(Steps.EVENTS, trial);
            case W1M -> events(Steps.SEGMENTS, trial);
            case W2 -> words(trial);
            case W4 -> AckedTasks.run(trial.inputs());
            case W5 -> PacedLoops.pair(trial);
        };
        return Outcome.of(tally, System.nanoTime() - began);
    }

    private static <T> Tally events(Steps<T> steps, Trial trial) {
        var loops = new EventLoops<>(steps);
        return switch (trial.variant()) {
            case "1t" -> loops.single(trial.inputs());
            case "2t" -> loops.pair(trial.inputs());
            default -> loops.batched(trial.inputs());
        };
    }

    private static Tally words(Trial trial) {
        return switch (trial.variant()) {
            case "1t" -> WordLoops.single(trial.inputs());
            case "2t" -> WordLoops.pair(trial.inputs());
            default -> WordLoops.batched(trial.inputs());
        };
    }

    @Override
    public void close() {}
}
