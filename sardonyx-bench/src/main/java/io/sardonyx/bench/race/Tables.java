package io.sardonyx.bench.race;

import io.sardonyx.bench.work.Additions;
import io.sardonyx.bench.work.Workload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What was found, in Markdown. */
final class Tables {

    private Tables() {}

    static String of(Workload workload, List<Findings> found) {
        String rows = switch (workload) {
            case W5 -> latencies(found);
            case W6 -> startUps(found);
            case W11 -> failovers(found);
            default -> rates(workload, found);
        };
        return "\n### " + workload + " " + workload.what() + "\n\nLike for like: " + workload.likeForLike() + "\n\n"
                + rows;
    }

    private static String rates(Workload workload, List<Findings> found) {
        Map<Cell, List<Repetition>> byCell = byCell(found);
        var table = new RateTable(workload.unit(), byCell);
        List<Target> targets = Target.ofRates(workload, table);
        String more = "";
        if (workload == Workload.W10) {
            List<Target.ManyKeys> medians = manyKeys(byCell);
            more = manyKeys(medians);
            targets.addAll(Target.ofManyKeys(medians));
        }
        return table.rows() + more + Target.rows(targets);
    }

    private static List<Target.ManyKeys> manyKeys(Map<Cell, List<Repetition>> byCell) {
        var medians = new ArrayList<Target.ManyKeys>();
        byCell.forEach((cell, runs) -> medians.add(new Target.ManyKeys(
                cell,
                median(runs, it -> it.more("keys")),
                median(runs, it -> (double) it.more("heapBytes") / it.more("keys")),
                turnMillis(runs, "turnP50"),
                turnMillis(runs, "turnP99"),
                turnMillis(runs, "turnMax"))));
        return medians;
    }

    /** Not a number of an engine that does not tell its turns. */
    private static double turnMillis(List<Repetition> runs, String figure) {
        return median(runs, it -> it.has(figure) ? it.more(figure) / 1e6 : Double.NaN);
    }

    private static String manyKeys(List<Target.ManyKeys> medians) {
        var rows = new StringBuilder("""

                | engine | variant | keys | heap bytes a key | turn p50 ms | p99 ms | longest ms |
                |---|---|---:|---:|---:|---:|---:|
                """);
        for (Target.ManyKeys row : medians) {
            rows.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %,.0f | %,.0f | %s | %s | %s |%n",
                    row.cell().engine(),
                    row.cell().variant(),
                    row.keys(),
                    row.heapBytes(),
                    millis(row.turnP50Millis()),
                    millis(row.turnP99Millis()),
                    millis(row.longestTurnMillis())));
        }
        return rows.toString();
    }

    private static String millis(double figure) {
        return Double.isNaN(figure) ? "" : String.format(Locale.ROOT, "%.2f", figure);
    }

    private static String latencies(List<Findings> found) {
        var rows = new StringBuilder("""
                | per second | engine | variant | p50 µs | p99 µs | p99.9 µs | p99 of each run | own cores | others' |
                |---:|---|---|---:|---:|---:|---|---:|---:|
                """);
        byRate(found)
                .forEach((rate, byCell) -> byCell.forEach((cell, runs) -> rows.append(String.format(
                        Locale.ROOT,
                        "| %,d | %s | %s | %,.0f | %,.0f | %,.0f | %s | %.2f | %.2f |%n",
                        rate,
                        cell.engine(),
                        cell.variant(),
                        median(runs, it -> it.more("p50") / 1e3),
                        median(runs, it -> it.more("p99") / 1e3),
                        median(runs, it -> it.more("p99.9") / 1e3),
                        runs.stream()
                                .map(it -> String.format(Locale.ROOT, "%,.0f", it.more("p99") / 1e3))
                                .collect(Collectors.joining(" ")),
                        median(runs, Repetition::ownCores),
                        median(runs, Repetition::othersCores)))));
        return rows + Target.rows(Target.ofLatencies(medians(found)));
    }

    private static List<Target.Latency> medians(List<Findings> found) {
        var medians = new ArrayList<Target.Latency>();
        byRate(found)
                .forEach((rate, byCell) -> byCell.forEach((cell, runs) -> medians.add(new Target.Latency(
                        cell.engine(),
                        cell.variant(),
                        rate,
                        median(runs, Repetition::ownCores),
                        median(runs, it -> it.more("p50") / 1e6),
                        median(runs, it -> it.more("p99") / 1e6),
                        median(runs, it -> it.more("p99.9") / 1e6)))));
        return medians;
    }

    private static Map<Long, Map<Cell, List<Repetition>>> byRate(List<Findings> found) {
        var byRate = new TreeMap<Long, Map<Cell, List<Repetition>>>();
        byCell(found)
                .forEach((cell, repetitions) -> repetitions.stream()
                        .collect(Collectors.groupingBy(it -> it.more("perSecond")))
                        .forEach((rate, runs) -> byRate.computeIfAbsent(rate, it -> new LinkedHashMap<>())
                                .put(cell, runs)));
        return byRate;
    }

    private static String failovers(List<Findings> found) {
        var rows = new StringBuilder("""
                | engine | variant | keys | before, M/s | noticed ms | back ms | each run | others' |
                |---|---|---:|---:|---:|---:|---|---:|
                """);
        byCell(found)
                .forEach((cell, runs) -> rows.append(String.format(
                        Locale.ROOT,
                        "| %s | %s | %,.0f | %.3f | %,.0f | %,.0f | %s | %.2f |%n",
                        cell.engine(),
                        cell.variant(),
                        median(runs, it -> Additions.filled(it.inputs())),
                        median(runs, it -> it.more("donePerSecond") / 1e6),
                        median(runs, it -> it.more("noticed") / 1e6),
                        median(runs, it -> it.more("back") / 1e6),
                        runs.stream()
                                .map(it -> String.format(
                                        Locale.ROOT, "%,.0f+%,.0f", it.more("noticed") / 1e6, it.more("back") / 1e6))
                                .collect(Collectors.joining(" ")),
                        median(runs, Repetition::othersCores))));
        return rows.toString();
    }

    private static String startUps(List<Findings> found) {
        var rows = new StringBuilder("""
                | engine | variant | boot ms | JVM start to first results ms | warm submit to results ms | RSS MiB |
                |---|---|---:|---:|---:|---:|
                """);
        byCell(found)
                .forEach((cell, runs) -> rows.append(String.format(
                        Locale.ROOT,
                        "| %s | %s | %,.0f | %,.0f | %,.1f | %,.0f |%n",
                        cell.engine(),
                        cell.variant(),
                        median(runs, it -> it.more("boot") / 1e6),
                        median(runs, it -> it.more("first") / 1e6),
                        median(runs, it -> it.more("submit") / 1e6),
                        median(runs, it -> it.more("residentKiB") / 1024.0))));
        return rows.toString();
    }

    /** The same cell may have been found several times. */
    private static Map<Cell, List<Repetition>> byCell(List<Findings> found) {
        return found.stream()
                .collect(Collectors.groupingBy(
                        Findings::cell,
                        LinkedHashMap::new,
                        Collectors.flatMapping(it -> it.repetitions().stream(), Collectors.toList())));
    }

    private static double median(Collection<Repetition> runs, ToDoubleFunction<Repetition> figure) {
        return Quietest.median(runs.stream().mapToDouble(figure).toArray());
    }
}
