package io.sardonyx.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.port.Documents;
import io.sardonyx.port.Origin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may read what a store in a directory holds, the secret of its wires among it. */
class FilePermissionsTest {

    @TempDir
    private Path directory;

    private Path place;

    @BeforeEach
    void locate() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        place = directory.resolve("new/store");
    }

    private static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private Map<String, String> written() throws IOException {
        try (FileStore store = FileStore.open(place)) {
            done(store.documents().write("wire/secret", new byte[3], Documents.ABSENT));
            done(store.log("log").append(List.of(new byte[3])));
            done(store.log("log").rebase(new Origin(0, new byte[3])));
            done(store.leases().claim("pulse", "me"));
            done(store.blobs().orElseThrow().write("state", List.of(ByteBuffer.allocate(3))));
        }
        var permissions = new TreeMap<String, String>();
        try (var paths = Files.walk(place)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                permissions.put(
                        place.relativize(path).toString(),
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
            }
        }
        return permissions;
    }

    @Test
    void newStoreIsForItsOwnerAlone() throws IOException {
        assertThat(written())
                .hasSizeGreaterThan(11)
                .allSatisfy((path, permissions) -> assertThat(permissions)
                        .as(path)
                        .isEqualTo(Files.isDirectory(place.resolve(path)) ? "rwx------" : "rw-------"));
        assertThat(FileStore.isOpenToOthers(place)).isFalse();
    }

    @Test
    void directoryThatWasOpenedToOthersStaysSoAndIsKnownToBe() throws IOException {
        Files.createDirectories(place);
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwx---"));
        assertThat(written().values()).noneMatch("rw-------"::equals);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place)))
                .isEqualTo("rwxrwx---");
        assertThat(FileStore.isOpenToOthers(place)).isTrue();
    }
}
