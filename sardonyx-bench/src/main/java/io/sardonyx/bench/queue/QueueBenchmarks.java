package io.sardonyx.bench.queue;

import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Queued delivery over a broker in a process of its own, beside the same chain by hand: a table for each part. */
public final class QueueBenchmarks {

    static final String OWN = "sardonyx";
    static final String BY_HAND = "by-hand";
    static final String FORMER = "former";
    static final String KAFKA = "kafka-streams";
    static final String COORDINATED = "coordinated";
    /** Who takes part in W14 alone. */
    static final Set<String> ONLY_FAST = Set.of(KAFKA, COORDINATED);

    private static final long[] RATES = {1_000, 10_000};

    private final QueueWish wish;
    private final QueueRace race;

    private QueueBenchmarks(QueueWish wish) {
        this.wish = wish;
        this.race = new QueueRace();
    }

    public static void main(String[] args) throws Exception {
        List<String> arguments = List.of(args);
        if (arguments.contains("--help")) {
            System.out.println(QueueWish.USAGE);
            return;
        }
        QueueWish wish;
        try {
            wish = QueueWish.of(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(QueueWish.USAGE);
            System.exit(2);
            return;
        }
        new QueueBenchmarks(wish).run();
        System.exit(0);
    }

    private void run() throws Exception {
        System.out.printf(
                "Java %s, %d cores%s%n",
                Runtime.version(), Runtime.getRuntime().availableProcessors(), wish.quick() ? ", quick" : "");
        if (wish.only().contains("w14") || wish.only().contains("w15")) {
            race.beside(wish, this::beside);
        }
        if (wish.only().contains("w16")) {
            few();
        }
        if (wish.only().contains("pressure")) {
            pressure();
        }
        Path json = wish.json();
        if (json != null) {
            write(json);
        }
    }

    /** W14 and W15, in the same processes. */
    private void beside(QueueRace.Turns turns) throws Exception {
        int rounds = wish.quick() ? 3 : 5;
        turns.warmUp(rounds);
        if (wish.only().contains("w14")) {
            throughput(turns.alternate(QueueTrial.fast(wish.quick() ? 1 << 20 : 1 << 21), rounds));
        }
        if (wish.only().contains("w15")) {
            latency(turns, rounds);
        }
    }

    private static void throughput(List<QueueMeasurement> found) {
        System.out.print("""

                ### W14: W1's four tasks over three durable queues

                Like for like: the same segments, codec and messages of 256, transactions of at most 64 messages, one
                broker for both, whose processes take turns. Medians, and each round in brackets.

                | who | M/s | CPU ns each: its own | the broker's | cores | others' |
                |---|---:|---:|---:|---:|---:|
                """);
        System.out.print(rows(found, QueueBenchmarks::rateRow));
        System.out.printf(
                "%n%s of by hand: %s (must 0.75, aim 0.9); in CPU of both processes %s.%n",
                OWN,
                ratios(found, OWN, BY_HAND, QueueMeasurement::perSecond),
                ratios(found, OWN, BY_HAND, it -> 1 / it.bothNanosEach()));
        System.out.printf(
                "%nW17: %s of %s, which is planned: %s (must 0.95, aim 0.98); in CPU of both processes %s.%n",
                COORDINATED,
                OWN,
                ratios(found, COORDINATED, OWN, QueueMeasurement::perSecond),
                ratios(found, COORDINATED, OWN, it -> 1 / it.bothNanosEach()));
        if (found.stream().anyMatch(it -> it.who().equals(KAFKA))) {
            System.out.printf(
                    "%n%s of %s: %s (must 2, aim 5); in CPU of both processes %s.%n",
                    OWN,
                    KAFKA,
                    ratios(found, OWN, KAFKA, QueueMeasurement::perSecond),
                    ratios(found, OWN, KAFKA, it -> 1 / it.bothNanosEach()));
        }
    }

    private void latency(QueueRace.Turns turns, int rounds) throws IOException {
        System.out.print("""

                ### W15: latency over three queues

                Like for like: as W14, µs late after an event was due. Medians, and each round in brackets.

                | per second | who | p50 | p99 | cores | others' |
                |---:|---|---:|---:|---:|---:|
                """);
        var ratios = new StringBuilder();
        for (long rate : RATES) {
            turns.alternate(QueueTrial.paced(rate, 1), 1);
            List<QueueMeasurement> found = turns.alternate(QueueTrial.paced(rate, wish.quick() ? 3 : 6), rounds);
            System.out.print(rows(found, QueueBenchmarks::latencyRow));
            ratios.append(String.format(
                    Locale.ROOT,
                    "%nAt %,d a second p50 is %s of by hand (must 1.5, aim 1.2).%n",
                    rate,
                    ratios(found, OWN, BY_HAND, it -> it.answer().p50())));
        }
        System.out.print(ratios);
    }

    private static String rows(List<QueueMeasurement> all, BiFunction<String, List<QueueMeasurement>, String> row) {
        return all.stream()
                .map(QueueMeasurement::who)
                .distinct()
                .map(who -> row.apply(who, of(who, all)))
                .collect(Collectors.joining());
    }

    private static String rateRow(String who, List<QueueMeasurement> own) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %.2f | %.2f |%n",
                who,
                figure("%.2f", own, it -> it.perSecond() / 1e6),
                figure("%.0f", own, QueueMeasurement::cpuNanosEach),
                figure("%.0f", own, QueueMeasurement::brokerNanosEach),
                QueueMeasurement.median(own, QueueMeasurement::cores),
                QueueMeasurement.median(own, QueueMeasurement::othersCores));
    }

    private static String latencyRow(String who, List<QueueMeasurement> own) {
        return String.format(
                Locale.ROOT,
                "| %,d | %s | %s | %s | %.2f | %.2f |%n",
                own.get(0).trial().perSecond(),
                who,
                figure("%.0f", own, it -> it.answer().p50() / 1e3),
                figure("%.0f", own, it -> it.answer().p99() / 1e3),
                QueueMeasurement.median(own, QueueMeasurement::cores),
                QueueMeasurement.median(own, QueueMeasurement::othersCores));
    }

    private static List<QueueMeasurement> of(String who, List<QueueMeasurement> all) {
        return all.stream().filter(it -> it.who().equals(who)).toList();
    }

    private static String figure(
            String format, List<QueueMeasurement> all, ToDoubleFunction<QueueMeasurement> measured) {
        Function<Double, String> text = value -> String.format(Locale.ROOT, format, value);
        List<String> each =
                all.stream().map(it -> text.apply(measured.applyAsDouble(it))).toList();
        return text.apply(QueueMeasurement.median(all, measured)) + " (" + String.join(", ", each) + ")";
    }

    /** What one had divided by what another one had in the same round. */
    private static String ratios(
            List<QueueMeasurement> all, String who, String other, ToDoubleFunction<QueueMeasurement> measured) {
        List<QueueMeasurement> own = of(who, all);
        List<QueueMeasurement> others = of(other, all);
        double[] ratios = new double[own.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = measured.applyAsDouble(own.get(i)) / measured.applyAsDouble(others.get(i));
        }
        List<String> each = Arrays.stream(ratios)
                .mapToObj(it -> String.format(Locale.ROOT, "%.2f", it))
                .toList();
        return String.format(Locale.ROOT, "%.2f (%s)", QueueMeasurement.median(ratios), String.join(", ", each));
    }

    /** W16. */
    private void few() throws Exception {
        long inputs = wish.quick() ? 2_000_000 : 10_000_000;
        System.out.print("""

                ### W16: one peer, three tasks

                Like for like: the same job of three tasks over two queues, submitted to one peer and to four of one
                process, a broker of its own for each; from the first input until the job was complete.

                | peers | segments | s | cores | worker's peak MiB | broker's peak MiB | others' |
                |---:|---:|---:|---:|---:|---:|---:|
                """);
        QueueTrial trial = QueueTrial.three(inputs, 0);
        QueueRace.Footprint one = fewRow(1, trial);
        QueueRace.Footprint four = fewRow(4, trial);
        long large = 4L * (wish.quick() ? QueueRace.WORKER_HEAP_MIB : QueueRace.BROKER_HEAP_MIB) << 20;
        fewRow(1, QueueTrial.three(large >> 10, 1 << 10));
        System.out.printf(
                Locale.ROOT,
                "%nOne peer took %.2f of the time of four (must 1.4, aim 1.2). The last row has segments of 1 KiB, "
                        + "%,d MiB; heaps are %d MiB for the worker and %d for the broker.%n",
                (double) one.measured().answer().wholeNanos()
                        / four.measured().answer().wholeNanos(),
                large >> 20,
                QueueRace.WORKER_HEAP_MIB,
                QueueRace.BROKER_HEAP_MIB);
    }

    private QueueRace.Footprint fewRow(int peers, QueueTrial trial) throws Exception {
        QueueRace.Footprint found = race.alone(peers, trial);
        QueueMeasurement measured = found.measured();
        System.out.printf(
                Locale.ROOT,
                "| %d | %,d | %.1f | %.2f | %d | %d | %.2f |%n",
                peers,
                trial.inputs(),
                measured.answer().wholeNanos() / 1e9,
                measured.cores(),
                found.workerMebibytes(),
                found.brokerMebibytes(),
                measured.othersCores());
        return found;
    }

    private void pressure() throws Exception {
        QueueTrial trial = QueueTrial.slow(4_000_000, 2);
        QueueAnswer answer = race.alone(4, trial).measured().answer();
        System.out.printf(
                Locale.ROOT,
                "%n### Back-pressure%n%nA last task that rests 2 ms after each batch, %,d segments: at most %,d"
                        + " messages of some %,d bytes waited for a task, %.0f MiB (limit 64).%n",
                trial.inputs(),
                answer.deepest(),
                QueueTrial.messageBytes(),
                (double) answer.deepest() * QueueTrial.messageBytes() / (1 << 20));
    }

    private void write(Path json) throws IOException {
        try (var writer = Files.newBufferedWriter(json)) {
            JsonOut out =
                    Json.onto(writer).begin().text("java", Runtime.version()).beginList("trials");
            race.found().forEach(it -> it.writeOnto(out));
            out.endList().end().newLine();
        }
    }
}
