package io.sardonyx.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.source.Functions;
import io.sardonyx.job.Job;
import io.sardonyx.port.Document;
import io.sardonyx.port.Store;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The index of jobs and the leader's lock are edited wrongly while nodes work, either the file of the store or what is
 * in it: nodes keep what they hold, say what is wrong, and go on when it is mended. Public, since jobs name a method.
 */
public class DamagedDocumentsTest {

    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String GATE = "gate";
    private static final byte[] NONSENSE = "{\"jobs\":1,\"fence\":\"edited\"}".getBytes(StandardCharsets.UTF_8);

    private static volatile CountDownLatch gate = new CountDownLatch(1);

    @TempDir
    Path directory;

    private final List<NodeProcess> nodes = new ArrayList<>();
    private final Queue<String> taken = new ConcurrentLinkedQueue<>();
    private Store store;

    /** Waits at the first line of a file. */
    public static String held(String line) throws InterruptedException {
        if (line.startsWith(GATE)) {
            gate.await();
        }
        return line;
    }

    @BeforeEach
    void open() {
        gate = new CountDownLatch(1);
        store = Stores.open("file:" + directory.resolve("store"));
    }

    @AfterEach
    void close() {
        gate.countDown();
        nodes.forEach(NodeProcess::close);
        store.close();
    }

    private void start(String token) {
        var settings = new NodeSettings(token, 2, LEASE, 3, InstantSource.system());
        nodes.add(new NodeProcess(store, settings, Functions.onClassPath(), Secrets.none(), 4, state -> {})
                .provide("taken", (Consumer<Object>) line -> taken.add(line.toString())));
    }

    private void await(BooleanSupplier condition) {
        for (long until = System.nanoTime() + LONG.toNanos(); !condition.getAsBoolean(); ) {
            assertThat(System.nanoTime())
                    .as("%s", nodes.stream().map(NodeProcess::state).toList())
                    .isLessThan(until);
            LockSupport.parkNanos(5_000_000);
        }
    }

    private NodeClient client() {
        return new NodeClient(store.documents(), LONG, InstantSource.system());
    }

    private void submit(String id, String... files) throws IOException {
        Path in = Files.createDirectories(directory.resolve(id));
        for (String file : files) {
            Files.writeString(in.resolve(file + ".txt"), file + "\n");
        }
        client().submit(Job.named(id)
                .input("read", Inputs.lines(in + "/*.txt"))
                .function("hold", DamagedDocumentsTest::held)
                .output("write", Outputs.callback("taken"))
                .path("read", "hold", "write")
                .build());
    }

    private boolean isDone(String id) {
        return client().index().job(JobId.of(id)).orElseThrow().state() == JobIndex.State.DONE;
    }

    private TreeSet<String> holdings() {
        var held = new TreeSet<String>();
        for (NodeProcess node : nodes) {
            node.state().held().forEach(each -> held.add(node.state().token() + each));
        }
        return held;
    }

    private Path file(String document) {
        return directory.resolve("store/documents/claims%2f" + document + ".doc");
    }

    private Document read(String document) {
        return store.documents()
                .read(List.of("claims/" + document))
                .toCompletableFuture()
                .join()
                .get(0);
    }

    /** Damages the file, again if a renewal has replaced it in between; always true. */
    private boolean isDamaged(String document) {
        try {
            Files.writeString(file(document), "edited");
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void edit(String document, byte[] body) {
        await(() -> store.documents()
                .write("claims/" + document, body, read(document).version())
                .toCompletableFuture()
                .join()
                .isPresent());
    }

    private boolean isNamedByAll(String document) {
        return nodes.stream()
                .map(node -> node.state().trouble())
                .allMatch(why -> why != null && why.contains(document));
    }

    /** Two nodes in the middle of a file each. */
    private void startWork() throws IOException {
        submit("first", "gate-a", "gate-b");
        start("one");
        start("two");
        await(() -> holdings().size() == 2);
        await(() -> nodes.stream().anyMatch(node -> node.state().leads()));
    }

    /** They still hold what they held, list what is new, and finish all of it, once. */
    private void assertTheyGoOn(TreeSet<String> held) throws IOException {
        submit("second", "new");
        await(() -> isDone("second"));
        await(() -> holdings().equals(held));
        gate.countDown();
        await(() -> isDone("first"));
        assertThat(taken).containsExactlyInAnyOrder("gate-a", "gate-b", "new");
        await(() -> nodes.stream().allMatch(node -> node.state().trouble() == null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"index", "leader"})
    void whatIsHeldIsKeptWhileTheFileOfADocumentIsDamaged(String document) throws Exception {
        startWork();
        TreeSet<String> held = holdings();
        byte[] whole = Files.readAllBytes(file(document));
        await(() -> isDamaged(document) && isNamedByAll(document));
        Path mended = Files.write(directory.resolve("mended"), whole);
        assertThat(holdings()).isEqualTo(held);
        Files.move(mended, file(document), StandardCopyOption.ATOMIC_MOVE);
        assertTheyGoOn(held);
    }

    /** What it is mended with may be from before, when there was another leader or less was known of the job. */
    @ParameterizedTest
    @ValueSource(strings = {"index", "leader"})
    void whatIsHeldIsKeptWhileADocumentHasNonsense(String document) throws Exception {
        startWork();
        TreeSet<String> held = holdings();
        byte[] former = document.equals("index")
                ? JobIndex.EMPTY.with(client().index().jobs().get(0)).encoded()
                : read(document).body();
        await(() -> client().index().revision() > 2); // more than the submission
        edit(document, NONSENSE);
        await(() -> isNamedByAll(document));
        assertThat(holdings()).isEqualTo(held);
        edit(document, former);
        assertTheyGoOn(held);
    }

    /** The leader wants to write that the job is done, and is refused. */
    @Test
    void aLeaderWhoseWritesAreRefusedWaitsForTheNextPoll() throws Exception {
        startWork();
        edit("index", NONSENSE);
        await(() -> isNamedByAll("index"));
        gate.countDown();
        await(() -> holdings().isEmpty());
        long reads = reads();
        long writes = writes();
        await(() -> reads() > reads + 20);
        assertThat(writes() - writes).as("renewals of the leader's lock").isLessThan(100);
    }

    private long reads() {
        return nodes.stream().mapToLong(node -> node.counters().reads()).sum();
    }

    private long writes() {
        return nodes.stream().mapToLong(node -> node.counters().writes()).sum();
    }
}
