package io.sardonyx.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.client.Receipt.Verdict;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.ClusterAdmin;
import io.sardonyx.command.CompleteJob;
import io.sardonyx.command.Gc;
import io.sardonyx.command.KillJob;
import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.JobStore;
import io.sardonyx.content.PartitionList;
import io.sardonyx.content.ReaderCheckpoint;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.DamagedEntry;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Replica;
import io.sardonyx.report.PartitionProgress;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client and a process with two peers over one store in memory. */
class ClientTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final JobId J = JobId.of("j");

    private final Store store = Stores.open("memory:client-test");
    private final AdminClient client = AdminClient.connect("memory:client-test", LONG);
    private LoopThread<PeerGroup> process;

    @BeforeEach
    void start() throws InterruptedException {
        var parameters = new ClusterParameters(
                "tested", Allocation.PLANNED, JobScheduler.BALANCED, ClusterParameters.REMEMBERED);
        var group = new PeerGroup(store, GroupSettings.of(parameters, 2), RandomGenerator.getDefault());
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

    private void until(Predicate<ReplicaView> wish) throws InterruptedException {
        var seen = new CompletableFuture<ReplicaView>();
        var watch = client.subscribe(view -> {
            if (wish.test(view)) {
                seen.complete(view);
            }
        });
        assertThat(seen.orTimeout(60, TimeUnit.SECONDS)).succeedsWithin(LONG);
        watch.close();
    }

    private static Job job(JobId id, String first) {
        return Job.named(id.text())
                .input(first, Call.to("lines"))
                .output("out", Call.to("stdout"))
                .path(first, "out")
                .build();
    }

    @Test
    void submittedJobGetsPeersAndIsListed() {
        assertThat(client.submit(job(J, "in")).verdict()).isEqualTo(Verdict.DONE);
        assertThat(client.jobs()).containsExactly(new JobStatus(J, JobStatus.State.RUNNING, 2, null));
        client.submit(job(JobId.of("k"), "in"));
        assertThat(client.jobs()).contains(new JobStatus(JobId.of("k"), JobStatus.State.WAITING, 0, null));
    }

    @Test
    void submittingTwiceIsTheSameAsOnce() {
        Receipt first = client.submit(job(J, "in"));
        Receipt second = client.submit(job(J, "in"));
        assertThat(second.verdict()).isEqualTo(Verdict.ALREADY_SO);
        assertThat(second.isFine()).isTrue();
        assertThat(client.replica().position()).isEqualTo(first.position());
    }

    @Test
    void sameIdWithOtherContentIsRefusedAliveAndEnded() {
        client.submit(job(J, "in"));
        assertThat(client.submit(job(J, "other")).verdict()).isEqualTo(Verdict.OTHER_CONTENT);
        client.kill(J, "ann", null);
        assertThat(client.submit(job(J, "other")).verdict()).isEqualTo(Verdict.OTHER_CONTENT);
        assertThat(client.submit(job(J, "in")).verdict()).isEqualTo(Verdict.ALREADY_SO);
    }

    @Test
    void submissionPlannedForAPositionIsRefusedOnceTheWorldHasMovedOn() {
        long planned = client.replica().position();
        client.submit(job(J, "in"));
        Receipt refused = client.submitIfAt(job(JobId.of("k"), "in"), planned);
        assertThat(refused.verdict()).isEqualTo(Verdict.MOVED_ON);
        assertThat(client.submitIfAt(job(JobId.of("k"), "in"), refused.position())
                        .verdict())
                .isEqualTo(Verdict.DONE);
    }

    @Test
    void whoWaitsLearnsByWhomAndWhyAJobWasKilled() throws Exception {
        client.submit(job(J, "in"));
        var waiting = CompletableFuture.supplyAsync(() -> awaited(J));
        Receipt killed = client.kill(J, "ann", "too slow");
        assertThat(waiting).succeedsWithin(LONG).isEqualTo(new Outcome.Killed(J, killed.position(), "ann", "too slow"));
        assertThat(client.kill(J, "ann", null).verdict()).isEqualTo(Verdict.ALREADY_SO);
        assertThat(client.kill(JobId.of("none"), "ann", null).verdict()).isEqualTo(Verdict.UNKNOWN_JOB);
    }

    private Outcome awaited(JobId job) {
        try {
            return client.await(job, LONG);
        } catch (TimeoutException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void completionFailureAndWhatIsForgottenAreTold() throws Exception {
        for (String id : List.of("done", "failed")) {
            client.submit(job(JobId.of(id), "in"));
        }
        long done = client.append(new CompleteJob(JobId.of("done"))).position();
        var cause = new Cause("division by zero", TaskName.of("in"), null);
        long failed = client.append(new KillJob(JobId.of("failed"), cause)).position();
        assertThat(awaited(JobId.of("done"))).isEqualTo(new Outcome.Completed(JobId.of("done"), done));
        assertThat(awaited(JobId.of("failed")))
                .isEqualTo(new Outcome.Failed(JobId.of("failed"), failed, TaskName.of("in"), "division by zero"));
        client.append(new Gc(GroupId.of("nobody")));
        assertThat(awaited(JobId.of("done"))).isEqualTo(new Outcome.Forgotten(JobId.of("done")));
    }

    @Test
    void contentIsStoredWithTheJobAndDeletedWhenItIsForgotten() {
        client.submit(job(J, "in"));
        Outline outline = client.replica().replica().jobs().live().get(J).job();
        assertThat(new JobStore(store.documents()).read(outline).toCompletableFuture())
                .succeedsWithin(LONG)
                .isEqualTo(job(J, "in"));
        client.kill(J, "ann", null);
        assertThat(new ClusterAdmin(client, store).gc(LONG)).isPresent();
        assertThat(client.jobs()).extracting(JobStatus::isResumable).containsExactly(true);
        assertThat(client.forget(J).verdict()).isEqualTo(Verdict.DONE);
        assertThat(client.forget(J).verdict()).isEqualTo(Verdict.ALREADY_SO);
        var gone = new CompletableFuture<List<String>>();
        Documents documents = store.documents();
        var watch = documents.onChange("jobs/", () -> {
            var unused = documents.names("jobs/").thenAccept(names -> {
                if (names.isEmpty()) {
                    gone.complete(names);
                }
            });
        });
        assertThat(new ClusterAdmin(client, store).gc(LONG)).isPresent();
        assertThat(gone).succeedsWithin(LONG);
        watch.close();
        assertThat(client.submit(job(J, "in")).verdict()).isEqualTo(Verdict.ALREADY_SO);
    }

    @Test
    void waitingForAJobThatGoesOnEndsInTime() {
        client.submit(job(J, "in"));
        assertThatThrownBy(() -> client.await(J, Duration.ofMillis(1))).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(() -> client.await(JobId.of("none"), LONG))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no job none");
    }

    @Test
    void listenersHearEveryEntryInOrder() throws Exception {
        BlockingQueue<Long> heard = new LinkedBlockingQueue<>();
        var watch = client.listen(new AdminClient.LogListener() {
            @Override
            public void read(Entry<Replica> entry, Change<Replica> change) {
                heard.add(entry.position());
            }
        });
        long first = client.submit(job(J, "in")).position();
        long second = client.kill(J, "ann", null).position();
        assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo(first);
        assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo(second);
        watch.close();
        client.submit(job(JobId.of("k"), "in"));
        assertThat(heard).isEmpty();
    }

    @Test
    void storeWithoutAClusterIsNamed() {
        try (AdminClient lost = AdminClient.connect("memory:misspelt")) {
            assertThatThrownBy(() -> lost.submit(job(J, "in")))
                    .isInstanceOf(NoCluster.class)
                    .hasMessageContaining("memory:misspelt");
            assertThat(lost.replica().position()).isEqualTo(-1);
        }
    }

    @Test
    void unreadableLogEndsTheClientWithItsReason() throws Exception {
        store.log("log")
                .append(List.of("{}".getBytes(StandardCharsets.UTF_8)))
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        assertThatThrownBy(client::replica).isInstanceOf(DamagedEntry.class);
        assertThatThrownBy(() -> client.submit(job(J, "in"))).isInstanceOf(DamagedEntry.class);
        assertThat(process.await(LONG)).isTrue();
        assertThat(process.failure()).isInstanceOf(DamagedEntry.class);
    }

    private void write(String document, String body) {
        assertThat(store.documents()
                        .write(document, body.getBytes(StandardCharsets.UTF_8), Documents.ABSENT)
                        .toCompletableFuture())
                .succeedsWithin(LONG);
    }

    private String read(String document) {
        var found = store.documents().read(List.of(document)).toCompletableFuture();
        assertThat(found).succeedsWithin(LONG);
        return new String(found.join().get(0).body(), StandardCharsets.UTF_8);
    }

    @Test
    void killedJobIsResumedFromItsCheckpointsUnderTheNextFreeId() {
        client.submit(job(J, "in"));
        write(PartitionList.name(J, TaskName.of("in")), "{\"partitions\":[\"a\",\"b\"]}");
        write(Checkpoint.name(J, TaskName.of("in"), 1), "{\"position\":\"7\",\"atEnd\":false,\"fence\":3}");
        assertThatThrownBy(() -> client.resume(J))
                .isInstanceOf(CannotResume.class)
                .hasMessageContaining("has not ended");
        client.kill(J, "ann", null);
        assertThat(client.reached(J))
                .containsExactly(
                        new PartitionProgress(TaskName.of("in"), "a", null, false),
                        new PartitionProgress(TaskName.of("in"), "b", "7", false));
        Resumed second = client.resume(J);
        JobId id = JobId.of("j-2");
        assertThat(second.job()).isEqualTo(id);
        boolean byReader = client.replica().replica().cluster().format() > ClusterParameters.FIRST_FORMAT;
        TaskName in = TaskName.of("in");
        assertThat(read(byReader ? ReaderCheckpoint.name(id, in, 0) : Checkpoint.name(id, in, 1)))
                .contains("\"7\"");
        assertThat(read(PartitionList.name(id, TaskName.of("in")))).contains("\"a\"", "\"resumes\":\"j\"");
        Outline outline = client.replica().replica().jobs().live().get(id).job();
        assertThat(new JobStore(store.documents()).read(outline).toCompletableFuture())
                .succeedsWithin(LONG)
                .extracting(Job::resumes)
                .isEqualTo(List.of(J));
        client.kill(id, "ann", null);
        assertThat(client.resume(id).job()).isEqualTo(JobId.of("j-3"));
        assertThat(client.submitAgain(job(J, "in")).job()).isEqualTo(JobId.of("j-4"));
    }

    @Test
    void whatCannotBeResumedIsRefusedWithTheReason() {
        assertThatThrownBy(() -> client.resume(J))
                .isInstanceOf(CannotResume.class)
                .hasMessageContaining("no job j");
        assertThatThrownBy(() -> client.replace(J, job(J, "in"), LONG)).hasMessageContaining("no job j");
        client.submit(job(J, "in"));
        assertThatThrownBy(() -> client.replace(J, job(J, "in"), LONG))
                .isInstanceOf(CannotResume.class)
                .hasMessageContaining("job j has no checkpoints to stop at");
        client.kill(J, "ann", null);
        assertThatThrownBy(() -> client.resume(J, job(J, "other")))
                .isInstanceOf(BadJob.class)
                .hasMessageContaining("catalog: job j read by in, which the new content does not have");
        assertThatThrownBy(() -> client.replace(J, job(J, "in"), LONG))
                .isInstanceOf(CannotResume.class)
                .hasMessageContaining("job submit FILE --resume j goes on from it");
        client.forget(J);
        assertThatThrownBy(() -> client.resume(J))
                .isInstanceOf(CannotResume.class)
                .hasMessageContaining("--again");
    }

    @Test
    void whatAnotherClientWritesForTheSameIdIsNotOverwritten() {
        client.submit(job(J, "in"));
        TaskName in = TaskName.of("in");
        write(PartitionList.name(J, in), "{\"partitions\":[\"a\"]}");
        client.kill(J, "ann", null);
        JobId id = JobId.of("j-2");
        write(PartitionList.name(id, in), "{\"partitions\":[\"b\"]}");
        assertThatThrownBy(() -> client.resume(J))
                .isInstanceOf(CannotResume.class)
                .hasMessageContaining("document partitions/j-2/in is there already: another client submits job j-2")
                .hasMessageEndingWith("nothing is submitted");
        assertThat(read(PartitionList.name(id, in))).isEqualTo("{\"partitions\":[\"b\"]}");
        assertThat(client.jobs()).hasSize(1);
    }

    /** A store whose log does not get entries that submit a job before it is told to. */
    private record DelayingStore(Store store, List<Runnable> delayed) implements Store {

        @Override
        public Log log(String name) {
            Log log = store.log(name);
            return new Log() {
                @Override
                public CompletionStage<Long> append(List<byte[]> entries) {
                    if (entries.stream()
                            .noneMatch(entry -> new String(entry, StandardCharsets.UTF_8).contains("submit-job"))) {
                        return log.append(entries);
                    }
                    delayed.add(() -> assertThat(log.append(entries).toCompletableFuture())
                            .succeedsWithin(LONG));
                    return new CompletableFuture<>();
                }

                @Override
                public CompletionStage<Slice> read(long from, int limit) {
                    return log.read(from, limit);
                }

                @Override
                public CompletionStage<Optional<Origin>> origin() {
                    return log.origin();
                }

                @Override
                public CompletionStage<Boolean> rebase(Origin origin) {
                    return log.rebase(origin);
                }

                @Override
                public Watch onAppend(Runnable nudge) {
                    return log.onAppend(nudge);
                }
            };
        }

        @Override
        public Documents documents() {
            return store.documents();
        }

        @Override
        public Leases leases() {
            return store.leases();
        }

        @Override
        public void close() {}
    }

    @Test
    void replacementWhoseOutcomeIsUnknownIsNotToldAsRefused() throws InterruptedException {
        client.submit(job(JobId.of("k"), "in"));
        Job waiting = Job.named("j")
                .checkpoint(Duration.ofHours(1))
                .input("in", Call.to("lines"))
                .output("out", Call.to("stdout"))
                .path("in", "out")
                .build();
        client.submit(waiting);
        var delayed = new CopyOnWriteArrayList<Runnable>();
        try (AdminClient other = AdminClient.over(new DelayingStore(store, delayed), Duration.ofSeconds(5))) {
            assertThatThrownBy(() -> other.replace(J, waiting, LONG))
                    .isInstanceOf(StoreUnreachable.class)
                    .hasMessageStartingWith("job j is stopped, and it is not known whether job j-2 is submitted")
                    .hasMessageContaining("submit-job in the log")
                    .hasMessageEndingWith("sardonyx job list tells; if it is not there, sardonyx job submit FILE"
                            + " --resume j submits it");
        }
        assertThat(delayed).hasSize(1);
        delayed.get(0).run();
        until(view -> view.replica().jobs().live().has(JobId.of("j-2")));
    }
}
