package io.sardonyx.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.claim.JobIndex.IndexedJob;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.source.Functions;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.port.Store;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes in one process share the files of a directory. Public, since jobs name methods. */
public class NodesTest {

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofMinutes(2);

    private static final AtomicInteger FAILURES = new AtomicInteger();

    @TempDir
    Path directory;

    private final List<NodeProcess> nodes = new ArrayList<>();
    private Store store;

    public static String marked(String line) {
        LockSupport.parkNanos(20_000);
        return line + "!";
    }

    public static String failing(String line) {
        if (line.startsWith("3:") && FAILURES.incrementAndGet() > 0) {
            throw new IllegalStateException("no threes");
        }
        return line;
    }

    @BeforeEach
    void open() {
        FAILURES.set(0);
        store = Stores.open("memory:" + UUID.randomUUID());
    }

    @AfterEach
    void close() {
        nodes.forEach(NodeProcess::close);
        store.close();
    }

    private NodeProcess start(int workers) {
        return start(workers, Functions.onClassPath());
    }

    private NodeProcess start(int workers, Functions functions) {
        var settings = new NodeSettings(
                UUID.randomUUID().toString(), workers, LEASE, NodeSettings.DEFAULT_ATTEMPTS, InstantSource.system());
        var node = new NodeProcess(store, settings, functions, Secrets.none(), 2, state -> {});
        nodes.add(node);
        return node;
    }

    private NodeClient client() {
        return new NodeClient(store.documents(), Duration.ofSeconds(30), InstantSource.system());
    }

    private TreeSet<String> files(int count, int lines) throws IOException {
        Files.createDirectories(directory.resolve("in"));
        var wanted = new TreeSet<String>();
        for (int i = 0; i < count; i++) {
            var text = new ArrayList<String>();
            for (int line = 0; line < lines; line++) {
                text.add(i + ":" + line);
                wanted.add(i + ":" + line + "!");
            }
            Files.write(directory.resolve("in").resolve(String.format("%05d.txt", i)), text);
        }
        return wanted;
    }

    private JobBuilder job(String id) {
        return Job.named(id)
                .input("read", Inputs.lines(directory.resolve("in") + "/*.txt"))
                .function("mark", NodesTest::marked)
                .output("write", Outputs.lines(directory.resolve("out").toString()))
                .path("read", "mark", "write");
    }

