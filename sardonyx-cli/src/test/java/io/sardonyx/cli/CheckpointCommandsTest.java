package io.sardonyx.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.Cli.Result;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.command.CompleteCheckpoint;
import io.sardonyx.command.RewindJob;
import io.sardonyx.command.SealOutput;
import io.sardonyx.content.Manifest;
import io.sardonyx.content.ReportDocument;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.plugin.Extent;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Run;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.QueueFigures;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskReport.CheckpointFigures;
import io.sardonyx.report.TaskReport.CheckpointSteps;
import io.sardonyx.report.TaskReport.Rewound;
import io.sardonyx.report.TaskReport.StateFigures;
import io.sardonyx.report.TaskStats;
import io.sardonyx.store.Stores;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands about checkpoints, in a cluster whose peers do no work, so that the test completes them. */
class CheckpointCommandsTest {

    private static final String ADDRESS = "memory:checkpoint-commands";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final JobId COUNTED = JobId.of("counted");

    @TempDir
    private Path directory;

    private final Store store = Stores.open(ADDRESS);
    private final AdminClient client = AdminClient.over(store);
    private final LoopThread<PeerGroup> process = new LoopThread<>(
            "tested",
            new PeerGroup(
                    store,
                    GroupSettings.of(
                            new ClusterParameters(
                                    "tested", Allocation.PLANNED, JobScheduler.BALANCED, ClusterParameters.REMEMBERED),
                            4),
                    RandomGenerator.getDefault()),
            it -> {});

    @BeforeEach
    void submit() {
        until(view -> view.replica().peers().present().size() == 4);
        done("job", "submit", file("counted", ",'checkpoint':{'every':'PT1S','keep':2}"));
        until(view -> view.replica().jobs().live().has(COUNTED));
    }

