package io.sardonyx.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.Blobs;
import io.sardonyx.port.Store;
import io.sardonyx.port.Unreadable;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The files of blobs: what dead writers left behind, what is damaged, and a directory that cannot be used. */
@Timeout(60)
class FileBlobsFilesTest {

    @TempDir
    private Path directory;

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static List<ByteBuffer> content(String text) {
        return List.of(UTF_8.encode(text));
    }

    @Test
    void whatADeadWriterLeftIsSweptAndWhatIsUnderWayIsNot() throws Exception {
        var isUnderWay = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        try (Blobs one = FileBlobs.open(directory);
                Blobs other = FileBlobs.open(directory)) {
            CompletionStage<Boolean> write = one.write("b", new AbstractList<>() {
                @Override
                public ByteBuffer get(int index) {
                    isUnderWay.countDown();
                    await(mayEnd);
                    return UTF_8.encode("content");
                }

                @Override
                public int size() {
                    return 1;
                }
            });
            await(isUnderWay);
            Files.write(directory.resolve("7.1.temporary"), new byte[10]);
            Files.write(directory.resolve("of somebody else.temporary"), new byte[10]);
            assertThat(answer(other.names(""))).isEmpty();
            assertThat(directory.resolve("7.1.temporary")).doesNotExist();
            assertThat(directory.resolve("of somebody else.temporary")).exists();
            mayEnd.countDown();
            assertThat(answer(write)).isTrue();
            assertThat(answer(other.names(""))).containsExactly("b");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void aDamagedFileIsNamed() throws IOException {
        try (Blobs blobs = FileBlobs.open(directory)) {
            answer(blobs.write("b", content("content")));
            Files.write(directory.resolve("b.blob"), new byte[3]);
            assertThatThrownBy(() -> answer(blobs.read("b", 0, 10)))
                    .hasCauseInstanceOf(Unreadable.class)
                    .hasMessageContaining(directory.resolve("b.blob") + " is corrupt");
        }
    }

    @Test
    void aDirectoryThatIsNoneIsNamed() throws IOException {
        Path file = Files.write(directory.resolve("file"), new byte[3]);
        assertThatThrownBy(() -> FileBlobs.open(file)).hasMessage(file + ": not a directory");
        assertThatThrownBy(() -> FileBlobs.open(file.resolve("within"))).hasMessageEndingWith(": not a directory");
    }

    @Test
    void aDirectoryThatWasRemovedIsNamed() throws IOException {
        Path place = directory.resolve("place");
        try (Blobs blobs = FileBlobs.open(place)) {
            answer(blobs.write("b", content("content")));
            Files.delete(place.resolve("b.blob"));
            Files.delete(place.resolve("lock"));
            assertThatThrownBy(() -> answer(blobs.write("c", content("content"))))
                    .hasMessageContaining(place + ": the directory of the store was replaced");
            assertThat(answer(blobs.names(""))).isEmpty();
            Files.delete(place);
            assertThatThrownBy(() -> answer(blobs.write("c", content("content"))))
                    .hasMessageContaining(place + ": it is gone");
            assertThatThrownBy(() -> answer(blobs.names(""))).hasMessageContaining(place + ": it is gone");
        }
    }

    @Test
    void aFileStoreHasBlobsBelowItsDirectoryAndClosesThem() {
        Blobs blobs;
        try (Store store = Stores.open("file:" + directory)) {
            assertThat(directory.resolve("blobs")).doesNotExist();
            blobs = store.blobs().orElseThrow();
            assertThat(store.blobs()).containsSame(blobs);
            answer(blobs.write("b", content("content")));
            assertThat(directory.resolve("blobs/b.blob")).exists();
        }
        assertThatThrownBy(() -> answer(blobs.names(""))).hasMessageContaining("the store is closed");
    }

    @Test
    void blobsAreOpenedByTheirAddress() {
        try (Store store = Stores.open("memory:blobs-of-a-store");
                Blobs alone = Stores.blobs("memory:blobs-of-a-store")) {
            answer(store.blobs().orElseThrow().write("b", content("content")));
            assertThat(answer(alone.names(""))).containsExactly("b");
        }
        try (Blobs emptied = Stores.blobs("memory:blobs-of-a-store")) {
            assertThat(answer(emptied.names(""))).isEmpty();
        }
        assertThatThrownBy(() -> Stores.blobs("s4://bucket"))
                .hasMessageStartingWith("no store of blobs is known for 's4:' in the address 's4://bucket'; known are:"
                        + " file:, memory:");
        assertThatThrownBy(() -> Stores.blobs("file://host/x")).hasMessageContaining("such as file:/");
    }
}
