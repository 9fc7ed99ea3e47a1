package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.claim.NodeClient;
import io.sardonyx.claim.NodeProcess;
import io.sardonyx.claim.NodeSettings;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.source.Functions;
import io.sardonyx.job.Job;
import io.sardonyx.port.Store;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The two loops with which a leader drives its followers, by the names they were designed with. A directory stands in
 * for the bucket and a supervised loop for the consumer; tests with real servers are those of the connectors.
 */
class SeedLoopsTest {

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofMinutes(3);
    private static final int FILES = 12;
    private static final int LINES = 50;

    /** Who consumes at present, by test. */
    private static final Map<String, Set<String>> CONSUMING = new ConcurrentHashMap<>();

    private static final CountDownLatch NEVER = new CountDownLatch(1);

    @TempDir
    Path directory;

    private final String test = UUID.randomUUID().toString();
    private final List<NodeProcess> processes = new ArrayList<>();
    private final Set<String> processed = ConcurrentHashMap.newKeySet();
    private final Queue<String> outstanding = new ConcurrentLinkedQueue<>();
    private Store store;
    private Nodes nodes;

    @BeforeEach
    void open() {
        store = Stores.open("memory:" + test);
        nodes = Nodes.over(store, Functions.onClassPath(), LEASE);
        CONSUMING.put(test, ConcurrentHashMap.newKeySet());
    }

    @AfterEach
    void close() {
        nodes.close();
        processes.forEach(NodeProcess::close);
        store.close();
    }

    private NodeProcess start() {
        var settings = new NodeSettings(UUID.randomUUID().toString(), 1, LEASE, 3, InstantSource.system());
        var process = new NodeProcess(store, settings, Functions.onClassPath(), Secrets.none(), 2, state -> {})
                .provide("processed", (Consumer<Object>) line -> processed.add(line.toString()));
        processes.add(process);
        return process;
    }

    private static void await(BooleanSupplier condition) {
        for (long until = System.nanoTime() + LONG.toNanos(); !condition.getAsBoolean(); ) {
            assertThat(System.nanoTime()).isLessThan(until);
            LockSupport.parkNanos(5_000_000);
        }
    }

    /** Blocks until one is available. */
    private Nodes.Node[] getIdleSlaves() throws InterruptedException {
        return nodes.awaitIdle(LONG).toArray(Nodes.Node[]::new);
    }

    private List<String> getOutstandingS3Files(int most) {
        var files = new ArrayList<String>();
        for (int i = 0; i < most && !outstanding.isEmpty(); i++) {
            files.add(outstanding.remove());
        }
        return files;
    }

    private void reEnqueue(String file) {
        outstanding.add(file);
    }

    /** Holds short-lived state and travels with the task. */
    private Map<String, String> getContext() {
        return Map.of(
                "bucket",
                directory.resolve("in").toString(),
                "done",
                directory.resolve("done").toString());
    }

    static void downloadFileToLsQueue(Map<String, String> context, String file) throws Exception {
        for (String line : Files.readAllLines(Path.of(context.get("bucket"), file))) {
            Nodes.queue("ls").put(line);
        }
        Nodes.queue("ls").awaitSettled();
    }

    static void commitToEs(Map<String, String> context, String file) throws IOException {
        Files.copy(
                Path.of(context.get("bucket"), file),
                Path.of(context.get("done"), file),
                StandardCopyOption.REPLACE_EXISTING);
    }

    private long committed() {
        try (Stream<Path> files = Files.list(directory.resolve("done"))) {
            return files.count();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void submitReader() {
        new NodeClient(store.documents(), LONG, InstantSource.system())
                .submit(Job.named("ls")
                        .input("read", Inputs.queue("ls"))
                        .output("write", Outputs.callback("processed"))
                        .path("read", "write")
                        .build());
    }

    private void fillBucket() throws IOException {
        Files.createDirectories(directory.resolve("in"));
        Files.createDirectories(directory.resolve("done"));
        for (int i = 0; i < FILES; i++) {
            var lines = new ArrayList<String>();
            for (int line = 0; line < LINES; line++) {
                lines.add(i + ":" + line);
            }
            Files.write(directory.resolve("in").resolve(i + ".txt"), lines);
            outstanding.add(i + ".txt");
        }
    }

    @Test
    void theLoopOverABucketProcessesEveryFileThoughANodeDies() throws Exception {
        fillBucket();
        submitReader();
        NodeProcess doomed = start();
        start();
        start();
        boolean killed = false;

        while (committed() < FILES) {
            Nodes.Node[] slaves = getIdleSlaves(); // blocks until a slave becomes available
            int slaveCount = slaves.length;
            List<String> files = getOutstandingS3Files(slaveCount);
            int i = 0;
            Map<String, String> context = getContext();
            for (String file : files) {
                Nodes.Node slave = slaves[i++];
                slave.submit(() -> {
                            downloadFileToLsQueue(context, file);
                            commitToEs(context, file);
                        })
                        .onFailureOrTimeout(() -> {
                            slave.markDead();
                            reEnqueue(file);
                        });
            }
            if (!killed && doomed.state().held().size() > 1) {
                doomed.close();
                killed = true;
            }
            LockSupport.parkNanos(10_000_000);
        }

        assertThat(killed).isTrue();
        assertThat(processed).hasSize(FILES * LINES);
    }

    /** Runs for as long as its process lives, as a consumer of a broker does. */
    static void runKafkaInput(Map<String, String> context) throws InterruptedException {
        Set<String> consuming = CONSUMING.get(context.get("test"));
        String self = UUID.randomUUID().toString();
        consuming.add(self);
        try {
            NEVER.await();
        } finally {
            consuming.remove(self);
        }
    }

    @Test
    void theLoopOverABrokerKeepsAConsumerOnEveryNode() throws Exception {
        var dead = new ConcurrentLinkedQueue<String>();
        NodeProcess doomed = start();
        start();
        boolean killed = false;
        Set<String> consuming = CONSUMING.get(test);
        Set<String> before = Set.of();

        while (dead.isEmpty() || consuming.size() < 2) {
            Map<String, String> context = Map.of("test", test);
            for (Nodes.Node slave : nodes.idle()) {
                slave.submit(() -> runKafkaInput(context)).onFailureOrTimeout(() -> {
                    slave.markDead();
                    dead.add(slave.token());
                });
            }
            if (!killed && consuming.size() == 2) {
                before = Set.copyOf(consuming);
                doomed.close();
                start();
                killed = true;
            }
            LockSupport.parkNanos(10_000_000);
        }

        await(() -> consuming.size() == 2);
        assertThat(dead).containsOnly(doomed.state().token());
        assertThat(consuming).isNotEqualTo(before);
        assertThat(nodes.idle()).isEmpty();
    }
}
