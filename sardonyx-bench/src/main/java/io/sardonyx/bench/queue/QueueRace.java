package io.sardonyx.bench.queue;

import io.sardonyx.bench.race.Machine;
import io.sardonyx.bench.work.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Starts brokers and contenders, lets them take turns, and checks what comes out: a wrong result is no result. */
final class QueueRace {

    static final int WORKER_HEAP_MIB = 96;
    static final int BROKER_HEAP_MIB = 256;

    private static final int CHAIN_PEERS = 4;
    private static final List<String> CELL_FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC");
    private static final List<String> WORKER_FLAGS = List.of("-Xmx" + WORKER_HEAP_MIB + "m", "-XX:+UseSerialGC");
    private static final List<String> BROKER_FLAGS = List.of("-Xmx" + BROKER_HEAP_MIB + "m", "-XX:+UseSerialGC");

    private final Map<QueueTrial, Tally> known = new HashMap<>();
    private final List<QueueMeasurement> found = new ArrayList<>();

    /** A measurement, and the most that was resident of the two processes. */
    record Footprint(QueueMeasurement measured, long workerMebibytes, long brokerMebibytes) {}

    /** What is done with both contenders at one broker. */
    @FunctionalInterface
    interface Beside {
        void with(Turns turns) throws Exception;
    }

    /** Two contenders at one broker. */
    final class Turns {

        private final ServerProcess broker;
        private final Map<String, ServerProcess> cells;

        private Turns(ServerProcess broker, Map<String, ServerProcess> cells) {
            this.broker = broker;
            this.cells = cells;
        }

        void warmUp(int rounds) throws IOException {
            for (int i = 0; i < rounds; i++) {
                alternate(QueueTrial.fast(1L << (19 + Math.min(i, 1))), 1);
            }
        }

        /** Lets both do a trial by turns. */
        List<QueueMeasurement> alternate(QueueTrial trial, int rounds) throws IOException {
            var measured = new ArrayList<QueueMeasurement>();
            for (int i = 0; i < rounds; i++) {
                for (String who : List.of(QueueBenchmarks.OWN, QueueBenchmarks.BY_HAND)) {
                    ServerProcess cell = cells.get(who);
                    if (cell != null) {
                        measured.add(measure(who, trial, cell, broker));
                    }
                }
            }
            return measured;
        }
    }

    List<QueueMeasurement> found() {
        return found;
    }

    void beside(Beside action) throws Exception {
        Path directory = Files.createTempDirectory("sardonyx-bench-broker");
        try (ServerProcess broker = ServerProcess.broker(BROKER_FLAGS, directory)) {
            String address = broker.address();
            try (ServerProcess own = ServerProcess.cell(CELL_FLAGS, QueueBenchmarks.OWN, address, CHAIN_PEERS);
                    ServerProcess byHand =
                            ServerProcess.cell(CELL_FLAGS, QueueBenchmarks.BY_HAND, address, CHAIN_PEERS)) {
                action.with(new Turns(broker, Map.of(QueueBenchmarks.OWN, own, QueueBenchmarks.BY_HAND, byHand)));
            }
        } finally {
            delete(directory);
        }
    }

    /** Our engine with so many peers and a small heap, at a broker of its own. */
    Footprint alone(int peers, QueueTrial trial) throws IOException {
        Path directory = Files.createTempDirectory("sardonyx-bench-broker");
        try (ServerProcess broker = ServerProcess.broker(BROKER_FLAGS, directory)) {
            String address = broker.address();
            try (ServerProcess cell = ServerProcess.cell(WORKER_FLAGS, QueueBenchmarks.OWN, address, peers)) {
                QueueMeasurement measured = measure(QueueBenchmarks.OWN, trial, cell, broker);
                return new Footprint(measured, cell.peakMebibytes(), broker.peakMebibytes());
            }
        } finally {
            delete(directory);
        }
    }

    private QueueMeasurement measure(String who, QueueTrial trial, ServerProcess cell, ServerProcess broker)
            throws IOException {
        Machine before = Machine.now();
        long cellBefore = cell.cpuNanos();
        long brokerBefore = broker.cpuNanos();
        QueueAnswer answer = cell.run(trial);
        long brokerNanos = broker.cpuNanos() - brokerBefore;
        long cellNanos = cell.cpuNanos() - cellBefore;
        Machine used = Machine.now().since(before);
        check(who, trial, answer);
        var measured = new QueueMeasurement(who, trial, answer, cellNanos, brokerNanos, used.othersNanos());
        System.err.printf(
                "%s, %s: %.2f M/s, CPU %.0f + %.0f ns, p50 %d us, whole %.2f s, others' %.2f, %s%n",
                who,
                trial.line(),
                measured.perSecond() / 1e6,
                measured.cpuNanosEach(),
                measured.brokerNanosEach(),
                answer.p50() / 1000,
                answer.wholeNanos() / 1e9,
                measured.othersCores(),
                answer.remark());
        found.add(measured);
        return measured;
    }

    private void check(String who, QueueTrial trial, QueueAnswer answer) {
        Tally expected = known.computeIfAbsent(trial, QueueTrial::expected);
        if (answer.count() != expected.count() || answer.digest() != expected.digest()) {
            throw new IllegalStateException(String.format(
                    "%s, %s: expected %d with digest %x, but %d with digest %x came out",
                    who, trial, expected.count(), expected.digest(), answer.count(), answer.digest()));
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
