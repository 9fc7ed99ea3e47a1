package io.sardonyx.bench.race;

import io.sardonyx.bench.work.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs a cell in a JVM of its own. */
final class Fork {

    private Fork() {}

    /** What was found; nothing when it failed, and then the complaints say why. */
    static Optional<Findings> run(Cell cell, Effort effort, List<String> engineFlags, PrintStream complaints)
            throws IOException, InterruptedException {
        var flags = new ArrayList<>(flags(cell.workload(), effort));
        flags.addAll(engineFlags);
        List<String> arguments = List.of(cell.engine(), cell.workload().name(), cell.variant(), effort.name());
        return new ChildProcess(cell.toString(), flags, Lane.class, arguments).run(Findings::read, complaints);
    }

    private static List<String> flags(Workload workload, Effort effort) {
        return switch (workload) {
            case W5 -> List.of("-Xms3g", "-Xmx3g", "-XX:+UseG1GC", "-XX:MaxGCPauseMillis=5");
            case W6, W11 -> List.of("-Xmx3g");
            case W10 -> List.of(effort == Effort.QUICK ? "-Xmx3g" : "-Xmx12g", "-XX:+UseParallelGC");
            default -> List.of("-Xms3g", "-Xmx3g", "-XX:+UseParallelGC");
        };
    }
}
