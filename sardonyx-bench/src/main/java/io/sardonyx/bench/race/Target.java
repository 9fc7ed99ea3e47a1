package io.sardonyx.bench.race;

import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a figure of our own engine must reach and would like to.
 *
 * @param must and aim: the least, or where {@code fewer} is better the most
 * @param aim {@link #NONE} when it is enough to reach what it must
 */
record Target(String what, boolean fewer, double must, double aim, double reached) {

    static final double NONE = Double.NaN;

    private static final String OWN = "sardonyx";
    private static final String PEER = "jet";
    private static final String OTHER_PEER = "flink";
    private static final String PLAIN = "unfused";

    private static final long LOW_RATE = 10_000;
    private static final long HIGH_RATE = 100_000;
    private static final double LOW_RATE_CORES = 0.4;
    private static final double LONGER_WITH_CHECKPOINTS = 1.5;
    private static final double HEAP_BYTES = 64;
    private static final double TURN_MILLIS = 10;

    /** A latency of one cell at one rate, with what it cost. */
    record Latency(
            String engine,
            String variant,
            long perSecond,
            double cores,
            double p50Millis,
            double p99Millis,
            double tailMillis) {}

    /**
     * What state of many keys takes, and how long the turns of a task last.
     *
     * @param heapBytes a key
     */
    record ManyKeys(
            Cell cell,
            double keys,
            double heapBytes,
            double turnP50Millis,
            double turnP99Millis,
            double longestTurnMillis) {}

    static List<Target> ofRates(Workload workload, RateTable table) {
        var targets = new ArrayList<Target>();
        String once = Trial.EXACTLY_ONCE;
        switch (workload) {
            case W1 -> {
                least(targets, "exactly once, times without checkpoints", 0.95, table.times(once, OWN, PLAIN));
                least(targets, "exactly once, times Jet", 8, table.times(once, PEER, once));
            }
            case W2 -> {
                least(targets, "counts in state, times without", 0.9, table.times(once, OWN, PLAIN));
                least(targets, "counts in state, times Jet", 3, table.times(once, PEER, once));
                String combined = once + Trial.COMBINED;
                least(targets, "combined, times Jet in two stages", 3, table.times(combined, PEER, "two-stage"));
            }
            case W4 -> {
                add(targets, "batch size 1, times Jet", 2, 4, table.ofPeer("batch-size-1"));
                add(targets, "segment roots, times Jet", 3, 4, table.ofPeer("segment-roots"));
            }
            case W7 ->
                least(
                        targets,
                        "combined, times Jet in two stages",
                        2,
                        table.times("tcp" + Trial.COMBINED, PEER, "2members-two-stage"));
            case W10 -> {
                least(targets, "exactly once, times Jet", 3, table.times(once, PEER, once));
                least(targets, "exactly once, times Flink on the heap", 3, table.times(once, OTHER_PEER, once));
            }
            default -> {}
        }
        return targets;
    }

    private static void least(List<Target> targets, String what, double must, OptionalDouble reached) {
        add(targets, what, must, NONE, reached);
    }

    private static void add(List<Target> targets, String what, double must, double aim, OptionalDouble reached) {
        reached.ifPresent(it -> targets.add(new Target(what, false, must, aim, it)));
    }

    static List<Target> ofManyKeys(List<ManyKeys> medians) {
        return medians.stream()
                .filter(it -> it.cell.engine().equals(OWN))
                .flatMap(it -> Stream.of(
                        new Target("heap bytes a key", true, HEAP_BYTES, NONE, it.heapBytes),
                        new Target("p99 of turns, ms", true, TURN_MILLIS, NONE, it.turnP99Millis)))
                .toList();
    }

    static List<Target> ofLatencies(List<Latency> medians) {
        var targets = new ArrayList<Target>();
        find(medians, OWN, PLAIN, LOW_RATE)
                .ifPresent(own -> find(medians, PEER, PLAIN, LOW_RATE)
                        .ifPresent(peer -> targets.add(new Target(
                                "cores at 10,000/s, Jet's at most", true, peer.cores, LOW_RATE_CORES, own.cores))));
        Optional<Latency> plain = find(medians, OWN, PLAIN, HIGH_RATE);
        plain.ifPresent(it -> targets.add(new Target("p99.9 at 100,000/s, ms", true, 3, 2, it.tailMillis)));
        find(medians, OWN, Trial.EXACTLY_ONCE, HIGH_RATE).ifPresent(own -> {
            plain.ifPresent(it -> compare(targets, "without checkpoints", LONGER_WITH_CHECKPOINTS, own, it));
            find(medians, PEER, Trial.EXACTLY_ONCE, HIGH_RATE).ifPresent(it -> compare(targets, "Jet", 1, own, it));
        });
        return targets;
    }

    private static Optional<Latency> find(List<Latency> medians, String engine, String variant, long perSecond) {
        return medians.stream()
                .filter(it -> it.engine.equals(engine) && it.variant.equals(variant) && it.perSecond == perSecond)
                .findFirst();
    }

    private static void compare(List<Target> targets, String with, double must, Latency own, Latency other) {
        String what = " at 100,000/s exactly once, times " + with;
        targets.add(new Target("p50" + what, true, must, NONE, own.p50Millis / other.p50Millis));
        targets.add(new Target("p99" + what, true, must, NONE, own.p99Millis / other.p99Millis));
    }

    /** A table of them below another; nothing when there is none. */
    static String rows(List<Target> targets) {
        return targets.isEmpty()
                ? ""
                : "\n| target | must | aim | reached | |\n|---|---:|---:|---:|---|\n"
                        + targets.stream().map(Target::row).collect(Collectors.joining());
    }

    private String row() {
        String verdict = isWithin(aim) ? "the aim" : isWithin(must) ? "yes" : "no";
        String wished = Double.isNaN(aim) ? "" : String.format(Locale.ROOT, "%.2f", aim);
        return String.format(Locale.ROOT, "| %s | %.2f | %s | %.2f | %s |%n", what, must, wished, reached, verdict);
    }

    private boolean isWithin(double bound) {
        return fewer ? reached <= bound : reached >= bound;
    }
}
