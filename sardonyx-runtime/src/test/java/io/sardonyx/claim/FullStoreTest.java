package io.sardonyx.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.source.Functions;
import io.sardonyx.job.Job;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
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
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The store has no room, or may only be read: nodes wait, say why, and go on without loss when it can be written again.
 * Public, since jobs name a method.
 */
public class FullStoreTest {

    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final JobId JOB = JobId.of("full");
    private static final int LINES = 300;
    private static final String FULL = "/store: the disk is full";

    private static volatile CountDownLatch gate = new CountDownLatch(1);

    @TempDir
    Path directory;

    private final List<NodeProcess> nodes = new ArrayList<>();
    private final Set<String> taken = ConcurrentHashMap.newKeySet();
    private Store store;
    private FullStore full;

    /** Waits in the middle of each file. */
    public static String held(String line) throws InterruptedException {
        if (line.endsWith(":" + LINES / 2)) {
            gate.await();
        }
        return line;
    }

    /** A store that can be read, but not written while it is full. */
    private static final class FullStore implements Store, Documents {

        private final Store to;
        private volatile boolean full;

        FullStore(Store to) {
            this.to = to;
        }

        private <T> CompletionStage<T> failed() {
            return CompletableFuture.failedFuture(
                    new UncheckedIOException(FULL, new IOException("No space left on device")));
        }

        @Override
        public CompletionStage<List<Document>> read(Collection<String> names) {
            return to.documents().read(names);
        }

        @Override
        public CompletionStage<List<String>> names(String within) {
            return to.documents().names(within);
        }

        @Override
        public CompletionStage<OptionalLong> write(String name, byte[] body, long seen) {
            return full ? failed() : to.documents().write(name, body, seen);
        }

        @Override
        public CompletionStage<Boolean> delete(String name, long seen) {
            return full ? failed() : to.documents().delete(name, seen);
        }

        @Override
        public Watch onChange(String within, Runnable nudge) {
            return to.documents().onChange(within, nudge);
        }

        @Override
        public Log log(String name) {
            return to.log(name);
        }

        @Override
        public Documents documents() {
            return this;
        }

        @Override
        public Leases leases() {
            return to.leases();
        }

        @Override
        public void close() {
            to.close();
        }
    }

    @BeforeEach
    void open() {
        gate = new CountDownLatch(1);
        store = Stores.open("memory:" + UUID.randomUUID());
        full = new FullStore(store);
    }

    @AfterEach
    void close() {
        gate.countDown();
        nodes.forEach(NodeProcess::close);
        store.close();
    }

    private NodeProcess start() {
        var settings = new NodeSettings(UUID.randomUUID().toString(), 2, LEASE, 3, InstantSource.system());
        var node = new NodeProcess(full, settings, Functions.onClassPath(), Secrets.none(), 2, state -> {})
                .provide("taken", (Consumer<Object>) line -> taken.add(line.toString()));
        nodes.add(node);
        return node;
    }

    private void await(BooleanSupplier condition) {
        for (long until = System.nanoTime() + LONG.toNanos(); !condition.getAsBoolean(); ) {
            nodes.forEach(node -> assertThat(node.failure()).isNull());
            assertThat(System.nanoTime())
                    .as("%s", nodes.stream().map(NodeProcess::state).toList())
                    .isLessThan(until);
            LockSupport.parkNanos(5_000_000);
        }
    }

    private JobIndex.IndexedJob job() {
        return new NodeClient(store.documents(), LONG, InstantSource.system())
                .index()
                .job(JOB)
                .orElseThrow();
    }

    private void submit(int files) throws IOException {
        Path in = Files.createDirectory(directory.resolve("in"));
        for (int file = 0; file < files; file++) {
            var lines = new ArrayList<String>();
            for (int line = 0; line < LINES; line++) {
                lines.add(file + ":" + line);
            }
            Files.write(in.resolve(file + ".txt"), lines);
        }
        new NodeClient(store.documents(), LONG, InstantSource.system())
                .submit(Job.named(JOB.text())
                        .input("read", Inputs.lines(in + "/*.txt"))
                        .function("hold", FullStoreTest::held)
                        .output("write", Outputs.callback("taken"))
                        .path("read", "hold", "write")
                        .build());
    }

    private void assertItIsNamedAndThenAllIsRead(int files) {
        await(() -> nodes.stream().map(node -> node.state().trouble()).allMatch(FULL::equals));
        assertThat(job().isRunning()).isTrue();
        full.full = false;
        await(() -> job().state() == JobIndex.State.DONE);
        await(() -> nodes.stream().allMatch(node -> node.state().trouble() == null));
        assertThat(taken).hasSize(files * LINES);
        assertThat(nodes).allMatch(node -> node.failure() == null);
    }

    @Test
    void aStoreThatIsFullForLongerThanALeaseLosesNothing() throws Exception {
        submit(5);
        NodeProcess first = start();
        NodeProcess second = start();
        await(() -> first.state().held().size() == 2 && second.state().held().size() == 2);
        full.full = true;
        await(() -> first.counters().lost() == 2 && second.counters().lost() == 2);
        gate.countDown();
        assertItIsNamedAndThenAllIsRead(5);
    }

    @Test
    void aNodeThatStartsWhileTheStoreCanOnlyBeReadWaits() throws Exception {
        gate.countDown();
        submit(2);
        full.full = true;
        NodeProcess node = start();
        await(() -> node.state().trouble() != null);
        assertThat(taken).isEmpty();
        assertItIsNamedAndThenAllIsRead(2);
    }
}
