package io.sardonyx.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.Nodes;
import io.sardonyx.claim.JobIndex.IndexedJob;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.source.Functions;
import io.sardonyx.job.Call;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Partition;
import io.sardonyx.plugin.Spread;
import io.sardonyx.port.Store;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inputs whose partitions come while nodes read them. Public, since jobs name methods. */
public class GrowingListsTest {

    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final JobId JOB = JobId.of("growing");

    /** How many partitions the input lists that has no files. */
    private static volatile int listed;

    @TempDir
    Path in;

    private final Map<String, NodeProcess> nodes = new TreeMap<>();
    private final Queue<String> taken = new ConcurrentLinkedQueue<>();
    private Store store;

    /** Cannot take one kind of line. */
    public static String checked(String line) {
        if (line.startsWith("bad")) {
            throw new IllegalArgumentException(line);
        }
        return line;
    }

    /** An input that lists as many partitions as it is told, and has nothing in them. */
    public static Input numbered() {
        return new Input() {
            @Override
            public List<String> partitions() {
                return IntStream.range(0, listed)
                        .mapToObj(i -> String.format("%06d", i))
                        .toList();
            }

            @Override
            public Partition open(String partition, @Nullable String position) {
                return new Nothing();
            }

            @Override
            public Spread spread() {
                return Spread.growing(Duration.ofMillis(100), Spread.Done.LISTED);
            }
        };
    }

    private static final class Nothing implements Partition {

        @Override
        public int poll(Object[] segments) {
            return 0;
        }

        @Override
        public String position() {
            return "";
        }

        @Override
        public boolean isAtEnd() {
            return true;
        }
    }

    @BeforeEach
    void open() {
        store = Stores.open("memory:" + UUID.randomUUID());
    }

    @AfterEach
    void close() {
        nodes.values().forEach(NodeProcess::close);
        store.close();
    }

    private NodeProcess start(String token) {
        var settings = new NodeSettings(token, 4, LEASE, 3, InstantSource.system());
        NodeProcess node = new NodeProcess(store, settings, Functions.onClassPath(), Secrets.none(), 2, state -> {})
                .provide("taken", (Consumer<Object>) line -> taken.add(line.toString()));
        nodes.put(token, node);
        return node;
    }

    private void await(BooleanSupplier condition) {
        for (long until = System.nanoTime() + LONG.toNanos(); !condition.getAsBoolean(); ) {
            nodes.values().forEach(node -> assertThat(node.failure()).isNull());
            assertThat(System.nanoTime())
                    .as("%s %s %s", client().index(), partitions(), taken)
                    .isLessThan(until);
            LockSupport.parkNanos(5_000_000);
        }
    }

    private NodeClient client() {
        return new NodeClient(store.documents(), LONG, InstantSource.system());
    }

    private void submit(Call input) {
        client().submit(Job.named(JOB.text())
                .input("read", input)
                .task("check", task -> task.function(GrowingListsTest::checked).onError(ErrorPolicy.SKIP))
                .output("write", Outputs.callback("taken"))
                .path("read", "check", "write")
                .build());
    }

    private Call lines() {
        return Inputs.lines(in + "/*.txt").with("listEvery", 0.1);
    }

    /** Writes a file elsewhere and moves it in, with its name as the only line. */
    private Path file(String name) throws IOException {
        return file(name, name);
    }

    private Path file(String name, String line) throws IOException {
        Path elsewhere = Files.writeString(in.resolve(name + ".part"), line + "\n");
        return Files.move(elsewhere, in.resolve(name + ".txt"));
    }

    private IndexedJob job() {
        return client().index().job(JOB).orElseThrow();
    }

    /** The names of partitions that have a document, with their holders; of files without their directory. */
    private Map<String, String> partitions() {
        var partitions = new TreeMap<String, String>();
        client().partitions(JOB, new TreeMap<>())
                .forEach(each -> partitions.put(
                        each.name().replaceFirst(".*/", ""), each.state().lock().holder()));
        return partitions;
    }

