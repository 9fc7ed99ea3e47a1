package io.sardonyx.bench;

import io.sardonyx.bench.Lap.Pace;
import io.sardonyx.bench.LogTrial.Figures;
import io.sardonyx.bench.MixedHistory.Size;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/**
 * Whether reading a log keeps up with appending to it: on ZooKeeper, in a process of its own, in files and in memory.
 *
 * <p>Prints medians of rates. CPU is that of this process, all threads, so ZooKeeper's own is not in it; it is the
 * mean, since the meter ticks coarsely.
 */
public final class LogBenchmarks {

    private static final long SEED = 42;
    private static final int LENGTH = 10_000;
    private static final int PER_CALL = 64;
    private static final int WARM_UPS = 2;
    private static final int RUNS = 5;

    private LogBenchmarks() {}

    public static void main(String[] args) throws Exception {
        System.out.printf(
                Locale.ROOT,
                "Java %s, ZooKeeper %s, %d cores, load %.2f, seed %d, median of %d after %d%n",
                Runtime.version(),
                ZooKeeperProcess.version(),
                Runtime.getRuntime().availableProcessors(),
                Lap.load(),
                SEED,
                RUNS,
                WARM_UPS);
        List<StoredHistory> histories =
                List.of(history(new Size(10, 40, 2)), history(new Size(1_000, 4_000, 0)), history(MixedHistory.LARGE));
        Path directory = Files.createTempDirectory("sardonyx-bench");
        try (var server = ZooKeeperProcess.start()) {
            for (StoredHistory history : histories) {
                trials("memory", history, number -> "memory:" + history.name() + " " + number);
                trials("file", history, number -> "file:" + directory.resolve(history.name() + " " + number));
                int first = 1000 * histories.indexOf(history);
                trials("zookeeper", history, number -> server.address(first + number));
            }
        } finally {
            delete(directory);
        }
        System.out.printf(Locale.ROOT, "load %.2f%n", Lap.load());
    }

    private static StoredHistory history(Size size) {
        String name = size.groups() + " groups, " + size.peers() + " peers, " + size.jobs() + " jobs";
        var life = MixedHistory.of(SEED, LENGTH, size);
        var history = StoredHistory.of(name, life, PER_CALL);
        int count = history.lifeSize();
        List<byte[]> stored = history.life().stream().flatMap(List::stream).toList();
        System.out.printf(
                Locale.ROOT,
                "%s: %,d entries of %.0f bytes; CPU each: encode %.1f µs, decode %.1f µs, fold %.1f µs%n",
                name,
                count,
                history.meanBytes(),
                micros(count, () -> life.entries().forEach(StoredHistory::encoded)),
                micros(count, () -> stored.forEach(it -> EntryCodec.decode(0, it))),
                micros(count, () -> fold(life.grown(), life.entries())));
        return history;
    }

    private static double micros(int count, Runnable work) {
        return Measured.medianCpuMillis(3, 5, work) * 1e3 / count;
    }

    private static void fold(Replica from, List<Entry<Replica>> entries) {
        Replica replica = from;
        for (Entry<Replica> entry : entries) {
            replica = replica.change(entry).after();
        }
    }

    private static void trials(String store, StoredHistory history, IntFunction<String> addresses) throws Exception {
        var trial = new LogTrial(history);
        var found = new ArrayList<Figures>();
        for (int run = 0; run < WARM_UPS + RUNS; run++) {
            Figures figures = trial.run(addresses.apply(2 * run), addresses.apply(2 * run + 1));
            if (run >= WARM_UPS) {
                found.add(figures);
            }
        }
        System.out.printf(Locale.ROOT, "%n%s, %s (load %.2f)%n", store, history.name(), Lap.load());
        line("append", found, Figures::appended);
        line("read", found, Figures::read);
        line("follow", found, Figures::followed);
        line("append while followed", found, Figures::appendedWhileFollowed);
        System.out.printf(
                Locale.ROOT,
                "  then behind by %,.0f entries, at the end after %.1f ms%n",
                median(found, Figures::lag),
                median(found, Figures::lateMillis));
    }

    private static void line(String what, List<Figures> found, Function<Figures, Pace> pace) {
        double[] rates = sorted(found, it -> pace.apply(it).perSecond());
        System.out.printf(
                Locale.ROOT,
                "  %-22s %,10.0f entries/s (%,.0f to %,.0f), %.1f µs CPU each, %.2f of append%n",
                what,
                rates[rates.length / 2],
                rates[0],
                rates[rates.length - 1],
                found.stream()
                        .mapToDouble(it -> pace.apply(it).cpuMicros())
                        .average()
                        .orElseThrow(),
                rates[rates.length / 2] / median(found, it -> it.appended().perSecond()));
    }

    private static double median(List<Figures> found, ToDoubleFunction<Figures> figure) {
        return sorted(found, figure)[found.size() / 2];
    }

    private static double[] sorted(List<Figures> found, ToDoubleFunction<Figures> figure) {
        return found.stream().mapToDouble(figure).sorted().toArray();
    }

    private static void delete(Path directory) throws IOException {
        try (var paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
