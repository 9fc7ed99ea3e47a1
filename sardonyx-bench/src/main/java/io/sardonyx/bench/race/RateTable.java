package io.sardonyx.bench.race;

import io.sardonyx.bench.work.Trial;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Rates of one workload, the fastest first, beside the best limit and beside Jet: its like of it, and its best. */
final class RateTable {

    private static final String OWN = "sardonyx";
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
                /s | of limit | of jet | of jet's best | CPU ns each | CPU of limit | cores | others' | all (others) |
                |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---|
                """
                + rows.stream().map(this::line).collect(Collectors.joining());
    }

    private String line(Row row) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.3f | %s | %s | %s | %,.1f | %s | %.2f | %.2f | %s |%n",
                row.cell.engine(),
                row.cell.variant(),
                row.perSecond() / 1e6,
                ratio(row.perSecond(), best(LIMIT)),
                ratio(row.perSecond(), peer(row.cell.variant())),
                ratio(row.perSecond(), best(PEER)),
                row.median.cpuNanosEach(),
                ratio(row.median.cpuNanosEach(), leastCpu()),
                row.median.ownCores(),
                row.median.othersCores(),
                row.all.stream().map(RateTable::brief).collect(Collectors.joining(" ")));
    }

    /** How many times as fast as Jet's like of it our own variant is, if both were measured. */
    OptionalDouble ofPeer(String variant) {
        OptionalDouble own = of(OWN, variant);
        OptionalDouble peer = peer(variant);
        return own.isPresent() && peer.isPresent()
                ? OptionalDouble.of(own.getAsDouble() / peer.getAsDouble())
                : OptionalDouble.empty();
    }

    /** How many times as fast as another cell our own variant is, if both were measured. */
    OptionalDouble times(String variant, String engine, String other) {
        OptionalDouble own = of(OWN, variant);
        OptionalDouble others = of(engine, other);
        return own.isPresent() && others.isPresent()
                ? OptionalDouble.of(own.getAsDouble() / others.getAsDouble())
                : OptionalDouble.empty();
    }

    private OptionalDouble of(String engine, String variant) {
        return greatest(
                it -> it.cell.engine().equals(engine) && it.cell.variant().equals(variant));
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

    /** Jet's own such variant if it has one, else its best with as many of each task, else its best. */
    private OptionalDouble peer(String variant) {
        OptionalDouble same = of(PEER, variant);
        OptionalDouble alike = greatest(it ->
                it.cell.engine().equals(PEER) && Trial.parallelism(it.cell.variant()) == Trial.parallelism(variant));
        return same.isPresent() ? same : alike.isPresent() ? alike : best(PEER);
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
