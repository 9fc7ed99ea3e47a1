package io.sardonyx.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Broker;
import io.sardonyx.port.Store;
import io.sardonyx.queue.BrokerList;
import io.sardonyx.queue.Brokers;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.store.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator is told where peers volunteer. */
class VolunteeredClusterTest {

    private static final String ADDRESS = "memory:volunteered";
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private final Store store = Stores.open(ADDRESS);
    private final AdminClient client = AdminClient.over(store);
    private LoopThread<PeerGroup> process;

    @BeforeEach
    void join() {
        var parameters = new ClusterParameters(
                "tested", Allocation.VOLUNTEERED, JobScheduler.GREEDY, ClusterParameters.REMEMBERED);
        var group = new PeerGroup(store, GroupSettings.of(parameters, 2), new SplittableRandom(1));
        process = new LoopThread<>("tested", group, it -> {});
        until(view -> view.replica().peers().present().size() == 2);
    }

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        process.close();
        assertThat(process.await(LONG)).isTrue();
        store.close();
    }

    private void until(Predicate<ReplicaView> wish) {
        var seen = new CompletableFuture<ReplicaView>();
        try (var watch = client.subscribe(view -> {
            if (wish.test(view)) {
                seen.complete(view);
            }
        })) {
            assertThat(watch).isNotNull();
            assertThat(seen).succeedsWithin(LONG);
        }
    }

    private static String done(String... args) {
        var all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--store", ADDRESS));
        Cli.Result result = Cli.run(all.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        return result.out();
    }

    private String job(String id) {
        return Cli.file(
                directory,
                id + ".json",
                "{'id':'" + id + "','workflow':[['read','work'],['work','end']],'catalog':["
                        + "{'name':'read','input':'lines'},{'name':'work','fn':'a.Words::split'},"
                        + "{'name':'end','output':'stdout'}]}");
    }

    @Test
    void planTellsNumbersAndTheOthersWhoWaitsForWhat() {
        assertThat(done("job", "plan", job("first")))
                .contains("2 peers, greedy, volunteered: 1 of 1 job run")
                .contains("volunteers fill it up to its share (granted 2, share 2)")
                .contains("which peer gets which place is decided by the order of the log")
                .doesNotContain("exactly");
        assertThat(done("job", "plan", "--json", job("first"))).contains("\"exact\":false");
        done("job", "submit", job("first"));
        until(view -> view.replica().jobs().demands().stream().anyMatch(demand -> demand.size() == 2));
        done("job", "submit", job("second"));
        assertThat(done("why", "second")).contains("waits", "too few peers are left for it (need 1, left 0)");
        String waits = "nobody is on end: the job holds 2 peers, so that waits until read, work has ended; if its input"
                + " never ends, it needs 3 peers";
        assertThat(done("why", "first")).contains("runs with 2 peers", waits);
        assertThat(done("job", "show", "first")).contains("queued delivery", waits);
        assertThat(done("doctor")).contains("volunteered, greedy", "2 live, 1 of them waiting");
        assertThat(done("replica", "show")).contains("cluster tested, volunteered, greedy");
    }

    @Test
    void whereNoProcessHasABrokerThatIsSaidBeforeAQueuedJobIsKilledForIt() throws Exception {
        String lacks = "no process of the cluster has told of a broker";
        Cli.Result planned = Cli.run("job", "plan", "--store", ADDRESS, job("first"));
        assertThat(planned.code()).isZero();
        assertThat(planned.err()).startsWith("sardonyx: warning: ").contains(lacks, "--broker");
        assertThat(done("job", "plan", "--json", job("first"))).contains("\"warnings\":[\"its delivery is queued");
        Cli.Result submitted = Cli.run("job", "submit", "--store", ADDRESS, job("first"));
        assertThat(submitted.code()).isZero();
        assertThat(submitted.err()).startsWith("sardonyx: warning: ").contains(lacks);
        assertThat(done("job", "submit", "--json", job("first"))).contains("\"warnings\":[\"its delivery is queued");
        assertThat(done("why", "first")).contains(lacks);
        assertThat(done("why", "--json", "first")).contains("\"brokers\":[\"its delivery is queued");

        List<Broker> brokers = Brokers.open("memory:volunteered");
        assertThat(BrokerList.mismatch(brokers, store.documents()).toCompletableFuture())
                .succeedsWithin(LONG)
                .isNull();
        assertThat(Cli.run("job", "submit", "--store", ADDRESS, job("second")).err())
                .isEmpty();
        assertThat(done("why", "first")).doesNotContain("broker");
        assertThat(done("doctor", "--broker", "memory:volunteered")).contains("broker   memory:volunteered");
        Cli.Result other = Cli.run("doctor", "--store", ADDRESS, "--broker", "memory:other");
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.out()).contains("this process has the brokers memory:other");
        brokers.forEach(Broker::close);
    }
}
