package io.sardonyx.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryWatcherTest {

    private final LinkedBlockingQueue<String> rung = new LinkedBlockingQueue<>();
    private final Poller.DirectoryWatcher bell = new Poller.DirectoryWatcher(() -> rung.add("rung"));

    @TempDir
    Path directory;

    private void change(String name) throws IOException {
        Files.writeString(directory.resolve(name), "x", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void itRingsForEveryChangeOfAFile() throws Exception {
        bell.listen(directory);
        for (int i = 0; i < 3; i++) {
            rung.clear();
            change("mark");
            assertThat(rung.poll(1, TimeUnit.MINUTES)).isEqualTo("rung");
        }
        bell.close();
    }

    @Test
    void itListensToSeveralDirectories() throws Exception {
        Path other = Files.createDirectory(directory.resolve("other"));
        bell.listen(other);
        bell.listen(directory);
        Files.writeString(other.resolve("mark"), "x");
        assertThat(rung.poll(1, TimeUnit.MINUTES)).isEqualTo("rung");
        bell.close();
    }

    /** The look now and then has to do, so nobody is told. */
    @Test
    void whereThereIsNothingToListenToItKeepsSilent() throws Exception {
        bell.listen(directory.resolve("gone"));
        bell.listen(directory);
        change("mark");
        bell.close();
        assertThat(rung).isEmpty();
    }

    @Test
    void itMayBeClosedWithoutEverHavingListened() throws Exception {
        bell.close();
        bell.listen(directory);
        change("mark");
        assertThat(rung).isEmpty();
    }
}
