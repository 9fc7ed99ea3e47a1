package io.sardonyx.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.Nodes;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.source.Functions;
import io.sardonyx.job.Job;
import io.sardonyx.port.Store;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An input of which each node reads a partition: what a node that died has settled is published by those that live. */
class LeftOutputTest {

    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final JobId JOB = JobId.of("lines");

    @TempDir
    Path out;

    private final Map<String, NodeProcess> nodes = new HashMap<>();
    /** Holds up the thread of a node, as if its process were killed: it renews, gives back and publishes nothing. */
    private final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();

    /** Nodes that are held up by now. */
    private final Set<String> dead = ConcurrentHashMap.newKeySet();

    private Store store;
    private Nodes executor;

    @BeforeEach
    void open() {
        store = Stores.open("memory:" + UUID.randomUUID());
        executor = Nodes.over(store, Functions.onClassPath(), LEASE);
    }

    @AfterEach
    void close() {
        executor.close();
        gates.values().forEach(CountDownLatch::countDown);
        nodes.values().forEach(NodeProcess::close);
        store.close();
    }

    private void start(String token) {
        var settings = new NodeSettings(token, 1, LEASE, 3, InstantSource.system());
        nodes.put(token, new NodeProcess(store, settings, Functions.onClassPath(), Secrets.none(), 2, state -> {
            CountDownLatch gate = gates.get(token);
            if (gate != null) {
                dead.add(token);
                pass(gate);
            }
        }));
    }

    private static void pass(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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

    /** The token of the holder of each partition. */
    private Map<String, String> holders() {
        var holders = new TreeMap<String, String>();
        client().partitions(JOB, new TreeMap<>())
                .forEach(each -> holders.put(each.name(), each.state().lock().holder()));
        return holders;
    }

    private void submitAndAwaitHolders() {
        client().submit(Job.named(JOB.text())
                .input("read", Inputs.queue("lines"))
                .output("write", Outputs.lines(out.toString()).with("idle", 3_600))
                .path("read", "write")
                .build());
        await(() -> holders().size() == 2 && holders().values().containsAll(nodes.keySet()));
    }

    static void settle(String line) throws InterruptedException {
        Nodes.queue("lines").put(line);
        Nodes.queue("lines").awaitSettled();
    }

    /** Lets a node settle a line, and returns that with its end. */
    private String put(String token) throws Exception {
        String line = "by " + token;
        var unused = executor.idle().stream()
                .filter(node -> node.token().equals(token))
                .findFirst()
                .orElseThrow()
                .submit(() -> settle(line))
                .await(LONG);
        return line + "\n";
    }

    /** Whether there is a part with that content. Parts get their names while this looks, so one may be gone. */
    private boolean isThere(String content, String suffix) {
        try (Stream<Path> parts = Files.list(out)) {
            for (Path part :
                    parts.filter(each -> each.toString().endsWith(suffix)).toList()) {
                if (Files.readString(part).equals(content)) {
                    return true;
                }
            }
            return false;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The document of the last partition is superfluous when one node less is there, that of the first is not. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "1"})
    void whatANodeHadSettledIsPublishedAlthoughNobodyReplacesIt(String partition) throws Exception {
        start("a");
        start("b");
        submitAndAwaitHolders();
        String dying = holders().get(partition);
        String text = put(dying);
        assertThat(isThere(text, ".txt")).isFalse();

        gates.put(dying, new CountDownLatch(1));

        await(() -> isThere(text, ".txt"));
        await(() -> holders().size() == 1);
    }

    /** Nodes that live publish what they had settled; nobody takes over what belonged to one that died. */
    @Test
    void whatADeadNodeHadSettledStaysUnpublishedWhenTheJobIsKilled() throws Exception {
        start("a");
        start("b");
        submitAndAwaitHolders();
        String ofTheDead = put("a");
        String ofTheLiving = put("b");
        gates.put("a", new CountDownLatch(1));
        await(() -> dead.contains("a"));
        assertThat(client().kill(JOB, "enough")).isTrue();
        await(() -> holders().isEmpty() && isThere(ofTheLiving, ".txt"));

        assertThat(isThere(ofTheDead, ".tmp")).isTrue();
        assertThat(isThere(ofTheDead, ".txt")).isFalse();
    }
}