    private String file(String id, String more) {
        return Cli.file(
                directory,
                id + ".json",
                "{'id':'" + id + "','workflow':[['in','out']],'saturation':2,'catalog':[{'name':'in','input':'lines'},"
                        + "{'name':'out','output':'stdout'}]" + more + "}");
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

    private static Result run(String... args) {
        var all = new ArrayList<>(List.of(args));
        all.add("--store");
        all.add(ADDRESS);
        return Cli.run(all.toArray(String[]::new));
    }

    private static String done(String... args) {
        Result result = run(args);
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        return result.out();
    }

    private static String refused(String... args) {
        Result result = run(args);
        assertThat(result.code()).isEqualTo(2);
        return result.err();
    }

    private void complete(long number, boolean last) {
        Run run = client.replica().replica().jobs().live().get(COUNTED);
        String hash = Manifest.write(store.documents(), COUNTED, new Manifest(number, new TreeMap<>(), List.of()))
                .toCompletableFuture()
                .join();
        client.append(new CompleteCheckpoint(COUNTED, run.version(), number, hash, last, SortedTable.empty()));
    }

    @Test
    void checkpointsAreListedKeptAndDropped() {
        assertThat(run("job", "checkpoints", "counted").err()).contains("has no checkpoints");
        assertThat(refused("job", "keep", "counted", "first")).contains("has no checkpoint yet");
        complete(1, false);
        assertThat(done("job", "keep", "counted", "first")).contains("is kept as first since entry");
        assertThat(done("job", "keep", "counted", "first")).contains("nothing changes");
        complete(2, false);
        complete(3, false);
        complete(4, false);
        assertThat(refused("job", "keep", "counted", "first")).contains("another checkpoint of job counted is kept as");
        assertThat(refused("job", "keep", "counted", "second", "--number", "2")).contains("has no checkpoint 2");
        assertThat(refused("job", "keep", "counted", "12")).contains("is not a number");
        assertThat(done("job", "checkpoints", "counted").lines())
                .hasSize(3)
                .first()
                .asString()
                .matches("1  entry \\d+  \\d.* ago  \\d+ bytes  first");
        assertThat(done("job", "checkpoints", "counted", "--json"))
                .contains("\"number\":1", "\"names\":[\"first\"]", "\"completed\":\"20");
        assertThat(done("job", "drop", "counted", "first")).contains("the name first is free");
        assertThat(refused("job", "drop", "counted", "first"))
                .contains("no checkpoint of job counted is kept as first");
        assertThat(done("job", "checkpoints", "counted").lines()).hasSize(2);
        assertThat(refused("job", "keep", "other", "a")).contains("other");
    }

    @Test
    void stoppedJobSaysAtWhichCheckpointAndGoesOn() {
        complete(1, false);
        assertThat(done("job", "stop", "counted")).contains("is stopping since entry");
        assertThat(done("job", "stop", "counted")).contains("nothing changes");
        assertThat(done("job", "list")).contains("counted  stopping, 2 peers");
        complete(2, true);
        client.append(new SealOutput(COUNTED, TaskName.of("out")));
        assertThat(done("job", "stop", "counted", "--wait"))
                .containsPattern("stopped at entry \\d+, at checkpoint 2; it can be resumed");
        assertThat(done("job", "show", "counted", "--json")).contains("\"state\":\"stopped\"", "\"checkpoint\":2");
        assertThat(done("job", "list")).contains("job resume counted goes on with it");
        assertThat(done("job", "resume", "counted")).contains("goes on as job counted-2");
        assertThat(client.replica()
                        .replica()
                        .jobs()
                        .checkpoints(JobId.of("counted-2"))
                        .latestNumber())
                .isEqualTo(2);
        assertThat(refused("job", "forget", "counted"))
                .contains("another job goes on from a checkpoint of job counted");
        done("job", "kill", "counted-2");
        done("job", "forget", "counted-2");
        assertThat(done("job", "forget", "counted")).contains("only the id of job counted is remembered");
    }

    @Test
    void jobGoesOnFromACheckpointByNameOrNumber() {
        complete(1, false);
        done("job", "keep", "counted", "first");
        complete(2, false);
        complete(3, false);
        complete(4, false);
        assertThat(refused("job", "resume", "counted@first")).contains("job counted has not ended");
        done("job", "kill", "counted");
        assertThat(done("job", "resume", "counted@first")).contains("job counted goes on as job counted-2");
        String file = file("other", ",'checkpoint':{'every':'PT1S'}");
        assertThat(done("job", "submit", file, "--resume", "counted@3"))
                .contains("job counted-3 is in the cluster", "it goes on from the checkpoints of counted@3");
        done("job", "resume", "counted");
        assertThat(List.of(latest("counted-2"), latest("counted-3"), latest("counted-4")))
                .containsExactly(1L, 3L, 4L);
    }

    private long latest(String job) {
        return client.replica().replica().jobs().checkpoints(JobId.of(job)).latestNumber();
    }

    @Test
    void checkpointThatIsNotKeptIsRefusedWithThoseThatAre() {
        complete(1, false);
        done("job", "keep", "counted", "first");
        complete(2, false);
        complete(3, false);
        complete(4, false);
        done("job", "kill", "counted");
        String file = file("other", ",'checkpoint':{'every':'PT1S'}");
        for (String checkpoint : List.of("2", "5", "second", "99999999999999999999")) {
            String refusal = "job counted keeps no checkpoint " + checkpoint + "; it keeps 1 (first), 3, 4";
            assertThat(refused("job", "resume", "counted@" + checkpoint)).contains(refusal);
            assertThat(refused("job", "submit", file, "--resume", "counted@" + checkpoint))
                    .contains(refusal);
            assertThat(refused("job", "plan", file, "--resume", "counted@" + checkpoint))
                    .contains(refusal);
        }
        done("job", "drop", "counted", "first");
        assertThat(refused("job", "resume", "counted@first")).contains("; it keeps 3, 4");
        assertThat(refused("job", "resume", "counted@")).contains("say JOB, JOB@NAME or JOB@N");
        assertThat(refused("job", "resume", "nobody@3")).contains("nobody");
        done("job", "submit", file("plain", ""));
        done("job", "kill", "plain");
        assertThat(refused("job", "resume", "plain@1")).contains("it has none");
        assertThat(client.replica().replica().jobs().live().size()).isZero();
    }

    @Test
    void checkpointsAndRewindsAreShownAndExplained() {
        assertThat(done("job", "show", "counted")).contains("no checkpoint is complete yet");
        complete(1, false);
        done("job", "keep", "counted", "first");
        Run run = client.replica().replica().jobs().live().get(COUNTED);
        client.append(new RewindJob(COUNTED, run.version(), "a link broke"));
        assertThat(done("job", "show", "counted"))
                .contains("checkpoint 1 is the latest, first kept by name")
                .containsPattern("it went back to a checkpoint once, last at entry \\d+: a link broke");
        assertThat(done("job", "show", "counted", "--json"))
                .contains("\"checkpoints\":{\"latest\":1,\"kept\":1,\"names\":[\"first\"],\"stopping\":false")
                .contains("\"rewinds\":1", "\"rewoundBecause\":\"a link broke\"");
        assertThat(done("why", "counted")).contains("last at entry").contains("a link broke");
        assertThat(done("log", "show", "--long"))
                .contains("checkpoint 1 of counted is complete")
                .contains("a checkpoint of counted is kept as first")
                .contains("counted goes back to checkpoint 1: a link broke");
    }

    private void report(CheckpointFigures told, List<StateFigures> states) {
        TaskReport keeper = new TaskStats(
                        new Assignment(PeerId.of("p"), COUNTED, TaskName.of("in"), 0),
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        Extent.NONE,
                        false,
                        false,
                        null,
                        false,
                        QueueFigures.NONE,
                        told,
                        states)
                .report();
        byte[] report = ReportDocument.bytes(new JobReport(System.currentTimeMillis(), List.of(keeper)));
        String name = ReportDocument.name(COUNTED, GroupId.of("g"));
        store.documents()
                .write(name, report, Documents.ABSENT)
                .toCompletableFuture()
                .join();
    }

    private static CheckpointFigures told(CheckpointSteps steps, Rewound again) {
        return new CheckpointFigures(
                1, System.currentTimeMillis(), 1_500, "task out in slot 0", 2, 12_345, steps, 0, again);
    }

    @Test
    void figuresOfTheKeeperAreShown() {
        complete(1, false);
        report(told(new CheckpointSteps(300, 20, 900, 200, 100), Rewound.NONE), List.of());
        assertThat(done("job", "show", "counted"))
                .containsPattern("checkpoint 1 is the latest, complete \\d.* ago after 1.5 s, 12,345 bytes")
                .contains("longest, for 0.9 s, task out in slot 0 wrote its state or output")
                .contains("2 checkpoints took longer than the timeout");
        assertThat(done("job", "show", "counted", "--json"))
                .contains("\"tookMillis\":1500", "\"expired\":2", "\"bytes\":12345", "\"longest\":\"write\"")
                .contains("\"steps\":{\"mark\":300,\"align\":20,\"write\":900,\"manifest\":200,\"entry\":100}");
    }

    @Test
    void keeperOfAnOlderReleaseTellsLess() {
        complete(1, false);
        report(
                new CheckpointFigures(
                        1,
                        System.currentTimeMillis(),
                        1_500,
                        "task out in slot 0",
                        0,
                        0,
                        CheckpointSteps.UNKNOWN,
                        0,
                        Rewound.NONE),
                List.of());
        assertThat(done("job", "show", "counted"))
                .containsPattern("complete \\d.* ago after 1.5 s\\R")
                .contains("task out in slot 0 was the last to ack it");
        assertThat(done("job", "show", "counted", "--json")).doesNotContain("\"bytes\"", "\"steps\"");
        assertThat(done("top", "--once")).containsPattern("checkpoint 1, \\d.* ago after 1.5 s\\R");
    }

    @Test
    void keeperThatDoesNotKnowTheLatestTellsNothingOfIt() {
        complete(1, false);
        complete(2, false);
        report(told(new CheckpointSteps(300, 20, 900, 200, 100), Rewound.NONE), List.of());
        assertThat(done("job", "show", "counted"))
                .containsPattern("checkpoint 2 is the latest\\R")
                .doesNotContain("longest");
    }

    @Test
    void overviewTellsOfCheckpointsAndState() {
        assertThat(done("top", "--once")).containsPattern("no checkpoint yet\\R");
        complete(1, false);
        Run run = client.replica().replica().jobs().live().get(COUNTED);
        client.append(new RewindJob(COUNTED, run.version(), "a link broke"));
        report(
                told(new CheckpointSteps(300, 20, 200, 900, 100), Rewound.NONE),
                List.of(new StateFigures("total", 1_234, 56_789)));
        assertThat(done("top", "--once"))
                .containsPattern(
                        "checkpoint 1, \\d.* ago after 1.5 s, 12,345 bytes, longest manifest 0.9 s, slowest task"
                                + " out in slot 0, 1 rewind\\R")
                .containsPattern("  in  .*\\R      state total: 1,234 keys, 56,789 bytes of heap\\R");
        assertThat(done("top", "--once", "--json"))
                .contains("\"checkpoints\":{\"latest\":1", "\"rewinds\":1", "\"states\":{\"total\":{\"keys\":1234");
    }

    @Test
    void everyRewindIsToldWithItsCheckpointAndWhatCameAgain() throws Exception {
        rewind("too early");
        complete(1, false);
        complete(2, false);
        rewind("a link broke");
        complete(3, false);
        long last = rewind("a task restarts");
        report(told(CheckpointSteps.UNKNOWN, new Rewound(last, 77, 2_100)), List.of());
        assertThat(done("why", "counted"))
                .containsPattern("at entry \\d+ it went back to its beginning: too early; what was read in the \\d.* s"
                        + " since then came again")
                .containsPattern("at entry \\d+ it went back to checkpoint 2: a link broke; what was read in")
                .containsPattern(
                        "at entry " + last + " it went back to checkpoint 3: a task restarts; what was read in")
                .contains("inputs that were there before read 77 segments again, which had taken 2.1 s");
        assertThat(done("why", "counted", "--json"))
                .containsPattern(
                        "\"rewinds\":\\[\\{\"job\":\"counted\",\"position\":\\d+,\"reason\":\"too early\",\"age")
                .containsPattern("\"checkpoint\":3,\"reason\":\"a task restarts\",\"ageMillis\":\\d+\\}\\]");
        assertThat(done("why", "counted/in")).doesNotContain("what was read in");
        assertThat(done("job", "show", "counted")).contains("read 77 segments again");
        assertThat(done("job", "show", "counted", "--json")).contains("\"again\":{\"segments\":77,\"millis\":2100}");
        String exported = directory.resolve("log.jsonl").toString();
        done("log", "export", exported);
        assertThat(Cli.run("log", "replay", exported).out())
                .containsPattern("counted goes back to its beginning: too early; what was read in the \\d")
                .containsPattern("counted goes back to checkpoint 3: a task restarts; what was read in the \\d");
        assertThat(Cli.run("log", "replay", exported, "--json").out())
                .contains("\"checkpoint\":2,\"reason\":\"a link broke\",\"ageMillis\":");
    }

    @Test
    void onlyTheLastRewindsOfManyAreTold() {
        complete(1, false);
        for (int i = 0; i < 25; i++) {
            rewind("reason " + i + ".");
        }
        assertThat(done("why", "counted"))
                .contains("it went back to a checkpoint 25 times")
                .contains("checkpoint 1: reason 5.", "checkpoint 1: reason 24.")
                .doesNotContain("checkpoint 1: reason 4.");
    }

    private long rewind(String reason) {
        Run run = client.replica().replica().jobs().live().get(COUNTED);
        client.append(new RewindJob(COUNTED, run.version(), reason));
        return client.replica()
                .replica()
                .jobs()
                .live()
                .get(COUNTED)
                .checkpoints()
                .rewinds()
                .position();
    }

    @Test
    void replicaNamesTheCheckpointInForceAtAnyEntry() {
        long before = client.replica().position();
        complete(1, false);
        long first = client.replica().position();
        complete(2, false);
        assertThat(done("replica", "show", "--at", String.valueOf(before)))
                .contains("job counted holds 2 peers; no checkpoint is complete yet");
        assertThat(done("replica", "show", "--at", String.valueOf(first)))
                .contains("job counted holds 2 peers; checkpoint 1 is in force since entry " + first);
        assertThat(done("replica", "show")).contains("; checkpoint 2 is in force since entry " + (first + 1));
        done("job", "kill", "counted");
        done("job", "resume", "counted");
        assertThat(done("replica", "show"))
                .contains("checkpoint 2 of job counted is in force since entry " + (first + 1));
        done("job", "submit", file("plain", ""));
        assertThat(done("replica", "show")).containsPattern("job plain holds \\d+ peers?\\R");
    }

    @Test
    void jobWithoutCheckpointsIsNotStopped() {
        done("job", "submit", file("plain", ""));
        assertThat(refused("job", "stop", "plain")).contains("has no checkpoints to stop at; job kill ends it");
        assertThat(refused("job", "keep", "plain", "a")).contains("has no checkpoint yet");
    }
}
