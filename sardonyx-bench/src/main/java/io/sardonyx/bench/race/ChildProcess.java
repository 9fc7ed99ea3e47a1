package io.sardonyx.bench.race;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A program of this class path in a JVM of its own, so that no measurement inherits what the compiler learnt from
 * another.
 *
 * @param name as it is called in complaints
 * @param flags of its JVM
 * @param main takes the arguments and behind them the file to which it writes what it found
 */
public record ChildProcess(String name, List<String> flags, Class<?> main, List<String> arguments) {

    /** Nothing takes that long; what does hangs. */
    private static final long MINUTES = 60;

    private static final int TAIL = 30;

    /** What is read from the file that it has written. */
    @FunctionalInterface
    public interface Reading<T> {
        T read(Path file) throws IOException;
    }

    /** What it found; nothing when it failed, and then the complaints say why. */
    public <T> Optional<T> run(Reading<T> reading, PrintStream complaints) throws IOException, InterruptedException {
        Path result = Files.createTempFile("sardonyx-bench", ".json");
        Path log = Files.createTempFile("sardonyx-bench", ".log");
        try {
            Process process = new ProcessBuilder(command(result))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            if (ended && process.exitValue() == 0) {
                return Optional.of(reading.read(result));
            }
            complaints.println(name + " FAILED" + (ended ? "" : ": it did not end"));
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

    private List<String> command(Path result) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        command.add(result.toString());
        return command;
    }
}
