package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WrittenTest {

    @TempDir
    private Path directory;

    @Test
    void whatIsMissingRepeatedOrStrangeIsCounted() throws IOException {
        Files.writeString(directory.resolve("a.txt"), "0\n1\n2\n4\n");
        Files.writeString(directory.resolve("b.txt"), "4\n1\n1\n7\n-3\n05\nx\n\n12345678901\n");
        Files.writeString(directory.resolve("c.txt.tmp"), "3\n");

        assertThat(Written.in(directory, 7)).isEqualTo(new Written(3, 3, 6, 1));
    }

    @Test
    void whatIsThereOnceIsAllThatIsWanted() throws IOException {
        Files.writeString(directory.resolve("a.txt"), "1\n0\n");
        Files.writeString(directory.resolve("b.txt"), "2");

        assertThat(Written.in(directory, 3)).isEqualTo(new Written(0, 0, 0, 0));
    }
}
