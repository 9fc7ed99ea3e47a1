package io.sardonyx.task.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.InputProgress;
import io.sardonyx.content.PartitionCodec;
import io.sardonyx.content.PartitionList;
import io.sardonyx.job.Job;
import io.sardonyx.job.Tuning;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.task.Drawer;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What becomes of the documents of claimed partitions when a job is resumed, or its input is reset. */
class ClaimedProgressOfEndedJobsTest {

    private static final TaskName READ = TaskName.of("read");
    private static final JobId NEXT = JobId.of("job-2");
    private static final byte[] MARK = "{\"fence\":7,\"mark\":\"b\"}".getBytes(StandardCharsets.UTF_8);

    private final Drawer shelf = new Drawer();
    private final Outline job = Outline.of(
            Job.named("job")
                    .input("read", Inputs.numbers(10))
                    .with("read", task -> task.tuned(tuning -> tuning.sharing(Tuning.Partitions.CLAIMED)))
                    .output("write", Outputs.discard())
                    .path("read", "write")
                    .build(),
            "");

    private void put(String name, byte[] body) {
        assertThat(shelf.write(name, body, Documents.ABSENT)
                        .toCompletableFuture()
                        .join())
                .isPresent();
    }

    private void put(String partition, String position, PartitionDocument.State state) {
        put(
                PartitionCodec.name(job.id(), READ, partition),
                PartitionCodec.encode(PartitionDocument.outstanding(PartitionCodec.read(job.id(), partition), 3)
                        .at(position, SortedTable.empty())
                        .in(state)));
    }

    private void list(String... names) {
        assertThat(new PartitionList(List.of(names), PartitionList.Progress.CLAIMED, null)
                        .write(shelf, job.id(), READ, Documents.ABSENT)
                        .toCompletableFuture()
                        .join())
                .isPresent();
    }

    private void resume(boolean goesOn) {
        new InputProgress(shelf)
                .copy(job, NEXT, goesOn, true)
                .toCompletableFuture()
                .join();
    }

    @Test
    void copyLeavesOtherProgressAloneAndSaysWhere() {
        list("a", "b");
        put("a", "4", PartitionDocument.State.OUTSTANDING);
        put("b", "5", PartitionDocument.State.OUTSTANDING);
        resume(false);
        String name = PartitionCodec.name(NEXT, READ, "b");
        Document there = Objects.requireNonNull(shelf.documents.get(name));
        byte[] further =
                PartitionCodec.encode(PartitionCodec.decoded(there.body()).at("9", SortedTable.empty()));
        assertThat(shelf.write(name, further, there.version())
                        .toCompletableFuture()
                        .join())
                .isPresent();
        assertThatThrownBy(() -> resume(false))
                .hasCauseInstanceOf(InputProgress.AlreadyThere.class)
                .hasMessageContaining("document " + name + " is there already");
        assertThat(resumed("b").position()).isEqualTo("9");
    }

    /** The list names the job that it is from, and comes first. */
    @Test
    void copyOfAnotherJobsProgressDoesNotBegin() {
        list("a", "b");
        put("a", "4", PartitionDocument.State.OUTSTANDING);
        assertThat(new PartitionList(List.of("a", "b"), PartitionList.Progress.CLAIMED, JobId.of("other"))
                        .write(shelf, NEXT, READ, Documents.ABSENT)
                        .toCompletableFuture()
                        .join())
                .isPresent();
        assertThatThrownBy(() -> resume(false)).hasCauseInstanceOf(InputProgress.AlreadyThere.class);
        assertThat(has(PartitionCodec.name(NEXT, READ, "a"))).isFalse();
    }

    /** New versions, so that the sweeper does not delete the documents as left over. */
    @Test
    void copyThatWasTriedBeforeIsCompletedUnderNewVersions() {
        list("a", "b");
        put("a", "4", PartitionDocument.State.OUTSTANDING);
        put("b", "5", PartitionDocument.State.OUTSTANDING);
        shelf.loseAnswers = 1;
        assertThatThrownBy(() -> resume(false)).hasMessageContaining("no answer");
        String list = PartitionList.name(NEXT, READ);
        long version = Objects.requireNonNull(shelf.documents.get(list)).version();
        resume(false);
        assertThat(resumed("b").position()).isEqualTo("5");
        assertThat(Objects.requireNonNull(shelf.documents.get(list)).version()).isGreaterThan(version);
    }

