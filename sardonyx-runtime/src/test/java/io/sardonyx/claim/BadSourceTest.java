package io.sardonyx.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.source.Functions;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Partition;
import io.sardonyx.port.Store;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sources that are missing or forbidden, and files that vanish or shrink while they are read: the partition or the job
 * says so, and others go on. Public, since jobs name a method.
 */
public class BadSourceTest {

    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String GATE = "gate";
    private static final int LINES = 200_000;

    /** What may not be listed or read by now. */
    private static final Set<String> FORBIDDEN = ConcurrentHashMap.newKeySet();

    private static volatile CountDownLatch reached = new CountDownLatch(1);
    private static volatile CountDownLatch gate = new CountDownLatch(1);

    @TempDir
    Path directory;

    private final Set<String> taken = ConcurrentHashMap.newKeySet();
    private Store store;
    private NodeProcess node;

    /** Waits at the first line of a file. */
    public static String held(String line) throws InterruptedException {
        if (line.equals(GATE)) {
            reached.countDown();
            gate.await();
        }
        return line;
    }

    /** An input of three files of a line each, some of which this user may not read. */
    public static Input guarded() {
        return new Input() {
            @Override
            public List<String> partitions() throws IOException {
                allowed("/data");
                return List.of("/data/a", "/data/b", "/data/c");
            }

            @Override
            public Partition open(String partition, @Nullable String position) throws IOException {
                allowed(partition);
                return new OneLine(partition, position == null);
            }
        };
    }

    /** As root may read everything, no file would do. */
    private static void allowed(String path) throws AccessDeniedException {
        if (FORBIDDEN.contains(path)) {
            throw new AccessDeniedException(path, null, "Permission denied");
        }
    }

    private static final class OneLine implements Partition {
        private final String line;
        private boolean left;

        OneLine(String line, boolean left) {
            this.line = line;
            this.left = left;
        }

        @Override
        public int poll(Object[] segments) {
            if (!left) {
                return 0;
            }
            segments[0] = line;
            left = false;
            return 1;
        }

        @Override
        public String position() {
            return left ? "0" : "1";
        }

        @Override
        public boolean isAtEnd() {
            return !left;
        }
    }

    @BeforeEach
    void open() throws IOException {
        FORBIDDEN.clear();
        reached = new CountDownLatch(1);
        gate = new CountDownLatch(1);
        Files.createDirectory(directory.resolve("in"));
        store = Stores.open("memory:" + UUID.randomUUID());
        var settings = new NodeSettings("node", 1, LEASE, 2, InstantSource.system());
        node = new NodeProcess(store, settings, Functions.onClassPath(), Secrets.none(), 2, state -> {})
                .provide("taken", (Consumer<Object>) line -> taken.add(line.toString()));
    }

    @AfterEach
    void close() {
        gate.countDown();
        node.close();
        store.close();
    }

    private static void await(BooleanSupplier condition) {
        for (long until = System.nanoTime() + LONG.toNanos(); !condition.getAsBoolean(); ) {
            assertThat(System.nanoTime()).isLessThan(until);
            LockSupport.parkNanos(5_000_000);
        }
    }

    private NodeClient client() {
        return new NodeClient(store.documents(), LONG, InstantSource.system());
    }

    private JobId submit(String id, String files) {
        return submit(id, Inputs.lines(directory.resolve(files).toString()));
    }

    private JobId submit(String id, Call input) {
        client().submit(Job.named(id)
                .input("read", input)
                .function("hold", BadSourceTest::held)
                .output("write", Outputs.callback("taken"))
                .path("read", "hold", "write")
                .build());
        return JobId.of(id);
    }

    private JobIndex.IndexedJob job(JobId id) {
        return client().index().job(id).orElseThrow();
    }

    /** Why the only partition of a job that has failed has. */
    private String failure(JobId id) {
        return client().partitions(id, new TreeMap<>()).stream()
                .map(NodeClient.PartitionStatus::state)
                .filter(state -> state.failures() > 0)
                .map(state -> state.failure())
                .findFirst()
                .orElse("");
    }

