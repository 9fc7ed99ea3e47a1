package io.sardonyx.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.CoordinatorSnapshot;
import io.sardonyx.coordinate.Coordinator;
import io.sardonyx.coordinate.CoordinatorSettings;
import io.sardonyx.coordinator.PeerState;
import io.sardonyx.follow.RosterFold;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.store.Stores;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an operator is told where a coordinator decides. */
@Timeout(120)
class CoordinatedClusterTest {

    private static final String ADDRESS = "memory:coordinated";
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private final Store store = Stores.open(ADDRESS);
    private final AdminClient client = AdminClient.over(store);
    private final List<LoopThread<?>> threads = new ArrayList<>();

    /** A process whose peers can be offered tasks; it runs none of them, since it has no engine. */
    @BeforeEach
    void join() {
        var parameters = new ClusterParameters(
                "tested", Allocation.COORDINATED, JobScheduler.BALANCED, ClusterParameters.REMEMBERED);
        var group = new PeerGroup(store, GroupSettings.of(parameters, 2), new SplittableRandom(1));
        threads.add(new LoopThread<>("tested", group, it -> {}));
        while (client.replica().replica().peers().present().size() < 2) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        for (LoopThread<?> thread : threads) {
            thread.close();
            assertThat(thread.await(LONG)).isTrue();
        }
        store.close();
    }

    private void coordinate(int number) {
        var settings = CoordinatorSettings.DEFAULT.at("host" + number);
        var coordinator = new Coordinator(store, settings, new SplittableRandom(number));
        threads.add(new LoopThread<>("coordinator-" + number, coordinator, it -> {}));
    }

    private void until(Predicate<CoordinatorSnapshot> wish) {
        while (!wish.test(client.coordinator(client.founded().replica().cluster(), (entry, change) -> {}))) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static Cli.Result run(String... args) {
        var all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--store", ADDRESS));
        return Cli.run(all.toArray(String[]::new));
    }

    private static String done(String... args) {
        Cli.Result result = run(args);
        assertThat(result.code()).as(result.err()).isZero();
        return result.out();
    }

    private String job(String id, String more) {
        return Cli.file(
                directory,
                id + ".json",
                "{'id':'" + id + "'" + more + ",'workflow':[['read','work'],['work','end']],'catalog':["
                        + "{'name':'read','input':'lines'},{'name':'work','fn':'a.Words::split'},"
                        + "{'name':'end','output':'stdout'}]}");
    }

    @Test
    void showTellsWhoLeadsWhoStandsByAndWhatPeersDo() {
        assertThat(done("coordinator", "show"))
                .contains("no coordinator runs", "sardonyx coordinator start", "peers    2 living: 2 idle");
        coordinate(1);
        until(now -> now.leader().isPresent());
        coordinate(2);
        until(now -> now.running().size() == 2);
        done("job", "submit", job("first", ""));
        until(now -> now.in(PeerState.ACTIVE).size() == 2);
        assertThat(done("coordinator", "show"))
                .containsPattern("leads    coordinator-\\S+ on host1, since 20")
                .containsPattern("stands by coordinator-\\S+ on host2, since 20")
                .contains("2 active", "0 open offers", "first  read: ", "in slot 0, since event ", " ack peer=")
                .doesNotContain("no coordinator");
        String json = done("coordinator", "show", "--json", "--last", "1");
        assertThat(json.lines()).hasSize(1);
        assertThat(json).contains("\"leader\":{\"id\":\"coordinator-", "\"host\":\"host2\"", "\"state\":\"active\"");
    }

    @Test
    void eventsAreShownExportedAndReplayedToTheSameRoster() throws Exception {
        coordinate(1);
        done("job", "submit", job("first", ""));
        until(now -> now.in(PeerState.ACTIVE).size() == 2);
        assertThat(done("log", "show", "--log", "coordinator"))
                .contains("born peer=", ": peer ", " is idle", "plan job=first", "job first is planned with 3 tasks")
                .contains("offer peer=", " is offered first/read");
        assertThat(done("log", "show", "--log", "coordinator", "--json", "--from", "1", "--to", "1")
                        .lines())
                .hasSize(1);
        Path file = directory.resolve("events.jsonl");
        String exported = done("log", "export", "--log", "coordinator", file.toString());
        String hash = exported.lines()
                .filter(line -> line.startsWith("sha256 "))
                .findFirst()
                .orElseThrow();
        Cli.Result replayed = Cli.run("log", "replay", "--log", "coordinator", file.toString());
        assertThat(replayed.code()).as(replayed.err()).isZero();
        assertThat(replayed.out()).contains(hash, "2 living peers", "-> the coordinator offer");
        assertThat(Cli.run("log", "replay", "--log", "coordinator", "--json", file.toString())
                        .out())
                .contains("\"roster\":{", "\"owed\":[");
        Files.writeString(file, Files.readString(file).replaceFirst("\"fn\":\"born\"", "\"fn\":\"death\""));
        Cli.Result edited = Cli.run("log", "replay", "--log", "coordinator", file.toString());
        assertThat(edited.code()).isEqualTo(2);
        assertThat(edited.err()).contains("line 1", "checksum");
    }

    @Test
    void aJobThatNoCoordinatorCanAssignIsRefusedBeforeAnythingIsStored() {
        String direct = job("direct", ",'delivery':'direct','taskScheduler':'greedy','percentage':10");
        Cli.Result refused = run("job", "submit", direct);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err())
                .contains("delivery", "is direct", "planned or volunteered", "taskScheduler", "percentage");
        Cli.Result planned = run("job", "plan", direct);
        assertThat(planned.code()).isEqualTo(2);
        assertThat(planned.err()).contains("is direct");
        assertThat(client.jobs()).isEmpty();
        assertThat(store.documents().names("").toCompletableFuture())
                .succeedsWithin(LONG)
                .satisfies(names -> assertThat(names).noneMatch(name -> name.contains("direct")));
    }

