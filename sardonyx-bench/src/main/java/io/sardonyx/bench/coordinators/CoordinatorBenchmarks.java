package io.sardonyx.bench.coordinators;

import io.sardonyx.bench.coordinators.TakeOvers.TakeOver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The figures of a coordinated cluster, each beside what it must reach and what it aims at. */
public final class CoordinatorBenchmarks {

    private static final String USAGE = """
            usage: coordinators [--quick] [late|many|offers|killed|told]…
              late    a coordinator that takes the lease with 100,000 events still to read
              many    1,000 peers and 100 jobs of 5 tasks on a store in memory, until all peers are active
              offers  from an offer to the first segment, stores in memory and in files
              killed  SIGKILL of the leader on ZooKeeper while a queued job runs, 20 times
              told    SIGTERM of the leader, likewise
            All of them without a name. --quick is enough to see that each works: fewer repetitions, the same sizes.""";

    private static final List<String> ALL = List.of("late", "many", "offers", "killed", "told");
    private static final int EVENTS = 100_000;
    private static final int PEERS = 1_000;
    private static final int WARM_UPS = 5;

    private final boolean quick;
    private final Path directory;

    private CoordinatorBenchmarks(boolean quick, Path directory) {
        this.quick = quick;
        this.directory = directory;
    }

    public static void main(String[] args) throws Exception {
        var wanted = new ArrayList<>(List.of(args));
        if (wanted.remove("--help")) {
            System.out.println(USAGE);
            return;
        }
        boolean quick = wanted.remove("--quick");
        if (!ALL.containsAll(wanted)) {
            wanted.removeAll(ALL);
            System.err.println("unknown: " + String.join(" ", wanted));
            System.err.println(USAGE);
            System.exit(2);
            return;
        }
        System.out.printf(
                "Java %s, %d cores%s%n%n| what | measured | must | aim |%n|---|---|---|---|%n",
                Runtime.version(), Runtime.getRuntime().availableProcessors(), quick ? ", quick" : "");
        Path directory = Files.createTempDirectory("sardonyx-coordinators");
        try {
            var benchmarks = new CoordinatorBenchmarks(quick, directory);
            for (String part : wanted.isEmpty() ? ALL : wanted) {
                benchmarks.run(part);
            }
        } finally {
            delete(directory);
        }
        System.exit(0);
    }

    private void run(String part) throws Exception {
        switch (part) {
            case "late" -> late();
            case "many" -> many();
            case "offers" -> {
                offers("memory", "memory:offers");
                offers("files", "file:" + directory.resolve("offers"));
            }
            case "killed" -> takeOvers("SIGKILL of the leader", Program::kill, "session + 1 s", "session + 0.3 s");
            default -> takeOvers("SIGTERM of the leader", Program::terminate, "1 s", "0.2 s");
        }
    }

    private void late() {
        var history = new LateStandBy(EVENTS);
        for (String store : List.of("memory:late", "file:" + directory.resolve("late"))) {
            LateStandBy.Found found = history.run(store);
            row(
                    String.format(Locale.ROOT, "stand-by behind %,d events, %s", EVENTS, store.split(":", 2)[0]),
                    String.format(Locale.ROOT, "first event %.2f s after the lease", found.seconds()),
                    "2 s",
                    "1 s");
            row(
                    "its roster",
                    String.format(
                            Locale.ROOT,
                            "%.1f MB on the heap, %.2f MB as JSON",
                            found.rosterMegabytes(),
                            found.originMegabytes()),
                    "20 MB",
                    "");
        }
    }

    private void many() {
        try (var peers = new ManyPeers(PEERS)) {
            ManyPeers.Found found = peers.run();
            row(
                    String.format(
                            Locale.ROOT, "%,d peers, %d jobs of 5 tasks, until all are active", PEERS, ManyPeers.JOBS),
                    String.format(
                            Locale.ROOT, "%.2f s, %.2f of it submitting", found.seconds(), found.submittingSeconds()),
                    "5 s",
                    "2 s");
            row("events per place", String.format(Locale.ROOT, "%.2f", found.eventsPerPlace()), "3", "");
            row(
                    "the leader's CPU per event",
                    String.format(Locale.ROOT, "%.3f ms", found.cpuMillisPerEvent()),
                    "0.5 ms",
                    "");
        }
    }

    private void offers(String name, String store) throws Exception {
        try (var batches = new FirstBatches(store)) {
            batches.millis(WARM_UPS);
            double[] found = batches.millis(quick ? 10 : 50);
            Arrays.sort(found);
            row(
                    "offer to first batch, idle peer, content known, store in " + name,
                    String.format(
                            Locale.ROOT,
                            "median %.1f ms, worst of %d %.1f ms",
                            found[found.length / 2],
                            found.length,
                            found[found.length - 1]),
                    "50 ms",
                    "10 ms");
        }
    }

    private void takeOvers(String what, Consumer<Program> how, String must, String aim) throws Exception {
        var all = new ArrayList<TakeOver>();
        try (var cluster = new TakeOvers(Files.createTempDirectory(directory, "broker"))) {
            for (int i = 0; i < (quick ? 3 : 20); i++) {
                all.add(cluster.next(how));
            }
        }
        row(
                String.format(
                        Locale.ROOT, "%s, session %d s, until the first event", what, TakeOvers.SESSION_MILLIS / 1_000),
                String.format(
                        Locale.ROOT, "worst %.2f s of %s", most(all, TakeOver::seconds), each(all, TakeOver::seconds)),
                must,
                aim);
        row(
                String.format(Locale.ROOT, "throughput meanwhile of that before, %,d segments/s", TakeOvers.PER_SECOND),
                String.format(
                        Locale.ROOT,
                        "least %.2f of %s; in the worst second %.2f",
                        -most(all, it -> -it.mean()),
                        each(all, TakeOver::mean),
                        -most(all, it -> -it.least())),
                "0.9",
                "");
    }

    private static double most(List<TakeOver> all, ToDoubleFunction<TakeOver> figure) {
        return all.stream().mapToDouble(figure).max().orElseThrow();
    }

    private static String each(List<TakeOver> all, ToDoubleFunction<TakeOver> figure) {
        return all.stream()
                .map(it -> String.format(Locale.ROOT, "%.2f", figure.applyAsDouble(it)))
                .collect(Collectors.joining(", "));
    }

    private static void row(String what, String measured, String must, String aim) {
        System.out.printf("| %s | %s | %s | %s |%n", what, measured, must, aim);
    }

    private static void delete(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
