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

    @Test
    void figuresOfTheKeeperAreShown() {
        complete(1, false);
        var told = new CheckpointFigures(1, System.currentTimeMillis(), 1_500, "task out in slot 0", 2);
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
                        List.of())
                .report();
        byte[] report = ReportDocument.bytes(new JobReport(System.currentTimeMillis(), List.of(keeper)));
        String name = ReportDocument.name(COUNTED, GroupId.of("g"));
        store.documents()
                .write(name, report, Documents.ABSENT)
                .toCompletableFuture()
                .join();
        assertThat(done("job", "show", "counted"))
                .containsPattern(
                        "checkpoint 1 is the latest, complete \\d.* ago after 1.5 s, task out in slot 0 was the last")
                .contains("2 checkpoints took longer than the timeout");
        assertThat(done("job", "show", "counted", "--json")).contains("\"tookMillis\":1500", "\"expired\":2");
    }

    @Test
    void jobWithoutCheckpointsIsNotStopped() {
        done("job", "submit", file("plain", ""));
        assertThat(refused("job", "stop", "plain")).contains("has no checkpoints to stop at; job kill ends it");
        assertThat(refused("job", "keep", "plain", "a")).contains("has no checkpoint yet");
    }
}
