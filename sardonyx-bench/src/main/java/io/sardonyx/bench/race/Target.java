package io.sardonyx.bench.race;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * What a figure of our own engine must reach and would like to.
 *
 * @param must and aim: the least, or where {@code fewer} is better the most
 */
record Target(String what, boolean fewer, double must, double aim, double reached) {

    private static final String OWN = "sardonyx";
    private static final String PEER = "jet";

    private static final long LOW_RATE = 10_000;
    private static final long HIGH_RATE = 100_000;
    private static final double LOW_RATE_CORES = 0.4;

    /** A latency of one engine at one rate, with what it cost. */
    record Latency(String engine, long perSecond, double cores, double tailMillis) {}

    static List<Target> ofRates(RateTable table) {
        var targets = new ArrayList<Target>();
        add(targets, "batch size 1, times Jet", 2, 4, table.ofPeer("batch-size-1"));
        add(targets, "segment roots, times Jet", 3, 4, table.ofPeer("segment-roots"));
        return targets;
    }

    private static void add(List<Target> targets, String what, double must, double aim, OptionalDouble reached) {
        reached.ifPresent(it -> targets.add(new Target(what, false, must, aim, it)));
    }

    static List<Target> ofLatencies(List<Latency> medians) {
        var targets = new ArrayList<Target>();
        OptionalDouble peerCores = cores(medians, PEER);
        OptionalDouble ownCores = cores(medians, OWN);
        if (peerCores.isPresent() && ownCores.isPresent()) {
            double must = peerCores.getAsDouble();
            targets.add(
                    new Target("cores at 10,000/s, Jet's at most", true, must, LOW_RATE_CORES, ownCores.getAsDouble()));
        }
        medians.stream()
                .filter(it -> it.engine.equals(OWN) && it.perSecond == HIGH_RATE)
                .forEach(it -> targets.add(new Target("p99.9 at 100,000/s, ms", true, 3, 2, it.tailMillis)));
        return targets;
    }

    private static OptionalDouble cores(List<Latency> medians, String engine) {
        return medians.stream()
                .filter(it -> it.engine.equals(engine) && it.perSecond == LOW_RATE)
                .mapToDouble(Latency::cores)
                .min();
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
        return String.format(Locale.ROOT, "| %s | %.2f | %.2f | %.2f | %s |%n", what, must, aim, reached, verdict);
    }

    private boolean isWithin(double bound) {
        return fewer ? reached <= bound : reached >= bound;
    }
}