    private Checkpoint resumed(String partition) {
        String name = PartitionCodec.name(NEXT, READ, partition);
        return PartitionCodec.checkpoint(PartitionCodec.decoded(
                Objects.requireNonNull(shelf.documents.get(name), name).body()));
    }

    private CheckpointReset.Done reset(boolean force) {
        return new CheckpointReset(shelf, job.id(), READ)
                .reset(null, force)
                .toCompletableFuture()
                .join();
    }

    private boolean has(String name) {
        return shelf.documents.containsKey(name);
    }

    @Test
    void resumedJobGoesOnAtThePositionsAndLeavesWhatIsDone() {
        list("a", "b", "c");
        put("a", "4", PartitionDocument.State.OUTSTANDING);
        put("b", "9", PartitionDocument.State.DONE);
        resume(false);
        assertThat(resumed("a").position()).isEqualTo("4");
        assertThat(resumed("a").atEnd()).isFalse();
        assertThat(resumed("b").atEnd()).isTrue();
        assertThat(has(PartitionCodec.name(NEXT, READ, "c")))
                .as("nobody had claimed it")
                .isFalse();
    }

    @Test
    void jobThatResumesACompletedOneReadsOnBehindTheEnds() {
        list("a");
        put("a", "9", PartitionDocument.State.DONE);
        resume(true);
        assertThat(resumed("a").position()).isEqualTo("9");
        assertThat(resumed("a").atEnd()).isFalse();
    }

    @Test
    void markOfAListThatGrowsIsCopiedAlsoWhereItStandsForAllPartitions() {
        put(PartitionCodec.head(job.id(), READ), MARK);
        resume(false);
        assertThat(Objects.requireNonNull(shelf.documents.get(PartitionCodec.head(NEXT, READ)))
                        .body())
                .isEqualTo(MARK);
    }

    @Test
    void resetByForceLetsAllBeReadAgain() {
        list("a", "b");
        put("a", "4", PartitionDocument.State.OUTSTANDING);
        put("b", "9", PartitionDocument.State.DONE);
        assertThat(reset(false).isNothing()).isTrue();
        assertThat(reset(true).partitions()).containsExactly(0, 1);
        resume(false);
        assertThat(has(PartitionCodec.name(NEXT, READ, "a"))).isFalse();
        assertThat(has(PartitionCodec.name(NEXT, READ, "b"))).isFalse();
    }

    @Test
    void damagedPartitionAloneIsResetWithoutForce() {
        list("a", "b");
        put("a", "4", PartitionDocument.State.OUTSTANDING);
        put(PartitionCodec.name(job.id(), READ, "b"), "{\"hold".getBytes(StandardCharsets.UTF_8));
        assertThat(reset(false).partitions()).containsExactly(1);
        resume(false);
        assertThat(resumed("a").position()).isEqualTo("4");
    }

    @Test
    void resetByForceOfAListThatGrowsDeletesTheMarkToo() {
        String head = PartitionCodec.head(job.id(), READ);
        put(head, MARK);
        put("c", "4", PartitionDocument.State.OUTSTANDING);
        assertThat(reset(false).isNothing()).isTrue();
        assertThat(reset(true).growing()).containsExactly(head, PartitionCodec.name(job.id(), READ, "c"));
        assertThat(has(head)).isFalse();
    }

    @Test
    void damagedMarkIsResetWithoutForce() {
        String head = PartitionCodec.head(job.id(), READ);
        put(head, "{\"fen".getBytes(StandardCharsets.UTF_8));
        put("c", "4", PartitionDocument.State.OUTSTANDING);
        assertThat(reset(false).growing()).containsExactly(head);
    }
}
