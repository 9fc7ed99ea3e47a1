package io.sardonyx.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which manifests are stored, and for how long. */
class ManifestTest {

    private static final JobId JOB = JobId.of("a/b");

    private final Store store = Stores.open("memory:" + UUID.randomUUID());
    private final Documents documents = store.documents();

    @AfterEach
    void close() {
        store.close();
    }

    private static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private CompletedCheckpoint stored(long number, String bundle) {
        var part = new Manifest.Part(TaskName.of("out"), 0, null, false, bundle);
        var manifest = new Manifest(number, Collections.emptySortedMap(), List.of(part));
        return new CompletedCheckpoint(number, 1, done(Manifest.write(documents, JOB, manifest)), number);
    }

    private boolean isThere(CompletedCheckpoint checkpoint) {
        try {
            return done(Manifest.read(documents, JOB, checkpoint)).number() == checkpoint.number();
        } catch (CompletionException e) {
            return false;
        }
    }

    @Test
    void onlyKeptAndNamedManifestsAreLeftAndThoseThatMayStillBeCompleted() {
        CompletedCheckpoint named = stored(1, "x");
        CompletedCheckpoint old = stored(2, "x");
        CompletedCheckpoint base = stored(3, "x");
        CompletedCheckpoint orphan = stored(4, "never completed");
        CompletedCheckpoint kept = stored(4, "x");
        CompletedCheckpoint later = stored(5, "x");
        Checkpoints checkpoints = Checkpoints.NONE
                .completed(named, 1)
                .with("first", named)
                .completed(base, 1)
                .rebased()
                .completed(kept, 1);
        done(Manifest.deleteOthers(documents, JOB, checkpoints));
        assertThat(List.of(named, base, kept, later)).allMatch(this::isThere);
        assertThat(List.of(old, orphan)).noneMatch(this::isThere);
    }

    @Test
    void anOldViewDeletesNothingThatANewerOneKeeps() {
        CompletedCheckpoint first = stored(1, "x");
        CompletedCheckpoint second = stored(2, "x");
        CompletedCheckpoint third = stored(3, "x");
        Checkpoints old = Checkpoints.NONE.completed(first, 2).completed(second, 2);
        Checkpoints now = old.with("second", second).completed(third, 1);
        done(Manifest.deleteOthers(documents, JOB, now));
        done(Manifest.deleteOthers(documents, JOB, old));
        assertThat(isThere(second)).isTrue();
        assertThat(isThere(third)).isTrue();
        assertThat(isThere(first)).isFalse();
    }

    /** What was stored once is read for ever. */
    @Test
    void manifestOfAFormerReleaseSaysWhatItSaid() {
        Manifest manifest = Manifest.read(GoldenManifest.bytes());
        TaskName keep = TaskName.of("keep");
        assertThat(manifest.number()).isEqualTo(12);
        assertThat(manifest.skipped()).isEqualTo(Map.of(keep, 2L));
        ReaderCheckpoint reader = manifest.reader(TaskName.of("read"));
        assertThat(reader.fence()).isEqualTo(7);
        assertThat(reader.slots()).isEqualTo(2);
        assertThat(reader.done().stream()).containsExactly(0, 1, 2);
        assertThat(reader.skipped()).isEqualTo(Map.of(keep, 1L));
        assertThat(reader.ends()).isEqualTo(Map.of(0, "120", 2, "77"));
        assertThat(reader.open()).isEqualTo(Map.of(3, new Checkpoint("4711", false, 7)));
        assertThat(manifest.parts()).filteredOn(Manifest.Part::ended).hasSize(1);
        assertThat(manifest.parts())
                .extracting(Manifest.Part::bundle)
                .filteredOn(Objects::nonNull)
                .containsExactly("part-0 part-1.growing 77");
        StatePart large = manifest.states(keep).get(1);
        assertThat(large.groups()).isEqualTo("2048-4095");
        assertThat(large.rows()).isEqualTo(5_000);
        assertThat(large.eventMillis()).isZero();
        assertThat(large.files())
                .containsExactly(
                        new StatePart.File("state/job/keep/3-1-1", 70_000),
                        new StatePart.File("state/job/keep/12-1-1", 1_234));
    }

    private static Manifest.Part part(String task, int bundleBytes, int stateBytes) {
        var state = new StatePart("0-4095", List.of(), "x".repeat(stateBytes), 1);
        return new Manifest.Part(TaskName.of(task), 0, null, false, "x".repeat(bundleBytes), state);
    }

    @Test
    void manifestThatIsTooLargeIsRefusedWithWhatTakesMostOfIt() {
        var parts = new ArrayList<>(Collections.nCopies(4, part("a", 1_000_000, 10)));
        parts.add(part("b", 10, 3_000_000));
        parts.add(part("b", 10, 2_000_000));
        var manifest = new Manifest(7, Collections.emptySortedMap(), parts);
        assertThatThrownBy(() -> Manifest.write(documents, JOB, manifest))
                .isInstanceOf(ManifestTooLarge.class)
                .hasMessageMatching("the manifest of checkpoint 7 of job a/b has 9\\d{6} bytes, but at most 8388608 are"
                        + " stored; 5000\\d{3} of them are state and names of its files of task b: give it fewer peers,"
                        + " then resume the job from the checkpoint before");
        assertThat(done(documents.names(""))).isEmpty();
    }

    @Test
    void checkpointOfAnotherJobIsReadWhereThatJobHasStoredIt() {
        CompletedCheckpoint foreign = stored(1, "x").madeBy(JOB);
        assertThat(done(Manifest.read(documents, JobId.of("next"), foreign)).number())
                .isEqualTo(1);
    }
}
