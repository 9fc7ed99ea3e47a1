package io.sardonyx.bench.idle;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;

/** Cores used by jobs with little to do, a table with a column for each engine. Jobs have three tasks each. */
public final class IdleBenchmarks {

    private record Load(int jobs, long perSecond) {}

    private static final List<Load> LOADS =
            List.of(new Load(1, 0), new Load(1, 100), new Load(1, 10_000), new Load(100, 1), new Load(500, 1));

    /** Fewer segments than this part of what is due, and the engine does not keep up. */
    private static final double ENOUGH = 0.95;

    private IdleBenchmarks() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        List<IdleEngine> engines = ServiceLoader.load(IdleEngine.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(IdleEngine::name).reversed())
                .toList();
        var head = new StringBuilder("| jobs × segments/s each |");
        engines.forEach(engine -> head.append(' ').append(engine.name()).append(", cores |"));
        System.out.println(head);
        System.out.println("|---|" + "---:|".repeat(engines.size()));
        for (Load load : LOADS) {
            var row = new StringBuilder("| " + load.jobs + " × " + load.perSecond + " |");
            for (IdleEngine engine : engines) {
                row.append(' ').append(cell(engine, load)).append(" |");
            }
            System.out.println(row);
        }
    }

    /** The median of the windows, with the others. */
    private static String cell(IdleEngine engine, Load load) throws IOException, InterruptedException {
        var cores = new ArrayList<Double>();
        boolean behind = false;
        for (String line : lines(engine, load)) {
            String[] words = line.split(" ", -1);
            cores.add(Double.parseDouble(words[0]));
            behind |= Double.parseDouble(words[1]) < ENOUGH * load.jobs * load.perSecond;
        }
        cores.sort(Comparator.naturalOrder());
        return cores.isEmpty()
                ? "failed"
                : String.format(
                        Locale.ROOT,
                        "%.3f (%.3f–%.3f)%s",
                        cores.get(cores.size() / 2),
                        cores.get(0),
                        cores.get(cores.size() - 1),
                        behind ? ", behind" : "");
    }

    private static List<String> lines(IdleEngine engine, Load load) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx2g");
        command.addAll(engine.flags());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), IdleCell.class.getName()));
        command.addAll(List.of(engine.name(), String.valueOf(load.jobs), String.valueOf(load.perSecond)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.matches("[0-9.]+ [0-9.]+"))
                .toList();
        return process.waitFor() == 0 ? lines : List.of();
    }
}
