package io.sardonyx.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A document whose file is the same as before is not read again, and one whose file is not always is. */
class RereadDocumentsTest {

    private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2020-02-20T20:20:20Z"));

    @TempDir
    private Path directory;

    private Path file;
    private Store store;
    private long version;

    @BeforeEach
    void write() throws Exception {
        store = Stores.open("file:" + directory);
        file = directory.resolve("documents/d.doc");
        version = answer(store.documents().write("d", "one".getBytes(UTF_8), Documents.ABSENT))
                .getAsLong();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static <T> T answer(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(1, TimeUnit.MINUTES);
    }

    private Document read() throws Exception {
        return answer(store.documents().read(List.of("d"))).get(0);
    }

    /** Changes the bytes, but neither the size nor the time of the file. */
    private void damage(FileTime time) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1]++;
        Files.write(file, bytes);
        Files.setLastModifiedTime(file, time);
    }

    @Test
    void anOldFileIsReadOnce() throws Exception {
        Files.setLastModifiedTime(file, LONG_AGO);
        Document first = read();
        damage(LONG_AGO);
        assertThat(read().version()).isEqualTo(first.version());
    }

    @Test
    void whoChangesABodyChangesNobodyElses() throws Exception {
        Files.setLastModifiedTime(file, LONG_AGO);
        for (int i = 0; i < 3; i++) {
            Document document = read();
            assertThat(document.body()).asString(UTF_8).isEqualTo("one");
            document.body()[0]++;
        }
    }

    /** The next file may have the same time where times are coarse, and the same key where keys are used again. */
    @Test
    void aYoungFileIsReadAgain() throws Exception {
        FileTime now = FileTime.from(Instant.now());
        Files.setLastModifiedTime(file, now);
        read();
        damage(now);
        assertThatThrownBy(this::read).hasMessageContaining("checksum");
    }

    @Test
    void aFileOfAnotherTimeIsReadAgain() throws Exception {
        Files.setLastModifiedTime(file, LONG_AGO);
        read();
        damage(FileTime.from(LONG_AGO.toInstant().plusNanos(4_000_000)));
        assertThatThrownBy(this::read).hasMessageContaining("checksum");
    }

    @Test
    void whatAnotherProcessWritesAndDeletesIsSeen() throws Exception {
        Files.setLastModifiedTime(file, LONG_AGO);
        read();
        try (Store other = Stores.open("file:" + directory)) {
            long next = answer(other.documents().write("d", "two".getBytes(UTF_8), version))
                    .getAsLong();
            Files.setLastModifiedTime(file, LONG_AGO);
            assertThat(read().version()).isEqualTo(next);
            assertThat(answer(other.documents().delete("d", next))).isTrue();
        }
        assertThat(answer(store.documents().read(List.of("d")))).isEmpty();
    }
}
