package io.sardonyx.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.Cli.Result;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.store.Stores;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that cannot be used, or is another than expected, is told in one line with what to do. */
class StoreFaultsTest {

    @TempDir
    private Path directory;

    private static void assertEnds(int code, String message, String... args) {
        Result result = Cli.run(args);
        assertThat(result.err()).startsWith("sardonyx: ").contains(message);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.code()).isEqualTo(code);
    }

    @Test
    void aDirectoryThatCannotBeMade() {
        String store = "file:" + Cli.file(directory, "plain", "not a directory") + "/store";
        assertEnds(3, "plain/store: not a directory; is this the right", "peers", "start", "--store", store);
        assertEnds(3, "plain/store: not a directory; is this the right", "replica", "show", "--store", store);
        assertEnds(3, "/proc/sardonyx/store: ", "replica", "show", "--store", "file:/proc/sardonyx/store");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "file:",
                "file://host/x",
                "http://x",
                "zookeeper://h/",
                "zookeeper://h:70000/t",
                "opensearch://h/",
                "opensearch://me@h/t?password=plain"
            })
    void aMalformedAddress(String address) {
        assertEnds(2, "--store: ", "replica", "show", "--store", address);
        assertEnds(2, "--store: ", "peers", "start", "--store", address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"soon", "", "0s", "-1s", "PT-1S", "0.1ms", "25h", "99999999999999999999s", "P9999999D", "30"})
    void aTimeoutThatIsNone(String timeout) {
        String store = "file:" + directory.resolve("store");
        assertEnds(
                2, "no time to wait; give one from 1ms to 24h", "job", "list", "--store", store, "--timeout", timeout);
    }

    @Test
    void aTimeoutThatRunsOutTellsWhatWasWaitedFor() throws Exception {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String store = "zookeeper://127.0.0.1:" + silent.getLocalPort() + "/faults";
            String[] list = {"job", "list", "--store", store, "--timeout", "300ms"};
            assertEnds(3, "no answer within 0.3 s while waiting for the end of the log", list);
        }
    }

    @Test
    void aServerThatCannotBeReachedIsNamed() throws Exception {
        String nobody;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = "127.0.0.1:" + socket.getLocalPort();
        }
        String[] list = {"job", "list", "--store", "opensearch://" + nobody + "/faults", "--timeout", "1s"};
        assertEnds(3, "http://" + nobody + " cannot be reached", list);
    }

    @Test
    void aStorageOfStateThatCannotBeUsed() {
        String plain = "file:" + Cli.file(directory, "plain", "not a directory");
        assertEnds(
                3,
                "the storage of state cannot be used: " + directory.resolve("plain") + ": not a directory",
                "peers",
                "start",
                "--store",
                "memory:faults",
                "--state",
                plain);
        assertEnds(3, "plain: not a directory", "run", "any.yaml", "--state", plain);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "file:", "file://host/x", "ftp://host/x", "s3://me:hush@bucket"})
    void anAddressOfStateThatIsNone(String address) {
        assertEnds(2, "--state: ", "peers", "start", "--store", "memory:faults", "--state", address);
        assertEnds(2, "--state: ", "run", "any.yaml", "--state", address);
        assertThat(Cli.run("run", "any.yaml", "--state", address).err()).doesNotContain("hush");
    }

    @Test
    void anotherStorageOfStateThanThatOfTheCluster() throws InterruptedException {
        String address = "memory:faults-state";
        var founded = new CountDownLatch(1);
        var cluster = new ClusterParameters(
                        "sardonyx", Allocation.PLANNED, JobScheduler.BALANCED, ClusterParameters.REMEMBERED)
                .withState("memory:first-state");
        try (Store store = Stores.open(address);
                var thread = new LoopThread<>(
                        "founder", new PeerGroup(store, GroupSettings.of(cluster, 0), new SplittableRandom(1)), it -> {
                            if (it.replica().cluster().stateUri() != null) {
                                founded.countDown();
                            }
                        })) {
            assertThat(founded.await(30, TimeUnit.SECONDS)).isTrue();
            assertEnds(
                    2,
                    "its storage of state is memory:first-state, not memory:other-state; start with --state"
                            + " memory:first-state",
                    "peers",
                    "start",
                    "--store",
                    address,
                    "--state",
                    "memory:other-state");
            assertThat(Cli.run("replica", "show", "--store", address).out()).contains("state in memory:first-state");
            thread.tell(PeerGroup::leave);
            assertThat(thread.await(Duration.ofSeconds(30))).isTrue();
        }
    }

    @Test
    void aJarThatIsNone() {
        String text = Cli.file(directory, "words.jar", "no jar");
        assertEnds(2, "words.jar is no jar", "peers", "start", "--store", "memory:faults", "--jar", text);
        assertEnds(2, "none.jar is no file", "peers", "start", "--store", "memory:faults", "--jar", "none.jar");
    }

    @Test
    void anAddressThatNobodyCouldReach() {
        String[] start = {"peers", "start", "--store", "memory:faults", "--bind", "0.0.0.0:7070"};
        assertEnds(2, "--bind: nobody can reach 0.0.0.0:7070; say with --advertise", start);
    }

    @Test
    void anotherClusterThanExpected() throws InterruptedException {
        String address = "memory:faults-another";
        var founded = new CountDownLatch(1);
        var settings = GroupSettings.of(
                new ClusterParameters("a", Allocation.VOLUNTEERED, JobScheduler.GREEDY, ClusterParameters.REMEMBERED),
                0);
        try (Store store = Stores.open(address);
                var thread =
                        new LoopThread<>("founder", new PeerGroup(store, settings, new SplittableRandom(1)), it -> {
                            if (it.replica().cluster().isFounded()) {
                                founded.countDown();
                            }
                        })) {
            assertThat(founded.await(30, TimeUnit.SECONDS)).isTrue();
            assertEnds(
                    2,
                    "its name is a, not b, its job scheduler is greedy, not balanced, its allocation is volunteered,"
                            + " not planned; start with --cluster a --job-scheduler greedy --allocation volunteered",
                    "peers",
                    "start",
                    "--store",
                    address,
                    "--cluster",
                    "b");
            thread.tell(PeerGroup::leave);
            assertThat(thread.await(Duration.ofSeconds(30))).isTrue();
        }
    }
}
