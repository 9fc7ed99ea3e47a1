package io.sardonyx.bench.race;

import io.sardonyx.bench.work.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs a cell in a JVM of its own, so that no engine inherits what the compiler learnt from another. */
final class Fork {

    /** Nothing takes that long; what does hangs. */
    private static final long MINUTES = 10;

    private static final int TAIL = 30;

    private Fork() {}

    /** What was found; nothing when it failed, and then the complaints say why. */
    static Optional<Findings> run(Cell cell, Effort effort, List<String> engineFlags, PrintStream complaints)
            throws IOException, InterruptedException {
        Path result = Files.createTempFile("sardonyx-bench", ".json");
        Path log = Files.createTempFile("sardonyx-bench", ".log");
        try {
            Process process = new ProcessBuilder(command(cell, effort, engineFlags, result))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            if (ended && process.exitValue() == 0) {
                return Optional.of(Findings.read(result));
            }
            complaints.println(cell + " FAILED" + (ended ? "" : ": it did not end"));
            List<String> lines = Files.readAllLines(log).stream()
                    .filter(line -> !line.startsWith("\tat "))
                    .toList();
            lines.subList(Math.max(0, lines.size() - TAIL), lines.size()).forEach(complaints::println);
            return Optional.empty();
        } finally {
            Files.delete(result);
            Files.delete(log);
        }
    }

    private static List<String> command(Cell cell, Effort effort, List<String> engineFlags, Path result) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags(cell.workload()));
        command.addAll(engineFlags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Lane.class.getName()));
        command.addAll(List.of(cell.engine(), cell.workload().name(), cell.variant(), effort.name()));
        command.add(result.toString());
        return command;
    }

    private static List<String> flags(Workload workload) {
        return switch (workload) {
            case W5 -> List.of("-Xms3g", "-Xmx3g", "-XX:+UseG1GC", "-XX:MaxGCPauseMillis=5");
            case W6 -> List.of("-Xmx3g");
            default -> List.of("-Xms3g", "-Xmx3g", "-XX:+UseParallelGC");
        };
    }
}
