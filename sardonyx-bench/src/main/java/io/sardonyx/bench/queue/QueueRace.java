package io.sardonyx.bench.queue;

import io.sardonyx.bench.race.Machine;
import io.sardonyx.bench.work.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Starts brokers and contenders, lets them take turns, and checks what comes out: a wrong result is no result. */
final class QueueRace {

    static final int WORKER_HEAP_MIB = 96;
    static final int BROKER_HEAP_MIB = 256;

    private static final int CHAIN_PEERS = 4;
    private static final int ATTEMPTS = 3;
    private static final List<String> CELL_FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC");
    private static final List<String> WORKER_FLAGS = List.of("-Xmx" + WORKER_HEAP_MIB + "m", "-XX:+UseSerialGC");
    private static final List<String> BROKER_FLAGS = List.of("-Xmx" + BROKER_HEAP_MIB + "m", "-XX:+UseSerialGC");

    /** As Kafka's own script starts it. */
    private static final List<String> KAFKA_FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC");

    private final Map<QueueTrial, Tally> known = new HashMap<>();
    private final List<QueueMeasurement> found = new ArrayList<>();

    /** A measurement, and the most that was resident of the two processes. */
    record Footprint(QueueMeasurement measured, long workerMebibytes, long brokerMebibytes) {}

    /** What is done with the contenders at one broker. */
    @FunctionalInterface
    interface Beside {
        void with(Turns turns) throws Exception;
    }

    /** A contender, and the broker that it uses. */
    private record Cell(ServerProcess process, ServerProcess broker) {}

    /** Contenders, and their brokers. */
    final class Turns {

        private final Map<String, Cell> cells;

        private Turns(Map<String, Cell> cells) {
            this.cells = cells;
        }

        void warmUp(int rounds) throws IOException {
            for (int i = 0; i < rounds; i++) {
                alternate(QueueTrial.fast(1L << (19 + Math.min(i, 1))), 1);
            }
        }

        /** Lets all do a trial by turns, Kafka and a coordinated cluster only what is as fast as it goes. */
        List<QueueMeasurement> alternate(QueueTrial trial, int rounds) throws IOException {
            var measured = new ArrayList<QueueMeasurement>();
            for (int i = 0; i < rounds; i++) {
                for (var cell : cells.entrySet()) {
                    if (trial.perSecond() == 0 || !QueueBenchmarks.ONLY_FAST.contains(cell.getKey())) {
                        Cell at = cell.getValue();
                        measured.add(measure(cell.getKey(), trial, at.process(), at.broker()));
                    }
                }
            }
            return measured;
        }
    }

    List<QueueMeasurement> found() {
        return found;
    }

    void beside(QueueWish wish, Beside action) throws Exception {
        Path directory = Files.createTempDirectory("sardonyx-bench-broker");
        var cells = new LinkedHashMap<String, Cell>();
        try (ServerProcess broker = ServerProcess.broker(BROKER_FLAGS, directory)) {
            String address = broker.address();
            for (String who : List.of(QueueBenchmarks.OWN, QueueBenchmarks.COORDINATED, QueueBenchmarks.BY_HAND)) {
                cells.put(who, new Cell(ServerProcess.cell(CELL_FLAGS, who, address, CHAIN_PEERS), broker));
            }
            if (wish.former() != null) {
                ServerProcess former =
                        ServerProcess.cell(wish.former(), CELL_FLAGS, QueueBenchmarks.OWN, address, CHAIN_PEERS);
                cells.put(QueueBenchmarks.FORMER, new Cell(former, broker));
            }
            if (wish.kafka()) {
                besideKafka(cells, action);
            } else {
                action.with(new Turns(cells));
            }
        } finally {
            cells.values().forEach(cell -> cell.process().close());
            delete(directory);
        }
    }

    private void besideKafka(Map<String, Cell> cells, Beside action) throws Exception {
        Path directory = Files.createTempDirectory("sardonyx-bench-kafka");
        try (ServerProcess broker = ServerProcess.kafka(KAFKA_FLAGS, directory)) {
            String address = broker.address();
            ServerProcess cell = ServerProcess.cell(CELL_FLAGS, QueueBenchmarks.KAFKA, address, CHAIN_PEERS);
            cells.put(QueueBenchmarks.KAFKA, new Cell(cell, broker));
            action.with(new Turns(cells));
            cells.remove(QueueBenchmarks.KAFKA);
            cell.close();
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

    /** Measures a trial; one in which connections were lost, because the machine was too busy, is repeated. */
    private QueueMeasurement measure(String who, QueueTrial trial, ServerProcess cell, ServerProcess broker)
            throws IOException {
        QueueMeasurement measured = attempt(who, trial, cell, broker);
        for (int i = 1; i < ATTEMPTS && measured.answer().redelivered() > 0; i++) {
            System.err.println(who + ", " + trial.line() + ": a connection was lost, so it is repeated");
            measured = attempt(who, trial, cell, broker);
        }
        System.err.println(measured);
        check(who, trial, measured.answer());
        found.add(measured);
        return measured;
    }

    private static QueueMeasurement attempt(String who, QueueTrial trial, ServerProcess cell, ServerProcess broker)
            throws IOException {
        Machine before = Machine.now();
        long began = System.nanoTime();
        long cellBefore = cell.cpuNanos();
        long brokerBefore = broker.cpuNanos();
        QueueAnswer answer = cell.run(trial);
        return new QueueMeasurement(
                who,
                trial,
                answer,
                System.nanoTime() - began,
                cell.cpuNanos() - cellBefore,
                broker.cpuNanos() - brokerBefore,
                Machine.now().since(before).othersNanos());
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