    private TreeSet<String> written() throws IOException {
        var all = new TreeSet<String>();
        if (!Files.isDirectory(directory.resolve("out"))) {
            return all;
        }
        try (Stream<Path> parts = Files.list(directory.resolve("out"))) {
            parts.filter(part -> part.toString().endsWith(".txt")).forEach(part -> {
                try {
                    all.addAll(Files.readAllLines(part));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return all;
    }

    private void await(BooleanSupplier condition) {
        long until = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean()) {
            nodes.forEach(node -> assertThat(node.failure()).isNull());
            assertThat(System.nanoTime())
                    .as("%s", nodes.stream().map(NodeProcess::state).toList())
                    .isLessThan(until);
            LockSupport.parkNanos(5_000_000);
        }
    }

    private JobIndex.State stateOf(String id) {
        return client().index().job(JobId.of(id)).map(IndexedJob::state).orElseThrow();
    }

    @Test
    void oneNodeIsAWholeCluster() throws Exception {
        TreeSet<String> wanted = files(20, 100);
        start(2);

        assertThat(client().submit(job("alone").build())).isEqualTo(NodeClient.Submission.DONE);
        await(() -> stateOf("alone") == JobIndex.State.DONE);

        assertThat(written()).isEqualTo(wanted);
        try (Stream<Path> left = Files.list(directory.resolve("out"))) {
            assertThat(left.filter(file -> !file.toString().endsWith(".txt"))).isEmpty();
        }
        await(() -> store.documents().names("claims/").toCompletableFuture().join().stream()
                .allMatch(name ->
                        List.of("claims/leader", "claims/nodes", "claims/index").contains(name)));
    }

    @Test
    void aNodeThatCrashesIsReplacedByOthers() throws Exception {
        TreeSet<String> wanted = files(30, 500);
        client().submit(job("crash").build());
        NodeProcess first = start(2);
        start(2);
        await(() -> first.state().held().size() == 2);
        first.close();

        await(() -> stateOf("crash") == JobIndex.State.DONE);

        assertThat(written()).isEqualTo(wanted);
    }

    @Test
    void aNodeThatLeavesGivesItsPartitionsBackAtOnce() throws Exception {
        TreeSet<String> wanted = files(8, 5_000);
        client().submit(job("leave").build());
        NodeProcess first = start(2);
        await(() -> first.state().held().size() == 2);

        assertThat(first.leave(Duration.ofSeconds(30))).isTrue();
        assertThat(client().nodes().nodes()).isEmpty();
        assertThat(client().leader().isFree()).isTrue();
        assertThat(client().partitions(JobId.of("leave"), new TreeMap<>()))
                .allMatch(partition -> partition.state().lock().isFree());

        start(4);
        await(() -> stateOf("leave") == JobIndex.State.DONE);
        assertThat(written()).isEqualTo(wanted);
    }

    @Test
    void aPartitionThatAlwaysFailsIsLeftAloneUntilItIsDropped() throws Exception {
        files(5, 10);
        start(2);
        client().submit(Job.named("threes")
                .input("read", Inputs.lines(directory.resolve("in") + "/*.txt"))
                .function("check", NodesTest::failing)
                .output("write", Outputs.lines(directory.resolve("out").toString()))
                .path("read", "check", "write")
                .build());
        String file = directory.resolve("in").resolve("00003.txt").toString();
        await(() ->
                client().index().job(JobId.of("threes")).orElseThrow().reason().contains("1 partitions"));

        assertThat(client().partitions(JobId.of("threes"), new TreeMap<>()))
                .filteredOn(partition -> partition.name().equals(file))
                .allMatch(partition -> partition.state().failures() == NodeSettings.DEFAULT_ATTEMPTS
                        && partition.state().failure().contains("no threes"));
        assertThat(client().retry(JobId.of("threes"), file)).isTrue();
        await(() -> FAILURES.get() >= 2 * NodeSettings.DEFAULT_ATTEMPTS);
        await(() -> client().drop(JobId.of("threes"), file));
        await(() -> stateOf("threes") == JobIndex.State.DONE);

        assertThat(written()).hasSize(40);
    }

    @Test
    void whatErrorPoliciesLeftOutIsInHowTheJobEnded() throws Exception {
        files(5, 10);
        NodeProcess first = start(2);
        client().submit(Job.named("skips")
                .input("read", Inputs.lines(directory.resolve("in") + "/*.txt"))
                .task("check", task -> task.function(NodesTest::failing).onError(ErrorPolicy.SKIP))
                .output("write", Outputs.lines(directory.resolve("out").toString()))
                .path("read", "check", "write")
                .build());
        await(() -> stateOf("skips") == JobIndex.State.DONE);

        IndexedJob ended = client().await(JobId.of("skips"));
        assertThat(ended.skipped().get(TaskName.of("check"))).isEqualTo(10L);
        assertThat(ended.skipped().size()).isEqualTo(1);
        assertThat(written()).hasSize(40);
        assertThat(first.counters().claims()).isGreaterThanOrEqualTo(6);
        assertThat(first.counters().lost()).isZero();
        assertThat(first.counters().reads()).isPositive();
    }

    @Test
    void aLeaderThatCannotRunAJobLetsAnotherNodeListIt() throws Exception {
        TreeSet<String> wanted = files(5, 10);
        NodeProcess unfit = start(2, Functions.in(List.of(), List.of("nothing.")));
        await(() -> unfit.state().leads());
        client().submit(job("fit").build());
        await(() ->
                client().nodes().nodes().stream().anyMatch(node -> node.unfit().has(JobId.of("fit"))));
        assertThat(unfit.state().leads()).as("no other node is listed").isTrue();
        start(2);
        await(() -> stateOf("fit") == JobIndex.State.DONE);

        assertThat(written()).isEqualTo(wanted);
        await(() ->
                client().nodes().nodes().stream().allMatch(node -> node.unfit().isEmpty()));
    }

    @Test
    void afterManyJobsTheStoreHasAsManyDocumentsAsAfterOne() throws Exception {
        files(3, 2);
        start(4);
        for (int i = 0; i < 12; i++) {
            client().submit(job("job-" + i).build());
        }
        for (int i = 0; i < 12; i++) {
            assertThat(client().await(JobId.of("job-" + i)).state()).isEqualTo(JobIndex.State.DONE);
        }
        await(() ->
                store.documents().names("claims/").toCompletableFuture().join().size() == 3);
        long bytes = store.documents().read(List.of("claims/index")).toCompletableFuture().join().stream()
                .mapToLong(document -> document.body().length)
                .sum();
        assertThat(bytes).isLessThan(12 * 300);
    }

    @Test
    void documentsThatWereEditedInTheDirectoryOfTheStoreHoldUpNoOthers() throws Exception {
        store.close();
        store = Stores.open("file:" + directory.resolve("store"));
        TreeSet<String> wanted = files(6, 10);
        client().submit(job("edited").build());
        Path documents = directory.resolve("store/documents");
        Files.writeString(documents.resolve("claims%2fwork%2fedited%2fstray.doc"), "edited");
        Files.writeString(documents.resolve("claims%2fnodes.doc"), "edited");
        NodeProcess node = start(2);
        await(() -> stateOf("edited") == JobIndex.State.DONE);

        assertThat(written()).isEqualTo(wanted);
        assertThat(client().nodes().nodes()).hasSize(1);
        assertThat(node.state().unreadable()).containsOnlyKeys("work/edited/stray");
        var bad = new TreeMap<String, String>();
        client().partitions(JobId.of("edited"), bad);
        assertThat(bad).containsOnlyKeys("work/edited/stray");
    }

    @Test
    void aDirectoryThatGrowsIsReadAsItGrows() throws Exception {
        TreeSet<String> wanted = files(3, 10);
        start(2);
        client().submit(Job.named("growing")
                .input(
                        "read",
                        Inputs.lines(directory.resolve("in") + "/*.txt")
                                .with("listEvery", 0.1)
                                .with("after", "move")
                                .with("to", directory.resolve("done").toString()))
                .function("mark", NodesTest::marked)
                .output("write", Outputs.lines(directory.resolve("out").toString()))
                .path("read", "mark", "write")
                .build());
        await(() -> {
            try {
                return written().equals(wanted);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        Files.write(directory.resolve("in/later.txt"), List.of("9:9"));
        wanted.add("9:9!");
        await(() -> {
            try {
                return written().equals(wanted);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        await(() -> Files.exists(directory.resolve("done/later.txt")));

        assertThat(client().kill(JobId.of("growing"), "enough")).isTrue();
        assertThat(stateOf("growing")).isEqualTo(JobIndex.State.KILLED);
        await(() -> nodes.get(0).state().held().isEmpty());
        assertThat(client().submit(job("growing").build())).isEqualTo(NodeClient.Submission.OTHER_CONTENT);
    }

    @Test
    void whatNodesCannotDoIsRefusedAtSubmission() {
        assertThatThrownBy(() -> client().submit(Job.named("two")
                        .input("read", Inputs.numbers(1))
                        .input("again", Inputs.numbers(1))
                        .output("write", Outputs.discard())
                        .path("read", "write")
                        .path("again", "write")
                        .build()))
                .isInstanceOf(BadJob.class)
                .hasMessageContaining("exactly one");
    }
}
