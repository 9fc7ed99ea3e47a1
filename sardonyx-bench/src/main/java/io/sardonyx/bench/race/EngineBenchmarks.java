package io.sardonyx.bench.race;

import io.sardonyx.bench.work.Workload;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * All engines on the same work in one run: a table for each workload. A cell that fails, or out of which comes what
 * should not, is reported and makes the whole run fail in the end.
 */
public final class EngineBenchmarks {

    private final Wish wish;
    private final List<Contender> contenders;
    private final List<Findings> found = new ArrayList<>();
    private final long began = System.nanoTime();
    private int failures;

    private EngineBenchmarks(Wish wish, List<Contender> contenders) {
        this.wish = wish;
        this.contenders = contenders;
    }

    public static void main(String[] args) throws Exception {
        List<Contender> all = Contenders.all();
        Wish wish;
        try {
            wish = Wish.of(List.of(args), all.stream().map(Contender::name).toList());
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(Wish.USAGE);
            System.exit(2);
            return;
        }
        List<Contender> wanted =
                all.stream().filter(it -> wish.engines().contains(it.name())).toList();
        System.exit(new EngineBenchmarks(wish, wanted).run());
    }

    private int run() throws IOException, InterruptedException {
        System.out.printf(
                Locale.ROOT,
                "Java %s, %d cores, %s; %s%n",
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                wish.effort().name(),
                String.join(
                        ", ",
                        contenders.stream()
                                .map(it -> it.name() + " " + it.version())
                                .toList()));
        for (Workload workload : wish.workloads()) {
            run(workload);
            List<Findings> here = found.stream()
                    .filter(it -> it.cell().workload() == workload)
                    .toList();
            System.out.print(Tables.of(workload, here));
            System.out.flush();
        }
        Path json = wish.json();
        if (json != null) {
            write(json);
        }
        return failures == 0 ? 0 : 1;
    }

    private void run(Workload workload) throws IOException, InterruptedException {
        for (int turn = 0; turn < turns(workload); turn++) {
            for (Contender contender : contenders) {
                List<String> variants = contender.variants(workload);
                for (String variant : variants) {
                    run(new Cell(contender.name(), workload, variant), contender.flags());
                }
            }
        }
    }

    /** What needs both cores for long, or is compared in milliseconds, takes turns: so all see the same weather. */
    private int turns(Workload workload) {
        return switch (workload) {
            case W5, W6, W10 -> wish.effort().runs();
            case W7, W11 -> wish.effort().pairRuns();
            default -> 1;
        };
    }

    private void run(Cell cell, List<String> flags) throws IOException, InterruptedException {
        System.err.printf("%4d s  %s%n", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began), cell);
        Fork.run(cell, wish.effort(), flags, System.err).ifPresentOrElse(found::add, () -> failures++);
    }

    private void write(Path json) throws IOException {
        try (var writer = Files.newBufferedWriter(json)) {
            JsonOut out = Json.onto(writer).begin().text("java", Runtime.version());
            out.text("effort", wish.effort().name()).beginList("cells");
            found.forEach(it -> it.writeOnto(out));
            out.endList().end().newLine();
        }
    }
}
