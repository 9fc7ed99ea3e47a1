package io.sardonyx.bench.race;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Rates of one workload, the fastest first, beside the best limit and beside Jet, the fastest of the peers. */
final class RateTable {

    private static final String LIMIT = "limit";
    private static final String PEER = "jet";

    private final String unit;
    private final List<Row> rows;

    RateTable(String unit, Map<Cell, List<Repetition>> found) {
        this.unit = unit;
        this.rows = found.entrySet().stream()
                .map(it -> new Row(it.getKey(), Quietest.median(it.getValue()), it.getValue()))
                .sorted(Comparator.comparingDouble(Row::perSecond).reversed())
                .toList();
    }

    String rows() {
        return "| engine | variant | M " + unit + """
                /s | of limit | of jet | CPU ns each | CPU of limit | others' cores | all (others) |
                |---|---|---:|---:|---:|---:|---:|---:|---|
                """
                + rows.stream().map(this::line).collect(Collectors.joining());
    }

    private String line(Row row) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.3f | %s | %s | %,.1f | %s | %.2f | %s |%n",
                row.cell.engine(),
                row.cell.variant(),
                row.perSecond() / 1e6,
                ratio(row.perSecond(), best(LIMIT)),
                ratio(row.perSecond(), peer(row.cell.variant())),
                row.median.cpuNanosEach(),
                ratio(row.median.cpuNanosEach(), leastCpu()),
                row.median.othersCores(),
                row.all.stream().map(RateTable::brief).collect(Collectors.joining(" ")));
    }

    private static String brief(Repetition repetition) {
        return String.format(Locale.ROOT, "%.3f(%.2f)", repetition.perSecond() / 1e6, repetition.othersCores());
    }

    private static String ratio(double value, OptionalDouble to) {
        return to.isPresent() ? String.format(Locale.ROOT, "%.3g", value / to.getAsDouble()) : "";
    }

    private OptionalDouble best(String engine) {
        return greatest(it -> it.cell.engine().equals(engine));
    }

    /** Jet's own such variant if it has one: what is not fused is compared with what is not. */
    private OptionalDouble peer(String variant) {
        OptionalDouble same = greatest(
                it -> it.cell.engine().equals(PEER) && it.cell.variant().equals(variant));
        return same.isPresent() ? same : best(PEER);
    }

    private OptionalDouble greatest(Predicate<Row> which) {
        return rows.stream().filter(which).mapToDouble(Row::perSecond).max();
    }

    private OptionalDouble leastCpu() {
        return rows.stream()
                .filter(it -> it.cell.engine().equals(LIMIT))
                .mapToDouble(it -> it.median.cpuNanosEach())
                .min();
    }

    private record Row(Cell cell, Repetition median, List<Repetition> all) {

        double perSecond() {
            return median.perSecond();
        }
    }
}
