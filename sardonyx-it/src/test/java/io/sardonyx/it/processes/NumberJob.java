package io.sardonyx.it.processes;

import io.sardonyx.channel.Batch;
import io.sardonyx.channel.BatchFormat;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.port.Broker;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import io.sardonyx.queue.Brokers;
import io.sardonyx.replica.Run;
import io.sardonyx.serial.Codecs;
import io.sardonyx.task.queue.QueueMessage;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A queued job with a million segments and two outputs. One writes files. The other wants a tag that nobody has until a
 * {@link #HOLDER} comes, so that its queue shows what was ever given to an output. Public, since the job names a
 * method.
 */
public final class NumberJob {

    static final int NUMBERS = 1_000_000;
    static final String HOLDER = "holder";

    /** So slow that the job lasts while it is struck. */
    private static final int NUMBERS_PER_SECOND = 60_000;

    private static final int LINE_BYTES = 8;

    /** How often a queue is read whose reader loses its session. */
    private static final int ATTEMPTS = 10;

    private final Path directory;

    NumberJob(Path directory) {
        this.directory = directory;
    }

    /** The job without the output that nobody reads, for a coordinator, to which all peers are equal. */
    Path plainFile() throws IOException {
        return Files.writeString(directory.resolve("numbers.json"), """
                {"id": "numbers", "workflow": [["read", "do"], ["do", "write"]],
                 "catalog": [{"name": "read",
                              "input": {"plugin": "generator", "count": %d, "partitions": 8, "rate": %d}},
                             {"name": "do", "fn": "%s::text"},
                             {"name": "write", "output": {"plugin": "files", "format": "lines", "path": "%s"}}]}
                """.formatted(
                        NUMBERS, NUMBERS_PER_SECOND, NumberJob.class.getName(), out()));
    }

    Path file() throws IOException {
        return Files.writeString(directory.resolve("numbers.json"), """
                {"id": "numbers", "delivery": "queued",
                 "workflow": [["read", "do"], ["do", "write"], ["do", "hold"]],
                 "catalog": [{"name": "read",
                              "input": {"plugin": "generator", "count": %d, "partitions": 8, "rate": %d}},
                             {"name": "do", "fn": "%s::text"},
                             {"name": "write", "output": {"plugin": "files", "format": "lines", "path": "%s"}},
                             {"name": "hold", "tags": ["%s"],
                              "output": {"plugin": "files", "format": "lines", "path": "%s"}}]}
                """.formatted(
                NUMBERS, NUMBERS_PER_SECOND, NumberJob.class.getName(), out(), HOLDER, directory.resolve("held")));
    }

    /** The line of a number; all lines have the same length. */
    public static String text(long number) {
        return Long.toString(NUMBERS + number);
    }

    private Path out() {
        return directory.resolve("numbers");
    }

    /** Whether its files are complete. */
    boolean isWritten(AdminClient view) {
        Run run = run(view);
        return run != null && run.completed().has(TaskName.of("write"));
    }

    /** How many processes that worked on it have died since it last got on. */
    int deaths(AdminClient view) {
        Run run = run(view);
        return run == null ? 0 : run.health().deaths();
    }

    private static @Nullable Run run(AdminClient view) {
        return view.replica().replica().jobs().live().get(JobId.of("numbers"));
    }

    /** How many lines are in its files, whether or not they are published or the same. */
    long linesWritten() {
        try (Stream<Path> files = Files.walk(out())) {
            return files.filter(Files::isRegularFile)
                            .mapToLong(file -> file.toFile().length())
                            .sum()
                    / LINE_BYTES;
        } catch (IOException | UncheckedIOException e) {
            return 0; // a file was renamed or is not there yet: whoever waits looks again
        }
    }

    /** The numbers in its files. */
    BitSet written() throws IOException {
        var numbers = new BitSet();
        try (Stream<Path> files = Files.walk(out())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try (Stream<String> lines = Files.lines(file)) {
                    lines.forEach(line -> numbers.set(number(line)));
                }
            }
        }
        return numbers;
    }

    private static int number(Object line) {
        return Integer.parseInt((String) line) - NUMBERS;
    }

    /** All numbers in the queues of the output that nobody reads, sorted. */
    int[] held(AdminClient view, String brokers) {
        String epoch = view.replica().replica().cluster().epoch();
        // the names of job and tasks are so short that they are in that of the queue as they are
        var queue = QueueName.of(epoch, "numbers", "edge", "do", "hold");
        var format = new BatchFormat(Codecs.builder().build());
        var numbers = IntStream.builder();
        for (Broker broker : Brokers.open(brokers)) {
            try (broker) {
                for (byte[] body : bodies(broker, queue)) {
                    Batch batch = format.read(body);
                    for (int i = 0; i < batch.size(); i++) {
                        numbers.add(number(batch.segments()[i]));
                    }
                }
            }
        }
        return numbers.build().sorted().toArray();
    }

    /** The data in a queue; read anew when the session that reads them is lost, as happens on a machine that stalls. */
    private static List<byte[]> bodies(Broker broker, QueueName queue) {
        for (int attempt = 1; ; attempt++) {
            try (QueueSession session = broker.open(List.of(queue), () -> {})) {
                List<byte[]> bodies = bodies(broker, session, queue);
                if (session.failure() == null) {
                    return bodies;
                }
                System.out.println("reads " + queue + " again: " + session.failure());
                if (attempt == ATTEMPTS) {
                    throw new AssertionError("cannot read " + queue, session.failure());
                }
            }
        }
    }

    /**
     * The depth of a queue, more than all messages if it is not known at present. It may be too large for a moment,
     * since the broker counts a message twice while that passes from the queue to a consumer.
     */
    private static long depth(Broker broker, QueueName queue) {
        return broker.depth(queue)
                .handle((depth, failure) -> failure == null ? depth.orElse(Long.MAX_VALUE) : Long.MAX_VALUE)
                .toCompletableFuture()
                .join();
    }

    /** The data that a session gets from a queue until it has all or is lost; they go back when it is closed. */
    private static List<byte[]> bodies(Broker broker, QueueSession session, QueueName queue) {
        var bodies = new ArrayList<byte[]>();
        var depth = new AtomicLong(-1);
        try {
            Waiting.until("all messages", () -> {
                for (var next = session.poll(); next != null; next = session.poll()) {
                    bodies.add(next.body());
                }
                depth.set(depth(broker, queue));
                return session.failure() != null || bodies.size() >= depth.get();
            });
        } catch (AssertionError e) {
            throw new AssertionError("got " + bodies.size() + " messages of " + depth, e);
        }
        return bodies.stream()
                .filter(body -> QueueMessage.kind(body) == QueueMessage.DATA)
                .toList();
    }
}
