package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.Outcome;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Job;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes over a real OpenSearch: a masterless cluster, whose log and leases are derived from documents, and nodes.
 */
@Timeout(3_600)
class OpenSearchClusterTest {

    private static final int NUMBERS = 60_000;
    private static final int PER_SECOND = 6_000;
    private static final int KILLS = 3;
    private static final Duration LEASE = Duration.ofSeconds(4);

    @TempDir
    private static Path directory;

    private static ServerProcess server;

    @BeforeAll
    static void serve() throws IOException {
        server = ServerProcess.openSearch(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String address(String tenancy) {
        return "opensearch://127.0.0.1:" + server.port() + "/" + tenancy;
    }

    @Test
    void workIsCompletedThoughAProcessIsKilled() throws Exception {
        String address = address("killed") + "?leaseMillis=" + LEASE.toMillis();
        Path out = directory.resolve("killed");
        Job job = job(out, NUMBERS);
        try (Cluster cluster = new Cluster(address, directory);
                AdminClient client = AdminClient.connect(address)) {
            long start = System.nanoTime();
            List<Member> members = cluster.startRing(3);
            print("3 processes joined", start);
            start = System.nanoTime();
            client.submit(job);
            Waiting.until("the first output", () -> bytes(out) > 0);
            print("first output", start);
            start = System.nanoTime();
            members.get(1).kill();
            cluster.awaitRingOf(2);
            print("ring closed after a kill, with leases of 4 s,", start);
            assertThat(client.await(job.id(), Member.PATIENCE)).isInstanceOf(Outcome.Completed.class);
            cluster.assertAllHoldTheSame();
        }
        assertThat(Written.in(out, NUMBERS).lost()).isZero();
        assertThat(Written.in(out, NUMBERS).foreign()).isZero();
    }

    /**
     * The server, too, is killed, and stays away for so long that every process loses its session; what it comes back
     * with is what it has acknowledged. Nobody holds those losses against the job.
     */
    @Test
    @Tag("campaign")
    @Tag("processes")
    void workIsCompletedThoughTheServerIsKilled() throws Exception {
        String address = address("restarted") + "?timeoutMillis=2000&leaseMillis=" + LEASE.toMillis();
        Path out = directory.resolve("restarted");
        Job job = job(out, 3 * NUMBERS);
        try (Cluster cluster = new Cluster(address, Files.createDirectory(directory.resolve("said")));
                AdminClient client = AdminClient.connect(address)) {
            cluster.startRing(3);
            client.submit(job);
            for (int kill = 0; kill < KILLS; kill++) {
                long before = bytes(out);
                Waiting.until("some output", () -> bytes(out) > before);
                server.restart(LEASE);
            }
            awaitEnd(cluster, () -> isCompleted(address, job));
            cluster.assertAllHoldTheSame();
        }
        assertThat(Written.in(out, 3 * NUMBERS).lost()).isZero();
    }

    @Test
    void killedAndPausedNodesLoseNothing() throws Exception {
        try (var nodes = new NodesOrdeal(Files.createDirectory(directory.resolve("nodes")), address("nodes"))) {
            nodes.run(100, 5, 2);
        }
    }

    @Tag("campaign")
    @Tag("nodes")
    @Test
    void manyNodesAreKilledAndPausedAndTheServerIsKilledToo() throws Exception {
        try (var nodes = new NodesOrdeal(Files.createDirectory(directory.resolve("campaign")), address("campaign"))) {
            nodes.campaign(() -> server.restart(Duration.ZERO));
        }
    }

    private static void awaitEnd(Cluster cluster, BooleanSupplier isOver) {
        try {
            Waiting.until("the end", Duration.ofMinutes(4), isOver);
        } catch (AssertionError e) {
            throw new AssertionError(cluster.read().replica().toString(), e);
        }
    }

    private static boolean isCompleted(String address, Job job) {
        try (AdminClient client = AdminClient.connect(address)) {
            assertThat(client.await(job.id(), Duration.ofSeconds(20))).isInstanceOf(Outcome.Completed.class);
            return true;
        } catch (TimeoutException | StoreUnreachable e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static Job job(Path out, long numbers) {
        return Job.named("numbers")
                .task(
                        "read",
                        task -> task.input(
                                Inputs.numbers(numbers).with("partitions", 6).with("rate", PER_SECOND)))
                .task("write", task -> task.output(Outputs.lines(out.toString())))
                .path("read", "write")
                .build();
    }

    /** Told, not asserted: how fast a machine is says nothing about the code. */
    private static void print(String what, long startNanos) {
        System.out.printf(
                "OpenSearch: %s after %d ms%n",
                what, Duration.ofNanos(System.nanoTime() - startNanos).toMillis());
    }

    /** How much is written, whether or not it is published. */
    private static long bytes(Path out) {
        try (Stream<Path> files = Files.walk(out)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException | UncheckedIOException e) {
            return 0; // a file was renamed or is not there yet: whoever waits looks again
        }
    }
}
