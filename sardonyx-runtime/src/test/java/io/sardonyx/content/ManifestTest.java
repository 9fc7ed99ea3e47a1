package io.sardonyx.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.Collections;
import java.util.List;
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

    @Test
    void checkpointOfAnotherJobIsReadWhereThatJobHasStoredIt() {
        CompletedCheckpoint foreign = stored(1, "x").madeBy(JOB);
        assertThat(done(Manifest.read(documents, JobId.of("next"), foreign)).number())
                .isEqualTo(1);
    }
}
