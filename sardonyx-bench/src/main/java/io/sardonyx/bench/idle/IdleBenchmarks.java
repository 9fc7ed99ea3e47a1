package io.sardonyx.bench.idle;

import io.sardonyx.bench.race.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;

/** Cores and garbage of jobs of three tasks with little to do, our own engine beside the others, with the targets. */
public final class IdleBenchmarks {

    private static final String OWN = "sardonyx";
    private static final String USAGE = "usage: idle [--quick] [JOBSxPERSECOND, as in 100x1]…";

    /* Seconds to warm up, seconds of a window, windows. */
    private static final List<String> FULL = List.of("12", "6", "3");
    private static final List<String> QUICK = List.of("4", "2", "3");

    private final List<IdleEngine> engines;
    private final List<String> effort;
    private boolean failed;

    private IdleBenchmarks(List<IdleEngine> engines, List<String> effort) {
        this.engines = engines;
        this.effort = effort;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        var rest = new ArrayList<>(List.of(args));
        List<String> effort = rest.remove("--quick") ? QUICK : FULL;
        List<Load> loads;
        try {
            loads = rest.isEmpty() ? Load.ALL : rest.stream().map(Load::of).toList();
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(USAGE);
            System.exit(2);
            return;
        }
        List<IdleEngine> engines = ServiceLoader.load(IdleEngine.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(IdleEngine::name).reversed())
                .toList();
        System.exit(new IdleBenchmarks(engines, effort).run(loads) ? 0 : 1);
    }

    private boolean run(List<Load> loads) throws IOException, InterruptedException {
        System.out.printf(
                "Java %s, %d cores%n%n", Runtime.version(), Runtime.getRuntime().availableProcessors());
        System.out.println("""
                Like for like: the same jobs of three tasks (a source of numbers, a function, a sink that counts), all
                in one process with a heap of 2 GB, two threads for tasks. Cores are those of the whole process, the
                median of the windows (the least and the most), MB/s its garbage.
                """);
        var head = new StringBuilder("| jobs × segments/s each |");
        engines.forEach(engine -> head.append(String.format(" %1$s, cores | %1$s, MB/s |", engine.name())));
        System.out.println(head + " must, aim | reached | others' cores |");
        System.out.println("|---|" + "---:|---:|".repeat(engines.size()) + "---:|---|---:|");
        for (Load load : loads) {
            System.out.println(row(load));
        }
        return !failed;
    }

    private String row(Load load) throws IOException, InterruptedException {
        var row = new StringBuilder("| " + load + " |");
        double own = Double.NaN;
        double least = Double.POSITIVE_INFINITY;
        double others = 0;
        for (IdleEngine engine : engines) {
            List<Window> windows = windows(engine, load).orElse(List.of());
            if (windows.isEmpty()) {
                failed = true;
                row.append(" failed | |");
                continue;
            }
            row.append(cell(load, windows));
            Window median = Window.median(windows);
            own = engine.name().equals(OWN) ? median.cores() : own;
            least = engine.name().equals(OWN) ? least : Math.min(least, median.cores());
            others = Math.max(others, median.others());
        }
        String reached = Double.isNaN(own) ? "" : verdict(load, own, least);
        return row + String.format(Locale.ROOT, " %s | %s | %.2f |", load.target(), reached, others);
    }

    private static String cell(Load load, List<Window> windows) {
        Window median = Window.median(windows);
        return String.format(
                Locale.ROOT,
                " %.3f (%.3f–%.3f)%s | %.1f |",
                median.cores(),
                windows.stream().mapToDouble(Window::cores).min().orElseThrow(),
                windows.stream().mapToDouble(Window::cores).max().orElseThrow(),
                load.isBehind(median) ? String.format(Locale.ROOT, ", behind: %,.0f/s", median.perSecond()) : "",
                median.megabytes());
    }

    /** A load without a target has to be below the others all the same. */
    private static String verdict(Load load, double own, double others) {
        String below = own < others ? "below the others" : "above the others";
        if (load.must() == 0) {
            return below;
        }
        return (own <= load.aim() ? "the aim" : own <= load.must() ? "yes" : "no") + ", " + below;
    }

    private Optional<List<Window>> windows(IdleEngine engine, Load load) throws IOException, InterruptedException {
        var flags = new ArrayList<>(List.of("-Xmx2g"));
        flags.addAll(engine.flags());
        var arguments =
                new ArrayList<>(List.of(engine.name(), String.valueOf(load.jobs()), String.valueOf(load.perSecond())));
        arguments.addAll(effort);
        return new ChildProcess("idle " + engine.name() + " " + load, flags, IdleCell.class, arguments)
                .run(file -> Files.readAllLines(file).stream().map(Window::read).toList(), System.err);
    }
}
