package io.sardonyx.bench.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.bench.work.Tally;
import io.sardonyx.job.Allocation;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;

/**
 * The process of one contender: does the trials that the lines of its standard input say, and answers each with one.
 * The first line it says is that it is ready.
 */
final class QueueCell {

    /** It needs Artemis's client, which the ordinary build keeps to one module. */
    private static final String BY_HAND_CLASS = "io.sardonyx.bench.queue.HandWrittenChain";

    /** It needs Kafka. */
    private static final String KAFKA_CLASS = "io.sardonyx.bench.queue.KafkaStreamsChain";

    private QueueCell() {}

    /** Takes the contender, the address of the broker, and the number of peers. */
    public static void main(String[] args) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err); // whatever an engine has to say is no answer
        endWithParent();
        var orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        try (QueueContender contender = contender(args)) {
            answers.println("ready");
            answers.flush();
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                answers.println(answer(contender, QueueTrial.read(order)));
                answers.flush();
            }
        }
        System.exit(0); // an engine's threads may linger
    }

    private static QueueContender contender(String[] args) throws Exception {
        return switch (args[0]) {
            case QueueBenchmarks.OWN -> new QueuedSardonyx(args[1], Integer.parseInt(args[2]), Allocation.PLANNED);
            case QueueBenchmarks.COORDINATED ->
                new QueuedSardonyx(args[1], Integer.parseInt(args[2]), Allocation.COORDINATED);
            case QueueBenchmarks.BY_HAND -> contender(BY_HAND_CLASS, args[1]);
            case QueueBenchmarks.KAFKA -> contender(KAFKA_CLASS, args[1]);
            default -> throw new IllegalArgumentException("nobody is called " + args[0]);
        };
    }

    private static QueueContender contender(String className, String broker) throws Exception {
        return Class.forName(className)
                .asSubclass(QueueContender.class)
                .getConstructor(String.class)
                .newInstance(broker);
    }

    /** Ends this process with the one that started it, so that nobody is left behind by one that was killed. */
    static void endWithParent() {
        var watch = new Thread(
                () -> {
                    ProcessHandle.current()
                            .parent()
                            .ifPresent(parent -> parent.onExit().join());
                    Runtime.getRuntime().halt(1);
                },
                "watch");
        watch.setDaemon(true);
        watch.start();
    }

    private static String answer(QueueContender contender, QueueTrial trial) throws Exception {
        var tally = new QueueTally(trial);
        contender.run(trial, tally);
        long wholeNanos = tally.nanosUntil(System.nanoTime());
        Tally result = tally.tally();
        return new QueueAnswer(
                        result.count(),
                        result.digest(),
                        tally.nanos(),
                        wholeNanos,
                        result.latencies().nanosOf(0.5),
                        result.latencies().nanosOf(0.99),
                        contender.redelivered(),
                        contender.deepest(),
                        contender.remark())
                .line();
    }
}
