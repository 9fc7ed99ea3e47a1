package io.sardonyx.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher of the source tree, beside a Maven and a Java that only tell how they were called. */
class LauncherTest {

    @TempDir
    private Path directory;

    private Path home = Path.of("");

    @BeforeEach
    void copyLauncher() throws IOException {
        home = directory.toRealPath();
        Files.createDirectories(home.resolve("sardonyx-dist/src/lib"));
        Files.createDirectories(home.resolve("sardonyx-cli/src/main"));
        Files.createDirectories(home.resolve("bin"));
        for (String file : new String[] {"sardonyx", "sardonyx-dist/src/lib/launch.sh"}) {
            Files.copy(Path.of("..").resolve(file), home.resolve(file));
        }
        Files.writeString(home.resolve("pom.xml"), "");
        Files.writeString(home.resolve("sardonyx-cli/pom.xml"), "");
        script("mvn", """
                echo "$*" >> called
                echo '[INFO] Building Sardonyx: core 0.1.0-SNAPSHOT           [2/3]'
                echo '[INFO] Building Sardonyx: cli 0.1.0-SNAPSHOT            [3/3]'
                touch sardonyx-cli/target/sardonyx-cli.jar
                """);
        script("java", """
                echo "$*"
                for argument; do
                    case $argument in -XX:ArchiveClassesAtExit=*)
                        echo "${argument#*=}" >> "$JAVA_HOME/trained"
                        : > "${argument#*=}"
                        ;;
                    esac
                done
                """);
    }

    private void script(String name, String text) throws IOException {
        Path file = Files.writeString(home.resolve("bin").resolve(name), "#!/usr/bin/env bash\n" + text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Cli.Result start() throws IOException, InterruptedException {
        var builder = new ProcessBuilder("bash", home.resolve("sardonyx").toString(), "--version")
                .redirectError(home.resolve("stderr").toFile());
        builder.environment().put("JAVA_HOME", home.toString());
        builder.environment().merge("PATH", home.resolve("bin").toString(), (old, ours) -> ours + ":" + old);
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Cli.Result(process.waitFor(), out, Files.readString(home.resolve("stderr")));
    }

    @Test
    void theFirstStartBuildsNoTestsAndTellsEachModule() throws Exception {
        Cli.Result first = start();
        assertThat(first.err()).isEqualTo("sardonyx: building core [2/3]\nsardonyx: building cli [3/3]\n");
        assertThat(first.code()).isZero();
        assertThat(home.resolve("called")).hasContent("-B -Dmaven.test.skip=true -pl sardonyx-cli -am package");

        assertThat(start().err()).isEmpty();
        assertThat(Files.readAllLines(home.resolve("called"))).hasSize(1);
    }

    /** The JVM passes over an archive of a jar that was elsewhere, so that a moved tree would start slowly for ever. */
    @Test
    void aTreeThatWasMovedGetsAnArchiveOfItsOwn() throws Exception {
        start();
        start();
        assertThat(Files.readAllLines(home.resolve("trained"))).hasSize(1);

        home = Files.move(home, directory.resolveSibling(directory.getFileName() + "-moved"));
        try {
            assertThat(start().out())
                    .contains("-XX:SharedArchiveFile=" + home + "/sardonyx-cli/target/sardonyx-cli.jsa ");
            start();
            assertThat(Files.readAllLines(home.resolve("trained")))
                    .hasSize(2)
                    .last()
                    .asString()
                    .startsWith(home + "/sardonyx-cli/target/sardonyx-cli.jsa.");
        } finally {
            home = Files.move(home, directory);
        }
    }

    @Test
    void theProgramLearnsWhereItIs() throws Exception {
        assertThat(start().out())
                .contains("-Dsardonyx.program=" + home + "/sardonyx ", "-Dsardonyx.sources=" + home + " ")
                .endsWith("--version\n");
    }
}
