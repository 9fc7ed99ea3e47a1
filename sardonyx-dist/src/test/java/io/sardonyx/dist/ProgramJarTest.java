package io.sardonyx.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The program as one jar has what it needs, and nothing that only tests need. */
class ProgramJarTest {

    private static List<String> names() throws IOException {
        try (JarFile jar = new JarFile(Path.of("target/sardonyx.jar").toFile())) {
            return jar.stream().map(ZipEntry::getName).toList();
        }
    }

    @Test
    void programIsWhole() throws IOException {
        assertThat(names())
                .contains("io/sardonyx/cli/Main.class", "io/sardonyx/testkit/explore/Explorer.class")
                .hasSizeGreaterThan(1_000);
    }

    @Test
    void programBringsNoTestFramework() throws IOException {
        assertThat(names())
                .noneMatch(name -> name.startsWith("org/junit/") || name.startsWith("org/opentest4j/"))
                .noneMatch(name -> name.startsWith("org/apiguardian/") || name.startsWith("org/assertj/"));
    }
}
