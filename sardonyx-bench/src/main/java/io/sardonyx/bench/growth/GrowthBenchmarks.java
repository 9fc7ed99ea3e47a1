package io.sardonyx.bench.growth;

import io.sardonyx.bench.race.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table for each thing that grows. A size that fails is reported and makes the whole run fail in the end. */
public final class GrowthBenchmarks {

    private static final String USAGE = "usage: growth [--quick] [chain|peers|jobs|submissions|bytes|files|plan|slow]…";

    private static final String MOMENTS = "| written | live heap after a collection, MB |\n|---:|---:|\n";

    private final boolean quick;
    private boolean failed;

    private GrowthBenchmarks(boolean quick) {
        this.quick = quick;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        var rest = new ArrayList<>(List.of(args));
        var benchmarks = new GrowthBenchmarks(rest.remove("--quick"));
        List<Growth> wanted;
        try {
            wanted = rest.isEmpty()
                    ? List.of(Growth.values())
                    : rest.stream().map(Growth::named).toList();
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(USAGE);
            System.exit(2);
            return;
        }
        System.out.printf(
                "Java %s, %d cores%s%n",
                Runtime.version(), Runtime.getRuntime().availableProcessors(), benchmarks.quick ? ", a trial" : "");
        System.out.println("""

                Each size is a process of its own. `CPU ms besides` is what the same jobs take with hardly any input:
                to be submitted, to begin and to end; it is not part of the figures for each unit.""");
        for (Growth growth : wanted) {
            System.out.printf("%n### %s%n%nLike for like: %s.%n%n", growth.what(), growth.how());
            benchmarks.run(growth);
        }
        System.exit(benchmarks.failed ? 1 : 0);
    }

    private void run(Growth growth) throws IOException, InterruptedException {
        System.out.print(growth == Growth.SLOW ? MOMENTS : head(growth));
        for (int size : growth.sizes(quick)) {
            var arguments = List.of(growth.toString(), String.valueOf(size), String.valueOf(quick));
            var cell = new ChildProcess(growth + " " + size, growth.flags(), GrowthCell.class, arguments);
            List<String> found = cell.run(Files::readAllLines, System.err).orElse(List.of());
            if (found.isEmpty()) {
                failed = true;
                System.out.printf(Locale.ROOT, "| %,d | failed |%n", size);
            }
            found.forEach(
                    line -> System.out.print(growth == Growth.SLOW ? moment(line) : row(size, Figures.read(line))));
        }
    }

    private static String head(Growth growth) {
        return "| " + growth.what() + " | CPU ns per " + growth.unit() + """
                 | of them per second | CPU ms besides | cores | others' |
                |---:|---:|---:|---:|---:|---:|
                """;
    }

    private static String row(int size, Figures figures) {
        return String.format(
                Locale.ROOT,
                "| %,d | %,.1f | %,.0f | %s | %.2f | %.2f |%n",
                size,
                figures.cpuNanosEach(),
                figures.perSecond(),
                figures.fixedCpuNanos() == 0 ? "" : String.format(Locale.ROOT, "%,.0f", figures.fixedCpuNanos() / 1e6),
                figures.cores(),
                figures.othersCores());
    }

    private static String moment(String line) {
        String[] numbers = line.split(" ", -1);
        return String.format(Locale.ROOT, "| %,d | %,d |%n", Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
    }
}
