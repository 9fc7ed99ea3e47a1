package io.sardonyx.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.Store;
import io.sardonyx.store.file.FileFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoresTest {

    @TempDir
    Path directory;

    @Test
    void anUnknownSchemeIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> Stores.open("ftp://host/x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'ftp:'")
                .hasMessageContaining("file:, memory:");
        assertThatThrownBy(() -> Stores.open("/just/a/path")).hasMessageContaining("has no scheme");
        assertThatThrownBy(() -> Stores.open("")).hasMessageContaining("has no scheme");
    }

    @Test
    void aMalformedAddressIsRefusedWithWhatWouldBeRight() {
        assertThatThrownBy(() -> Stores.open("file:")).hasMessageContaining("such as file:/");
        assertThatThrownBy(() -> Stores.open("file://host/x")).hasMessageContaining("such as file:/");
        assertThatThrownBy(() -> Stores.open("memory://x")).hasMessageContaining("such as memory:orders");
    }

    @Test
    void aDirectoryIsOpenedInEitherSpelling() throws Exception {
        Path place = directory.resolve("new/place");
        try (Store one = Stores.open("file:" + place);
                Store two = Stores.open("file://" + place)) {
            append(one, "a");
            append(two, "b");
            assertThat(size(one)).isEqualTo(2);
        }
    }

    @Test
    void openingsOfOneNameInMemoryShareItUntilTheLastCloses() throws Exception {
        try (Store one = Stores.open("memory:shared");
                Store two = Stores.open("memory:shared");
                Store other = Stores.open("memory:other")) {
            append(one, "a");
            assertThat(size(two)).isEqualTo(1);
            assertThat(size(other)).isZero();
        }
        try (Store later = Stores.open("memory:shared")) {
            assertThat(size(later)).isZero();
        }
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsNamed() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "x");
        assertThatThrownBy(() -> Stores.open("file:" + file))
                .isInstanceOf(FileFailure.class)
                .hasMessage(file + ": not a directory");
        assertThatThrownBy(() -> Stores.open("file:" + file.resolve("below")))
                .isInstanceOf(FileFailure.class)
                .hasMessageEndingWith(": not a directory");
    }

    private static void append(Store store, String entry) throws Exception {
        store.log("log")
                .append(List.of(entry.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
    }

    private static int size(Store store) throws Exception {
        return store.log("log")
                .read(0, 10)
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS)
                .entries()
                .size();
    }
}
