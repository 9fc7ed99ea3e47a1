package io.sardonyx.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StoreThreadTest {

    @Test
    void everyQuestionIsAnsweredWhateverIsThrownAndTheNextOneToo() {
        var thread = new StoreThread("tested");
        try {
            var first = thread.call(() -> {
                throw new OutOfMemoryError("so it seems");
            });
            assertThat(thread.post(() -> {
                        throw new LinkageError("where nobody waits");
                    }))
                    .isTrue();
            assertThat(first.toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(60))
                    .withThrowableThat()
                    .withCauseInstanceOf(OutOfMemoryError.class);
            assertThat(thread.call(() -> "well").toCompletableFuture())
                    .succeedsWithin(Duration.ofSeconds(60))
                    .isEqualTo("well");
        } finally {
            thread.close(() -> {});
        }
    }
}