    @Test
    void oneMarkStandsForAllThatAreDoneWhereNamesOnlyGrow() throws Exception {
        int files = 120;
        for (int i = 0; i < files; i++) {
            file(String.format("f%03d", i));
        }
        file("f003-bad", "bad");
        NodeProcess first = start("one");
        submit(lines().with("names", "growing"));
        await(() -> taken.size() == files);
        // the mark moves first, then documents go behind it
        await(() -> !job().mark().isEmpty()
                && partitions().size() < files / 2
                && partitions().keySet().stream().allMatch(name -> (in + "/" + name).compareTo(job().mark()) > 0));
        await(() -> job().skipped().has(TaskName.of("check")));
        assertThat(job().skipped().get(TaskName.of("check"))).isEqualTo(1L);

        file("f001-late");
        file("f200");
        await(() -> taken.contains("f200")
                && client().partitions(JOB, new TreeMap<>()).stream()
                        .allMatch(each -> each.state().isDone()));
        first.close();
        nodes.clear();
        start("two");
        file("f201");
        await(() -> taken.contains("f201"));
        assertThat(taken).hasSize(files + 2).doesNotHaveDuplicates().doesNotContain("f001-late");
        assertThat(in.resolve("f001-late.txt")).exists();
    }

    @Test
    void filesAreDeletedWhenTheyAreDone() throws Exception {
        file("a");
        file("b");
        start("one");
        start("two");
        submit(lines().with("after", "delete"));
        await(() -> taken.size() == 2);
        file("c");
        await(() -> taken.size() == 3);
        await(() -> !Files.exists(in.resolve("c.txt")) && partitions().isEmpty());
        assertThat(in).isEmptyDirectory();
        assertThat(taken).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(job().isRunning()).isTrue();
    }

    @Test
    void aFileThatStaysIsRememberedUntilItIsGone() throws Exception {
        file("a");
        Path gone = file("b");
        start("one");
        submit(lines());
        await(() -> taken.size() == 2);
        file("c");
        await(() -> taken.size() == 3);
        Files.delete(gone);
        await(() -> partitions().keySet().equals(Set.of("a.txt", "c.txt")));
        file("b", "again");
        await(() -> taken.contains("again"));
        assertThat(taken).containsExactlyInAnyOrder("a", "b", "c", "again");
    }

    @Test
    void moreThanMayBeOpenAreRefusedByNumberUntilThereAreFewer() {
        listed = LeaderRounds.MOST_OPEN + 1;
        start("one");
        submit(Inputs.method(GrowingListsTest::numbered));
        await(() -> job().reason()
                .equals("its input has 100001 partitions, but at most 100000 may be open; let it delete or move what is"
                        + " done"));
        assertThat(partitions()).isEmpty();
        listed = 3;
        await(() -> job().reason().isEmpty() && job().listed() == 3);
    }

    @Test
    void aNodeThatJoinsReadsAPartitionOfItsOwn() throws Exception {
        start("one");
        submit(Inputs.queue("lines"));
        await(() -> partitions().equals(Map.of("0", "one")));
        start("two");
        await(() -> partitions().containsValue("one") && partitions().containsValue("two"));
        try (Nodes executor = Nodes.over(store, Functions.onClassPath(), LEASE)) {
            for (String token : nodes.keySet()) {
                put(executor, token);
            }
        }
        assertThat(taken).containsExactlyInAnyOrder("by one", "by two");
        assertThat(nodes.get("one").leave(LONG)).isTrue();
        nodes.remove("one").close();
        await(() -> List.copyOf(partitions().values()).equals(List.of("two")));
        start("three");
        await(() -> partitions().size() == 2 && partitions().containsValue("three"));
    }

    /** Gives the job a line on one node, and waits until that is settled. */
    private static void put(Nodes executor, String token) throws Exception {
        String line = "by " + token;
        var unused = executor.idle().stream()
                .filter(node -> node.token().equals(token))
                .findFirst()
                .orElseThrow()
                .submit(() -> {
                    Nodes.queue("lines").put(line);
                    Nodes.queue("lines").awaitSettled();
                })
                .await(LONG);
    }
}