    @Test
    void aJobWhoseDirectoryIsMissingWaitsAndSaysSoAndOthersGoOn() throws Exception {
        Files.writeString(directory.resolve("in/one.txt"), "one\n");
        JobId missing = submit("missing", "nowhere/*.txt");
        JobId other = submit("other", "in/*.txt");
        await(() -> job(other).state() == JobIndex.State.DONE);
        await(() -> job(missing).reason().contains("nowhere"));
        assertThat(job(missing).isRunning()).isTrue();
        Files.createDirectory(directory.resolve("nowhere"));
        Files.writeString(directory.resolve("nowhere/two.txt"), "two\n");
        await(() -> job(missing).state() == JobIndex.State.DONE);
        assertThat(taken).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void aFileThatVanishesBeforeItIsReadIsNamedAndOthersAreRead() throws Exception {
        Files.writeString(directory.resolve("in/a.txt"), GATE + "\n");
        Path vanishing = Files.writeString(directory.resolve("in/b.txt"), "b\n");
        Files.writeString(directory.resolve("in/c.txt"), "c\n");
        JobId id = submit("vanishing", "in/*.txt");
        reached.await();
        await(() -> client().partitions(id, new TreeMap<>()).size() == 3);
        Files.delete(vanishing);
        gate.countDown();
        await(() -> failure(id).contains("b.txt"));
        await(() -> taken.contains("c"));
        await(() -> job(id).reason().contains("1 partitions have failed"));
    }

    @Test
    void aFileThatShrinksWhileItIsReadIsNamed() throws Exception {
        Path shrinking = Files.writeString(directory.resolve("in/a.txt"), GATE + "\n" + "line\n".repeat(LINES));
        JobId id = submit("shrinking", "in/*.txt");
        reached.await();
        try (FileChannel file = FileChannel.open(shrinking, StandardOpenOption.WRITE)) {
            file.truncate(GATE.length() + 1);
        }
        gate.countDown();
        await(() -> failure(id).contains("a.txt") || job(id).state() == JobIndex.State.DONE);
        assertThat(failure(id)).contains("a.txt");
    }

    @Test
    void aDirectoryThatMayNotBeListedIsNamedUntilItMay() throws Exception {
        FORBIDDEN.add("/data");
        JobId forbidden = submit("forbidden", Inputs.method(BadSourceTest::guarded));
        Files.writeString(directory.resolve("in/one.txt"), "one\n");
        JobId other = submit("other", "in/*.txt");
        await(() -> job(other).state() == JobIndex.State.DONE);
        await(() -> job(forbidden).reason().contains("its input cannot be listed: "));
        assertThat(job(forbidden).reason()).contains("/data: Permission denied");
        FORBIDDEN.clear();
        await(() -> job(forbidden).state() == JobIndex.State.DONE);
        assertThat(job(forbidden).reason()).isEmpty();
        assertThat(taken).containsExactlyInAnyOrder("one", "/data/a", "/data/b", "/data/c");
    }

    @Test
    void aFileThatMayNotBeReadIsNamedAndReadWhenItMayBeRetried() throws Exception {
        FORBIDDEN.add("/data/b");
        JobId id = submit("forbidden", Inputs.method(BadSourceTest::guarded));
        await(() -> failure(id).contains("/data/b: Permission denied"));
        await(() -> job(id).reason().contains("1 partitions have failed"));
        assertThat(taken).containsExactlyInAnyOrder("/data/a", "/data/c");
        FORBIDDEN.clear();
        assertThat(client().retry(id, "/data/b")).isTrue();
        await(() -> job(id).state() == JobIndex.State.DONE);
        assertThat(taken).containsExactlyInAnyOrder("/data/a", "/data/b", "/data/c");
    }

    @Test
    void aDirectoryInPlaceOfAFileIsNamedWithWhatToSay() {
        JobId id = submit("directory", "in");
        await(() -> job(id).reason().contains("in is a directory; say which of its files"));
        assertThat(job(id).isRunning()).isTrue();
    }
}
