package io.sardonyx.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.disk.ForgetfulDisk;
import io.sardonyx.port.Documents;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A directory store on a disk that is full, and has room again later. */
class FullStoreTest {

    private final ForgetfulDisk disk = new ForgetfulDisk(1);

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static List<byte[]> entry(String text) {
        return List.of(text.getBytes(UTF_8));
    }

    private static List<String> texts(FileStore store) {
        return answer(store.log("log").read(0, 100)).entries().stream()
                .map(entry -> new String(entry, UTF_8))
                .toList();
    }

    @Test
    void whatFailsLeavesNothingBehindAndSucceedsOnceThereIsRoom() {
        try (FileStore store = FileStore.open(disk.path("store"))) {
            answer(store.log("log").append(entry("first")));
            long version = answer(store.documents().write("name", "one".getBytes(UTF_8), Documents.ABSENT))
                    .orElseThrow();
            for (int room = 0; room < 20; room++) {
                disk.room(room);
                assertThatThrownBy(() -> answer(store.log("log").append(entry("x".repeat(30)))))
                        .hasMessageContaining("the disk is full");
                disk.room(room);
                assertThatThrownBy(() -> answer(store.documents().write("name", new byte[30], version)))
                        .hasMessageContaining("the disk is full");
            }
            assertThat(texts(store)).containsExactly("first");
            disk.room(Long.MAX_VALUE);
            assertThat(answer(store.log("log").append(entry("second")))).isEqualTo(1);
            assertThat(answer(store.documents().write("name", "two".getBytes(UTF_8), version)))
                    .isPresent();
            assertThat(texts(store)).containsExactly("first", "second");
        }
    }

    @Test
    void afterAForceThatFailedNothingIsWrittenUntilItIsOpenedAnew() {
        try (FileStore store = FileStore.open(disk.path("store"))) {
            answer(store.log("log").append(entry("first")));
            disk.failForcesAfter(0);
            assertThatThrownBy(() -> answer(store.log("log").append(entry("second"))))
                    .hasMessageContaining("the disk is full");
            disk.failForcesAfter(Integer.MAX_VALUE);
            assertThatThrownBy(() -> answer(store.log("log").append(entry("third"))))
                    .hasMessageContaining("could not be forced");
            assertThat(texts(store)).containsExactly("first");
        }
        try (FileStore store = FileStore.open(disk.path("store"))) {
            assertThat(answer(store.log("log").append(entry("fourth")))).isEqualTo(1);
            assertThat(texts(store)).containsExactly("first", "fourth");
        }
    }
}
