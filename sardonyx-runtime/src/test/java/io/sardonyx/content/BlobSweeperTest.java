package io.sardonyx.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.content.DocumentSweeper.Next;
import io.sardonyx.job.Job;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.port.Blobs;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import io.sardonyx.value.table.OrderedSet;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobSweeperTest {

    private static final long GRACE = DocumentSweeper.GRACE.toNanos();
    private static final ClusterParameters CLUSTER = Replica.EMPTY.cluster().withState("memory:" + UUID.randomUUID());

    private final Store store = Stores.open("memory:" + UUID.randomUUID());
    private final StateBlobs states = new StateBlobs(store);
    private final Blobs blobs = states.of(CLUSTER).orElseThrow();
    private final DocumentSweeper sweeper = new DocumentSweeper(store.documents(), job -> {}, new BlobSweeper(states));

    private DocumentSweeper sweeper(BiPredicate<Replica, String> isKept) {
        return new DocumentSweeper(store.documents(), job -> {}, new BlobSweeper(states, isKept));
    }

    @AfterEach
    void close() {
        states.close();
        store.close();
    }

    private static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static Outline outline(String id) {
        Job job = Job.named(id)
                .input("read", Inputs.numbers())
                .output("write", Outputs.discard())
                .path("read", "write")
                .build();
        return Outline.of(job, "x");
    }

    private static Jobs live(Jobs jobs, String id) {
        return jobs.with(Run.of(outline(id)));
    }

    private static Jobs killed(Jobs jobs, String id) {
        return live(jobs, id).kill(JobId.of(id), new Ending(outline(id), OrderedSet.empty(), 1, Cause.UNSAID));
    }

    private static Jobs forgotten(Jobs jobs, String id) {
        return killed(jobs, id).retire(10, 0);
    }

    private String stored(Blobs in, String job, String part) {
        String name = StateBlobs.name(JobId.of(job), "task", part);
        assertThat(done(in.write(name, List.of(UTF_8.encode(part))))).isTrue();
        return name;
    }

    private static Next sweep(DocumentSweeper sweeper, Replica replica, long nowNanos) {
        Next next = Next.MORE;
        for (int i = 0; next == Next.MORE && i < 1_000; i++) {
            next = done(sweeper.step(replica, nowNanos));
        }
        return next;
    }

    private Next sweep(Jobs jobs, long nowNanos) {
        return sweep(sweeper, Replica.EMPTY.with(CLUSTER).with(jobs), nowNanos);
    }

    @Test
    void onlyBlobsOfForgottenJobsGo() {
        for (int i = 0; i < 2 * DocumentSweeper.AT_ONCE + 1; i++) {
            stored(blobs, "gone", "1-7-" + i);
        }
        String live = stored(blobs, "gone/too", "1-7-0");
        String ended = stored(blobs, "ended", "1-7-0");
        done(blobs.write("other/x/y", List.of()));
        Jobs jobs = killed(forgotten(live(Jobs.EMPTY, "gone/too"), "gone"), "ended");
        assertThat(sweep(jobs, 0)).isEqualTo(Next.DONE);
        assertThat(done(blobs.names(""))).containsExactlyInAnyOrder(live, ended, "other/x/y");
    }

    @Test
    void whatALateWriterStoresOfAForgottenJobIsSweptLater() {
        Jobs jobs = forgotten(Jobs.EMPTY, "gone");
        stored(blobs, "gone", "1-7-0");
        assertThat(sweep(jobs, 0)).isEqualTo(Next.DONE);
        stored(blobs, "gone", "2-7-0");
        assertThat(sweep(jobs, 1)).isEqualTo(Next.DONE);
        assertThat(done(blobs.names(""))).isEmpty();
    }

    @Test
    void blobsOfAJobOfWhichNotEvenTheIdIsKnownGoAfterTheGraceTime() {
        String first = stored(blobs, "unknown", "1-7-0");
        assertThat(sweep(Jobs.EMPTY, 0)).isEqualTo(Next.LATER);
        assertThat(sweep(Jobs.EMPTY, GRACE - 1)).isEqualTo(Next.LATER);
        assertThat(done(blobs.names(""))).containsExactly(first);
        String late = stored(blobs, "unknown", "2-7-0");
        assertThat(sweep(Jobs.EMPTY, GRACE)).isEqualTo(Next.LATER);
        assertThat(done(blobs.names(""))).containsExactly(late);
        assertThat(sweep(Jobs.EMPTY, 2 * GRACE)).isEqualTo(Next.DONE);
        assertThat(done(blobs.names(""))).isEmpty();
    }

    @Test
    void blobsOfAJobThatAnOldViewDoesNotKnowStay() {
        String name = stored(blobs, "new", "1-7-0");
        assertThat(sweep(Jobs.EMPTY, 0)).isEqualTo(Next.LATER);
        assertThat(sweep(live(Jobs.EMPTY, "new"), GRACE)).isEqualTo(Next.DONE);
        assertThat(done(blobs.names(""))).containsExactly(name);
    }

    @Test
    void whatALiveJobHasResumedFromStays() {
        String kept = stored(blobs, "gone", "1-7-0");
        stored(blobs, "gone", "1-7-1");
        String resumed = stored(blobs, "unknown", "3-7-0");
        Replica replica = Replica.EMPTY.with(CLUSTER).with(forgotten(live(Jobs.EMPTY, "next"), "gone"));
        DocumentSweeper keeping = sweeper(
                (now, name) -> now.jobs().live().has(JobId.of("next")) && (name.equals(kept) || name.equals(resumed)));
        assertThat(sweep(keeping, replica, 0)).isEqualTo(Next.DONE);
        assertThat(sweep(keeping, replica, GRACE)).isEqualTo(Next.DONE);
        assertThat(done(blobs.names(""))).containsExactlyInAnyOrder(kept, resumed);
    }

    @Test
    void blobsOfAnotherClusterAreNotTouched() {
        var other = new ClusterParameters("c", CLUSTER.allocation(), CLUSTER.scheduler(), 10, "monday", 3)
                .withState(CLUSTER.stateUri());
        String name = stored(states.of(other).orElseThrow(), "gone", "1-7-0");
        assertThat(sweep(forgotten(Jobs.EMPTY, "gone"), 0)).isEqualTo(Next.DONE);
        assertThat(done(states.of(other).orElseThrow().names(""))).containsExactly(name);
    }

    @Test
    void aFileStoreGetsNoDirectoryOfBlobsBeforeAJobHasCheckpoints(@TempDir Path directory) {
        try (Store files = Stores.open("file:" + directory);
                var own = new StateBlobs(files)) {
            var sweeping = new DocumentSweeper(files.documents(), job -> {}, new BlobSweeper(own));
            Replica plain = Replica.EMPTY.with(forgotten(live(Jobs.EMPTY, "plain"), "gone"));
            assertThat(sweep(sweeping, plain, 0)).isEqualTo(Next.DONE);
            assertThat(directory.resolve("blobs")).doesNotExist();
            String manifest = DocumentName.of(Manifest.KIND, JobId.of("gone"), "1-x", "0");
            done(files.documents().write(manifest, new byte[3], Documents.ABSENT));
            stored(own.of(Replica.EMPTY.cluster()).orElseThrow(), "gone", "1-7-0");
            assertThat(sweep(sweeping, plain, 0)).isEqualTo(Next.DONE);
            assertThat(done(own.of(Replica.EMPTY.cluster()).orElseThrow().names("")))
                    .isEmpty();
        }
    }

    /** No address and no live job tells whoever sweeps next that there are blobs. */
    @Test
    void blobsAreSweptWhereverTheProcessDiesThatSweepsThem() {
        Replica replica = Replica.EMPTY.with(forgotten(live(Jobs.EMPTY, "plain"), "gone"));
        String manifest = DocumentName.of(Manifest.KIND, JobId.of("gone"), "1-x", "0");
        for (int steps = 1; steps <= 10; steps++) {
            Blobs ofStore = states.of(Replica.EMPTY.cluster()).orElseThrow();
            stored(ofStore, "gone", "1-7-" + steps);
            done(store.documents().write(manifest, new byte[3], Documents.ABSENT));
            var dies = new DocumentSweeper(store.documents(), job -> {}, new BlobSweeper(states));
            for (int i = 0; i < steps; i++) {
                done(dies.step(replica, 0));
            }
            var next = new DocumentSweeper(store.documents(), job -> {}, new BlobSweeper(states));
            assertThat(sweep(next, replica, 0)).isEqualTo(Next.DONE);
            assertThat(done(ofStore.names(""))).as("after %d steps", steps).isEmpty();
            assertThat(done(store.documents().names(""))).isEmpty();
        }
    }

    @Test
    void liveCheckpointsAreReasonEnoughToLook() {
        var own = new StateBlobs(store);
        Blobs ofStore = own.of(Replica.EMPTY.cluster()).orElseThrow();
        String kept = stored(ofStore, "live", "1-7-0");
        stored(ofStore, "gone", "1-7-0");
        Jobs jobs = forgotten(Jobs.EMPTY, "gone")
                .with(Run.of(outline("live")).complete(new CompletedCheckpoint(1, 7, "hash", 8)));
        assertThat(sweep(sweeper, Replica.EMPTY.with(jobs), 0)).isEqualTo(Next.DONE);
        assertThat(done(ofStore.names(""))).containsExactly(kept);
    }

    @Test
    void storageThatCannotBeUsedDoesNotKeepDocumentsFromBeingSwept() {
        String name = DocumentName.of("checkpoints", JobId.of("gone"), "read", "0");
        done(store.documents().write(name, new byte[3], Documents.ABSENT));
        Replica replica = Replica.EMPTY.with(CLUSTER.withState("s4://bucket")).with(forgotten(Jobs.EMPTY, "gone"));
        assertThat(sweep(sweeper, replica, 0)).isEqualTo(Next.LATER);
        assertThat(done(store.documents().names(""))).isEmpty();
    }
}
