package io.sardonyx.bench.start;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * W6 as its user meets it, through the launcher of this source tree: a job's first line, the memory of an idle process;
 * and the first result of a job in a warm process.
 */
public final class StartBenchmarks {

    private static final int STARTS = 10;

    private StartBenchmarks() {}

    /** Takes the number of starts, if not ten. */
    public static void main(String[] args) throws Exception {
        int starts = args.length > 0 ? Integer.parseInt(args[0]) : STARTS;
        Path directory = Files.createTempDirectory("sardonyx-start");
        try (var launcher = new Launcher(directory)) {
            launcher.firstLineMillis(); // builds what is not built
            System.out.printf("Java %s%n%n| what | median | best |%n|---|---:|---:|%n", Runtime.version());
            double[] lines = new double[starts];
            for (int i = 0; i < starts; i++) {
                lines[i] = launcher.firstLineMillis();
            }
            line("process start to first line of `run`, three tasks, " + starts + " starts", lines, "ms");
            launcher.helpMillis(); // lays out its classes
            double[] helps = new double[starts];
            for (int i = 0; i < starts; i++) {
                helps[i] = launcher.helpMillis();
            }
            line("`--help`, " + starts + " starts", helps, "ms");
            WarmSubmits.Series submits = WarmSubmits.series();
            String early = "submit to first result, jobs " + WarmSubmits.FIRST + " to " + WarmSubmits.LAST;
            line(early + " of a process", submits.early(), "ms");
            line("submit to first result, the last " + submits.late().length + " of 200 jobs", submits.late(), "ms");
            line("resident, idle `peers start --peers 4`", launcher.idleMebibytes(), "MiB");
        }
    }

    private static void line(String what, double[] figures, String unit) {
        Arrays.sort(figures);
        double median = figures[figures.length / 2];
        System.out.printf(Locale.ROOT, "| %s | %.1f %s | %.1f %s |%n", what, median, unit, figures[0], unit);
    }
}
