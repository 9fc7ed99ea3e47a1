package io.sardonyx.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.Cli;
import io.sardonyx.cli.Processes;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.store.Stores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class CoordinatorStartCommandTest {

    @TempDir
    private Path directory;

    private static void founding(String address, Allocation allocation, Runnable then) throws InterruptedException {
        var founded = new CountDownLatch(1);
        var settings = GroupSettings.of(
                new ClusterParameters("orders", allocation, JobScheduler.BALANCED, ClusterParameters.REMEMBERED), 0);
        try (Store store = Stores.open(address);
                var thread =
                        new LoopThread<>("founder", new PeerGroup(store, settings, new SplittableRandom(1)), it -> {
                            if (it.replica().cluster().isFounded()) {
                                founded.countDown();
                            }
                        })) {
            assertThat(founded.await(30, TimeUnit.SECONDS)).isTrue();
            then.run();
            thread.tell(PeerGroup::leave);
            assertThat(thread.await(Duration.ofSeconds(30))).isTrue();
        }
    }

    private static void assertRefused(String sentence, String... args) {
        Cli.Result result = Cli.run(args);
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).contains(sentence);
        assertThat(result.err().lines()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"PLANNED, planned", "VOLUNTEERED, volunteered"})
    void aClusterOfAnotherAllocationNeedsNone(Allocation allocation, String word) throws InterruptedException {
        String address = "memory:coordinator-" + word;
        founding(
                address,
                allocation,
                () -> assertRefused(
                        "the allocation of cluster orders is " + word + ", so it needs no coordinator",
                        "coordinator",
                        "start",
                        "--store",
                        address));
    }

    @Test
    void aClusterOfAnotherNameIsRefused() throws InterruptedException {
        String address = "memory:coordinator-named";
        founding(
                address,
                Allocation.COORDINATED,
                () -> assertRefused(
                        "this cluster is called orders, but the coordinator is configured for payments",
                        "coordinator",
                        "start",
                        "--store",
                        address,
                        "--cluster",
                        "payments"));
    }

    @Test
    void aRevokeDelayShorterThanARoundTripIsRefused() {
        assertRefused(
                "--revoke-after: a peer has at least 1000 ms to acknowledge an offer",
                "coordinator",
                "start",
                "--store",
                "memory:coordinator-hasty",
                "--revoke-after",
                "300ms");
    }

    @Test
    void whereNobodyNeedsACoordinatorAMemberStandsByForNone() {
        assertRefused(
                "--coordinator is for clusters of allocation coordinated, but that of this process is planned",
                "peers",
                "start",
                "--store",
                "memory:coordinator-needless",
                "--coordinator");
    }

    @Test
    void anUnreachableStoreIsTold() {
        Cli.Result result =
                Cli.run("coordinator", "start", "--store", "zookeeper://127.0.0.1:1/tenancy", "--timeout", "500ms");
        assertThat(result.code()).as(result.err()).isEqualTo(3);
    }

    @Test
    void aCoordinatorWaitsUntilSomebodyFoundsTheCluster() throws Exception {
        Process process = Processes.start("coordinator", "start", "--store", "file:" + directory.resolve("empty"));
        try (BufferedReader told = output(process)) {
            assertThat(told.readLine()).contains("waits: nobody has founded the cluster yet", "peers start");
            assertThat(Processes.signal(process, "INT")).isZero();
            assertThat(told.readLine()).isNull();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aStandByLeadsOnceTheLeaderIsToldToEnd() throws Exception {
        String store = "file:" + directory.resolve("store");
        Process peers = Processes.start(
                "peers", "start", "--json", "--store", store, "--allocation", "coordinated", "--coordinator");
        Process other = null;
        try (BufferedReader told = output(peers)) {
            awaitLine(told, "\"event\":\"leads\"");
            other = Processes.start("coordinator", "start", "--store", store, "--metrics", "0");
            try (BufferedReader toldByOther = output(other)) {
                // Its thread has begun when the address of the page is told, so either may come first.
                List<String> first = List.of(toldByOther.readLine(), toldByOther.readLine());
                assertThat(first).anyMatch(line -> line.endsWith(" stands by: another one leads"));
                String page = first.stream()
                        .filter(line -> line.contains("metrics are at "))
                        .map(line -> line.replaceFirst(".*metrics are at ", ""))
                        .findFirst()
                        .orElseThrow();
                assertThat(Processes.signal(peers, "TERM")).isZero();
                assertThat(toldByOther.readLine()).matches("(event \\d+: )?coordinator-[-0-9a-f]+ leads from here on");
                assertThat(read(page))
                        .contains("sardonyx_coordinator_leads 1.0", "sardonyx_coordinator_peers{state=\"idle\"} ");
                assertThat(Processes.signal(other, "TERM")).isZero();
                assertThat(toldByOther.readLine()).isNull();
            }
        } finally {
            peers.destroyForcibly();
            if (other != null) {
                other.destroyForcibly();
            }
        }
    }

    private static String read(String url) throws IOException {
        try (InputStream page = URI.create(url).toURL().openStream()) {
            return new String(page.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static BufferedReader output(Process process) {
        return process.inputReader(StandardCharsets.UTF_8);
    }

    private static void awaitLine(BufferedReader told, String part) throws Exception {
        String line = told.readLine();
        while (line != null && !line.contains(part)) {
            line = told.readLine();
        }
        assertThat(line).isNotNull();
    }
}
