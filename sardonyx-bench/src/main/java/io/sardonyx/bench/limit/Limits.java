package io.sardonyx.bench.limit;

import io.sardonyx.bench.pair.Both;
import io.sardonyx.bench.race.Contender;
import io.sardonyx.bench.work.Addition;
import io.sardonyx.bench.work.Additions;
import io.sardonyx.bench.work.Outcome;
import io.sardonyx.bench.work.Tally;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** No engine: loops. */
public final class Limits implements Contender {

    private @Nullable Both both;

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
            case W1, W2 -> List.of("1t", "batch", "2t", "1t" + Trial.TWO);
            case W1M -> List.of("1t", "batch", "2t");
            case W4 -> List.of("xorbatch", "xorbatch" + Trial.TWO);
            case W5 -> List.of("2t");
            case W6 -> List.of("1t");
            case W7 -> List.of("2jvms-tcp");
            case W10 -> List.of("1t");
            case W11 -> List.of();
        };
    }

    @Override
    public void open(Workload workload) throws IOException {
        if (workload == Workload.W7) {
            both = Both.start(WordHalf.class, flags());
        }
    }

    @Override
    public Outcome run(Trial trial) throws IOException {
        if (both != null) {
            return both.run(trial);
        }
        long began = System.nanoTime();
        Tally tally = switch (trial.workload()) {
            case W1, W6 -> events(Steps.EVENTS, trial);
            case W1M -> events(Steps.SEGMENTS, trial);
            case W2 -> words(trial);
            case W4 -> acked(trial);
            case W5 -> PacedLoops.pair(trial);
            case W10 -> sums(trial.inputs());
            case W7 -> throw new IllegalStateException("not open");
            case W11 -> throw new IllegalArgumentException("loops do not survive");
        };
        return Outcome.of(tally, System.nanoTime() - began);
    }

    private static <T> Tally events(Steps<T> steps, Trial trial) {
        var loops = new EventLoops<>(steps);
        return switch (trial.variant()) {
            case "1t" -> loops.single(0, trial.inputs());
            case "1t" + Trial.TWO -> Pair.halves(trial.inputs(), loops::single, Pair::sum);
            case "2t" -> loops.pair(trial.inputs());
            default -> loops.batched(trial.inputs());
        };
    }

    private static Tally sums(long inputs) {
        var tally = new Tally();
        long[] sums = new long[Additions.keys(inputs)];
        for (long i = 0; i < inputs; i++) {
            Addition addition = Additions.of(i, inputs);
            addition.amount = sums[(int) addition.key] += addition.amount;
            tally.add(Additions.digest(addition));
        }
        return tally;
    }

    private static Tally acked(Trial trial) {
        return trial.parallelism() == 1
                ? AckedTasks.run(0, trial.inputs())
                : Pair.halves(trial.inputs(), AckedTasks::run, Pair::sum);
    }

    private static Tally words(Trial trial) {
        return switch (trial.variant()) {
            case "1t" -> WordLoops.single(0, trial.inputs()).tally();
            case "1t" + Trial.TWO ->
                Pair.halves(trial.inputs(), WordLoops::single, WordLoops::sum).tally();
            case "2t" -> WordLoops.pair(trial.inputs());
            default -> WordLoops.batched(trial.inputs());
        };
    }

    @Override
    public void close() {
        if (both != null) {
            both.close();
        }
    }
}
