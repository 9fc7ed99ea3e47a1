package io.sardonyx.it.processes;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.job.Tuning;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A job that counts numbers into files while its processes are killed and stopped. Not one may be lost.
 *
 * @param bind where each process listens, as in {@code tcp://127.0.0.1:0}
 * @param segments how many numbers there are
 * @param longestStop of those that are not killed but stopped for a while
 * @param seed of which process is struck when; the machine decides the rest
 */
record Ordeal(String bind, int segments, int kills, int stops, Duration longestStop, long seed) {

    static final String READ = "read";
    static final int PROCESSES = 4;
    static final int PEERS_EACH = 2;

    private static final int PARTITIONS = 4;
    private static final int PENDING_ROOTS = 128;
    private static final Duration PENDING_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration LEAD = Duration.ofSeconds(5);

    /** The most segments that can be read and not yet done: those of all open roots of all readers. */
    long mostInFlight() {
        return (long) PARTITIONS * PENDING_ROOTS * Tuning.DEFAULT.batchSize();
    }

    List<Strike> strikes() {
        return Strike.plan(this, PROCESSES);
    }

    /** The numbers come so slowly that there are some left for the last strike. */
    Job job(Path output) {
        Duration striking = strikes().stream()
                .map(Strike::until)
                .reduce(LEAD, (one, other) -> one.compareTo(other) > 0 ? one : other);
        double perSecond = segments * 1e3 / striking.plus(LEAD).toMillis();
        return job("ordeal", segments, Math.max(1, (long) perSecond), output);
    }

    /** Numbers from several partitions, sorted by a key, into files. */
    static Job job(String name, int segments, long perSecond, Path output) {
        return Job.named(name)
                .task(
                        READ,
                        task -> task.input(Inputs.numbers(segments)
                                        .with("partitions", PARTITIONS)
                                        .with("rate", perSecond))
                                .tuned(tuning -> tuning.pending(PENDING_ROOTS, PENDING_TIMEOUT)))
                .task(
                        "sort",
                        task -> task.function(Call.to(OrdealFunctions.NAME + "::same"))
                                .groupBy(Call.to(OrdealFunctions.NAME + "::key")))
                .task("write", task -> task.output(Outputs.lines(output.toString())))
                .path(READ, "sort", "write")
                .build();
    }
}
