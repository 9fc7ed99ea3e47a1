package io.sardonyx.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.content.DocumentSweeper.Next;
import io.sardonyx.job.Job;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.table.OrderedSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentSweeperTest {

    private static final long GRACE = DocumentSweeper.GRACE.toNanos();
    private static final GroupId MEMBER = GroupId.of("member");
    private static final Replica CLUSTER = new PrepareJoinCluster(MEMBER).apply(Replica.EMPTY, 0);

    private final Store store = Stores.open("memory:" + UUID.randomUUID());
    private final Documents documents = store.documents();
    private final JobStore jobs = new JobStore(documents);
    private final DocumentSweeper leftovers = new DocumentSweeper(documents);

    @AfterEach
    void close() {
        store.close();
    }

    private static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static Job job(String id) {
        return Job.named(id)
                .input("read", Inputs.numbers())
                .output("write", Outputs.discard())
                .path("read", "write")
                .build();
    }

    private Outline stored(String id) {
        Outline outline = done(jobs.write(job(id)));
        for (String kind : List.of("checkpoints", "partitions", "stats")) {
            String name = DocumentName.of(kind, outline.id(), kind.equals("stats") ? MEMBER.text() : "task/p/1");
            done(documents.write(name, new byte[3], Documents.ABSENT));
        }
        return outline;
    }

    private static Jobs live(Jobs jobs, Outline outline) {
        return jobs.with(Run.of(outline));
    }

    private static Jobs retired(Jobs jobs, Outline outline, int remembered) {
        return live(jobs, outline)
                .kill(outline.id(), new Ending(outline, OrderedSet.empty(), 1, Cause.UNSAID))
                .retire(remembered, 0);
    }

    private static Next sweep(DocumentSweeper leftovers, Jobs known, long nowNanos) {
        Next next = Next.MORE;
        for (int i = 0; next == Next.MORE && i < 10_000; i++) {
            next = done(leftovers.step(CLUSTER.with(known), nowNanos));
        }
        return next;
    }

    @Test
    void aForgottenJobWithSentinelsIsToldSoThatItsQueuesAreRemoved() {
        Outline queued = stored("queued");
        Outline direct = stored("direct");
        String sentinel = DocumentName.of(DocumentSweeper.SENTINELS, queued.id(), "queue");
        done(documents.write(sentinel, new byte[3], Documents.ABSENT));
        var told = new ArrayList<JobId>();
        var sweeper = new DocumentSweeper(documents, told::add, null);
        sweep(sweeper, live(live(Jobs.EMPTY, queued), direct), 0);
        assertThat(told).isEmpty();
        sweep(sweeper, retired(retired(Jobs.EMPTY, queued, 2), direct, 2), 0);
        assertThat(told).containsExactly(queued.id());
        assertThat(done(documents.names(""))).isEmpty();
    }

    @Test
    void manifestsThatAreNeitherKeptNorGoneOnFromAreDeleted() {
        Outline old = stored("old");
        var checkpoints = new ArrayList<CompletedCheckpoint>();
        for (long n = 1; n <= 4; n++) {
            var manifest = new Manifest(n, Collections.emptySortedMap(), List.of());
            checkpoints.add(new CompletedCheckpoint(n, 1, done(Manifest.write(documents, old.id(), manifest)), n));
        }
        Checkpoints kept = Checkpoints.NONE
                .completed(checkpoints.get(1), 1)
                .with("named", checkpoints.get(1))
                .completed(checkpoints.get(3), 1);
        Jobs ended = Jobs.EMPTY
                .with(Run.of(old).with(kept))
                .kill(old.id(), new Ending(old, OrderedSet.empty(), 1, Cause.UNSAID).with(kept));
        Jobs resumed = ended.with(Run.of(stored("next"))
                .with(Checkpoints.resuming(checkpoints.get(0).madeBy(old.id()))));
        sweep(leftovers, resumed, 0);
        assertThat(done(documents.names(Manifest.KIND + "/")))
                .extracting(name -> name.substring("manifests/old/".length(), "manifests/old/".length() + 1))
                .containsExactlyInAnyOrder("1", "2", "4");
        sweep(leftovers, ended.with(Run.of(stored("other"))), 0);
        assertThat(done(documents.names(Manifest.KIND + "/")))
                .extracting(name -> name.substring("manifests/old/".length(), "manifests/old/".length() + 1))
                .containsExactlyInAnyOrder("2", "4");
    }

    @Test
    void aJobOfWhichNotEvenTheIdIsKnownIsToldAfterTheGraceTime() {
        Outline queued = stored("queued");
        String sentinel = DocumentName.of(DocumentSweeper.SENTINELS, queued.id(), "queue");
        done(documents.write(sentinel, new byte[3], Documents.ABSENT));
        var told = new ArrayList<JobId>();
        var sweeper = new DocumentSweeper(documents, told::add, null);
        sweep(sweeper, Jobs.EMPTY, 0);
        assertThat(told).isEmpty();
        sweep(sweeper, Jobs.EMPTY, GRACE);
        assertThat(told).containsExactly(queued.id());
    }

    @Test
    void storeReturnsToItsSizeHoweverManyJobsThereWere() {
        Jobs known = Jobs.EMPTY;
        for (int i = 0; i < 700; i++) {
            known = retired(known, stored("job-" + i), 300);
        }
        known = live(known, stored("a/b"));
        known = live(known, stored("a%2Fb"));
        int kept = 8;

        assertThat(sweep(leftovers, known, 0))
                .as("of 400 not even the id is known")
                .isEqualTo(Next.LATER);
        assertThat(done(documents.names(""))).hasSize(400 * 4 + kept);
        assertThat(sweep(leftovers, known, GRACE)).isEqualTo(Next.DONE);
        assertThat(done(documents.names(""))).hasSize(kept).allMatch(name -> name.contains("/a%2"));
    }

    @Test
    void whatIsToldOfMembersThatAreGoneGoesToo() {
        done(documents.write("read-positions/gone", new byte[3], Documents.ABSENT));
        assertThat(sweep(leftovers, Jobs.EMPTY, 0)).isEqualTo(Next.DONE);
        assertThat(done(documents.names(""))).isEmpty();
    }

    @Test
    void reportsOfMembersThatAreGoneGoThoughTheJobLives() {
        Jobs known = live(Jobs.EMPTY, stored("j"));
        for (int i = 0; i < 3 * DocumentSweeper.AT_ONCE; i++) {
            String name = ReportDocument.name(JobId.of("j"), GroupId.of("gone-" + i));
            done(documents.write(name, new byte[3], Documents.ABSENT));
        }
        assertThat(sweep(leftovers, known, 0)).isEqualTo(Next.DONE);
        assertThat(done(documents.names("stats/"))).containsExactly(ReportDocument.name(JobId.of("j"), MEMBER));
        assertThat(done(documents.names(""))).hasSize(4);
    }

    @Test
    void whatOfAJobEndedButNotForgottenStays() {
        Outline outline = stored("j");
        Jobs killed =
                live(Jobs.EMPTY, outline).kill(outline.id(), new Ending(outline, OrderedSet.empty(), 1, Cause.UNSAID));
        assertThat(sweep(leftovers, killed, 0)).isEqualTo(Next.DONE);
        assertThat(done(documents.names(""))).hasSize(4);
    }

    @Test
    void contentOfASubmissionThatIsOnItsWayOrComesAgainIsNotDeleted() {
        done(jobs.write(job("slow")));
        assertThat(sweep(leftovers, Jobs.EMPTY, 0)).isEqualTo(Next.LATER);
        assertThat(sweep(leftovers, Jobs.EMPTY, GRACE - 1)).isEqualTo(Next.LATER);
        done(jobs.write(job("slow")));
        assertThat(sweep(leftovers, Jobs.EMPTY, GRACE)).isEqualTo(Next.LATER);
        assertThat(done(documents.names(""))).hasSize(1);
        assertThat(sweep(leftovers, Jobs.EMPTY, 2 * GRACE)).isEqualTo(Next.DONE);
        assertThat(done(documents.names(""))).isEmpty();
    }

    @Test
    void whatIsDamagedGoesToo(@TempDir Path directory) throws IOException {
        try (Store files = Stores.open("file:" + directory.resolve("store"))) {
            String name = DocumentName.of("checkpoints", JobId.of("j"), "read", "0");
            done(files.documents().write(name, new byte[3], Documents.ABSENT));
            done(files.documents()
                    .write(DocumentName.of("checkpoints", JobId.of("j"), "read", "1"), new byte[3], Documents.ABSENT));
            assertThat(done(files.documents().delete(name, Documents.DAMAGED))).isFalse();
            try (var paths = Files.list(directory.resolve("store/documents"))) {
                Path file = paths.filter(path -> path.toString().endsWith("%2f0.doc"))
                        .findFirst()
                        .orElseThrow();
                byte[] bytes = Files.readAllBytes(file);
                bytes[bytes.length - 1]++;
                Files.write(file, bytes);
            }
            Jobs known = retired(Jobs.EMPTY, Outline.of(job("j"), "x"), 10);
            assertThat(sweep(new DocumentSweeper(files.documents()), known, 0)).isEqualTo(Next.DONE);
            assertThat(done(files.documents().names(""))).isEmpty();
        }
    }
}
