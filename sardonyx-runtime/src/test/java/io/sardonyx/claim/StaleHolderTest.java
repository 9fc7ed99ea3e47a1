package io.sardonyx.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.source.Functions;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Param;
import io.sardonyx.port.Store;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes that are held up for longer than their leases, or whose wall clocks are apart. Public, since jobs name methods.
 */
public class StaleHolderTest {

    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int LINES = 1_000;
    private static final int HELD_UP_AT = 500;

    /** Nodes that are held up in the middle of a file. */
    private static volatile Set<String> heldUp = Set.of();

    private static CountDownLatch reached = new CountDownLatch(1);
    private static CountDownLatch released = new CountDownLatch(1);

    @TempDir
    Path directory;

    private final List<NodeProcess> nodes = new ArrayList<>();
    /** Holds up the thread of the first node while it is closed. */
    private volatile CountDownLatch gate = new CountDownLatch(0);

    private Store store;

    /** Marks a line by the node that worked on it. */
    public static String marked(String line, @Param("node") String node) throws InterruptedException {
        if (heldUp.contains(node) && Integer.parseInt(line) == HELD_UP_AT) {
            reached.countDown();
            released.await();
        }
        return node + ":" + line;
    }

    @BeforeEach
    void open() throws IOException {
        reached = new CountDownLatch(1);
        released = new CountDownLatch(1);
        store = Stores.open("memory:" + UUID.randomUUID());
        Files.createDirectories(directory.resolve("in"));
    }

    @AfterEach
    void close() {
        released.countDown();
        gate.countDown();
        nodes.forEach(NodeProcess::close);
        store.close();
    }

    private NodeProcess start(String name, Store with, InstantSource wallClock) {
        var settings = new NodeSettings(UUID.randomUUID().toString(), 2, LEASE, 3, wallClock);
        var node = new NodeProcess(with, settings, Functions.onClassPath(), Secrets.none(), 2, state -> {
            if (name.equals("first")) {
                pass(gate);
            }
        });
        node.provide("node", name);
        nodes.add(node);
        return node;
    }

    private static void pass(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private NodeClient client() {
        return new NodeClient(store.documents(), Duration.ofSeconds(30), InstantSource.system());
    }

    private void submit(int files) throws IOException {
        for (int i = 0; i < files; i++) {
            Files.write(
                    directory.resolve("in/" + i + ".txt"),
                    Stream.iterate(0, n -> n + 1)
                            .limit(LINES)
                            .map(String::valueOf)
                            .toList());
        }
        client().submit(Job.named("stale")
                .input("read", Inputs.lines(directory.resolve("in") + "/*.txt"))
                .function("mark", StaleHolderTest::marked)
                .output("write", Outputs.lines(directory.resolve("out").toString()))
                .path("read", "mark", "write")
                .build());
    }

    private boolean isDone() {
        return client().index().job(JobId.of("stale")).orElseThrow().state() == JobIndex.State.DONE;
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

    private List<String> lines() {
        var all = new ArrayList<String>();
        try (Stream<Path> parts = Files.list(directory.resolve("out"))) {
            for (Path part :
                    parts.filter(file -> file.toString().endsWith(".txt")).toList()) {
                all.addAll(Files.readAllLines(part));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    @Test
    void whatANodeHasInHandWhenItsLeaseEndsIsNeverPublished() throws Exception {
        heldUp = Set.of("first");
        var cuttable = new CutOffStore(store);
        NodeProcess first = start("first", cuttable, InstantSource.system());
        submit(1);
        reached.await();
        gate = new CountDownLatch(1);
        cuttable.cutOff();
        start("second", store, InstantSource.system());
        await(this::isDone);

        // The tasks of the first go on before its node does, which would stop them.
        released.countDown();
        long until = System.nanoTime() + LEASE.toNanos();
        while (isCleanOfFirst() && System.nanoTime() - until < 0) {
            LockSupport.parkNanos(5_000_000);
        }
        gate.countDown();
        cuttable.restore();
        await(() -> first.state().held().isEmpty());

        assertThat(isCleanOfFirst()).isTrue();
        assertThat(new TreeSet<>(lines().stream()
                        .map(line -> line.replaceFirst(".*:", ""))
                        .toList()))
                .hasSize(LINES);
        try (Stream<Path> left = Files.list(directory.resolve("out"))) {
            assertThat(left).allMatch(file -> file.toString().endsWith(".txt"));
        }
    }

    /** Whether nothing is in the output, published or not, that the first node had in hand when it was held up. */
    private boolean isCleanOfFirst() {
        return lines().stream()
                .filter(line -> line.startsWith("first:"))
                .allMatch(line -> Integer.parseInt(line.substring("first:".length())) < HELD_UP_AT);
    }

    @Test
    void wallClocksThatAreAnHourApartDecideNothing() throws Exception {
        Duration hour = Duration.ofHours(1);
        InstantSource early = () -> InstantSource.system().instant().minus(hour);
        InstantSource late = () -> InstantSource.system().instant().plus(hour);
        heldUp = Set.of("first", "second");
        NodeProcess first = start("first", store, late);
        NodeProcess second = start("second", store, early);
        submit(20);
        await(() -> !first.state().held().isEmpty() && !second.state().held().isEmpty());
        released.countDown();
        first.close();
        start("third", store, early);
        await(this::isDone);
        assertThat(new TreeSet<>(lines().stream()
                        .map(line -> line.replaceFirst(".*:", ""))
                        .toList()))
                .hasSize(LINES);
    }
}