    @Test
    void whereNoCoordinatorRunsThatIsSaidWhenAJobIsSubmitted() {
        Cli.Result submitted = run("job", "submit", job("first", ""));
        assertThat(submitted.code()).isZero();
        assertThat(submitted.err()).contains("sardonyx: warning: no coordinator runs", "sardonyx coordinator start");
        assertThat(done("job", "submit", "--json", job("second", "")))
                .contains("\"warnings\":[", "no coordinator runs");
        coordinate(1);
        until(now -> now.leader().isPresent());
        assertThat(run("job", "submit", job("third", "")).err()).doesNotContain("no coordinator");
    }

    @Test
    void whyAndDoctorTellThatNobodyLeads() {
        done("job", "submit", job("first", ""));
        assertThat(done("why", "first")).contains("waits", "has not planned it yet", "no coordinator runs");
        assertThat(done("why", "first/work")).contains("nobody is on it", "no coordinator runs");
        String peer = client.replica()
                .replica()
                .peers()
                .present()
                .keys()
                .iterator()
                .next()
                .text();
        assertThat(done("why", peer)).contains("is idle, since event ", "(born)", "no coordinator runs");
        assertThat(done("job", "show", "first")).contains("job first waiting", "no coordinator runs");
        Cli.Result ill = run("doctor");
        assertThat(ill.code()).isEqualTo(1);
        assertThat(ill.out()).contains("leader   no coordinator runs").doesNotContain("well  ");
    }

    @Test
    void whyAndJobShowTellWhatTheRosterHas() {
        coordinate(1);
        done("job", "submit", job("first", ""));
        until(now -> now.in(PeerState.ACTIVE).size() == 2 && now.leader().isPresent());
        done("job", "submit", job("second", ""));
        until(now -> now.roster().jobs().size() == 2);
        String peer = client.replica()
                .replica()
                .peers()
                .present()
                .keys()
                .iterator()
                .next()
                .text();
        assertThat(done("why", peer)).contains("runs first/", "(ack)").doesNotContain("no coordinator");
        assertThat(done("why", "first")).contains("runs with 2 peers", "it holds ", " on read");
        assertThat(done("why", "second")).contains("waits", "all 2 peers are at other tasks");
        assertThat(done("job", "show", "first")).contains("job first running", "task read (1..any) ", "0:");
        assertThat(done("job", "show", "--json", "first")).contains("\"slots\":{\"0\":\"");
        assertThat(done("doctor")).contains("coordinated", "jobs     2 live\n", "well  ");
        assertThat(done("job", "list")).contains("first   running, 2 peers", "second  waiting, 0 peers");
        assertThat(done("top", "--once")).contains("leads, 0 stand by", "2 peers, 2 busy, 0 idle", "running");
        assertThat(done("top", "--once", "--json")).contains("\"coordinator\":\"coordinator-", "\"busy\":2");
        assertThat(done("job", "plan", job("third", "")))
                .contains("a coordinator decides in this cluster", "submits it, or does nothing")
                .doesNotContain("volunteer", "exactly");
    }

    @Test
    void onlyADamagedEventIsSkippedAndOnlyWhereThereIsACoordinatorsLog() {
        coordinate(1);
        until(now -> now.position() > 0);
        Cli.Result readable = run("log", "skip", "--log", "coordinator", "--at", "0");
        assertThat(readable.code()).isEqualTo(2);
        assertThat(readable.err()).contains("entry 0 can be read");
        Cli.Result missing = run("log", "skip", "--log", "coordinator", "--at", "9999");
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err()).contains("there is no entry 9999 yet");
    }

    @Test
    void doctorTellsWhenTheCoordinatorsLogCannotBeRead() {
        var log = store.log(RosterFold.log(client.founded().replica().cluster()));
        assertThat(log.append(List.of("no entry".getBytes(StandardCharsets.UTF_8)))
                        .toCompletableFuture())
                .succeedsWithin(LONG);
        Cli.Result ill = run("doctor");
        assertThat(ill.code()).isEqualTo(1);
        assertThat(ill.out()).contains("the coordinator's log cannot be read");
    }
}
