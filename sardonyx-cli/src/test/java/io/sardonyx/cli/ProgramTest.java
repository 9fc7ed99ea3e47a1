package io.sardonyx.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start of the program without its parser: when it is possible, and that it is indeed without. */
class ProgramTest {

    private static final String JOB = """
            {
              "id": "hello",
              "workflow": [["read", "split"], ["split", "write"]],
              "catalog": [
                {"name": "read", "input": {"plugin": "items", "segments": ["the quick fox"]}},
                {"name": "split", "fn": "io.sardonyx.examples.Words::split"},
                {"name": "write", "output": "stdout"}
              ]
            }
            """;

    private static final String WORDS = "{\"word\":\"the\"}\n{\"word\":\"quick\"}\n{\"word\":\"fox\"}\n";

    @TempDir
    private Path directory;

    private boolean isPlain(Map<String, String> environment, String... args) {
        return Program.isPlainRun(args, environment, directory);
    }

    @Test
    void aFileAndNothingElseNeedsNoParser() {
        assertThat(isPlain(Map.of("PATH", "/bin", "SARDONYX_JAVA_OPTS", "-Xmx1g"), "run", "job.yaml"))
                .isTrue();
    }

    @Test
    void whatMeansMoreThanAFileIsParsed() {
        for (String argument : List.of("-", "--help", "-h", "@arguments", "", " ")) {
            assertThat(isPlain(Map.of(), "run", argument)).as(argument).isFalse();
        }
        assertThat(isPlain(Map.of(), "run")).isFalse();
        assertThat(isPlain(Map.of(), "run", "--json", "job.yaml")).isFalse();
        assertThat(isPlain(Map.of(), "demo", "job.yaml")).isFalse();
    }

    @Test
    void settingsFromElsewhereAreParsed() throws IOException {
        assertThat(isPlain(Map.of("SARDONYX_JAR", "a.jar"), "run", "job.yaml")).isFalse();
        assertThat(isPlain(Map.of("SARDONYX_CONFIG", "a.properties"), "run", "job.yaml"))
                .isFalse();
        Files.writeString(directory.resolve("sardonyx.properties"), "");
        assertThat(isPlain(Map.of(), "run", "job.yaml")).isFalse();
    }

    /* Linking the equality of records takes tens of milliseconds, which no class archive of Java 17 saves. */
    @Test
    void aPlainRunLinksNoEqualityOfRecords() throws Exception {
        Files.writeString(directory.resolve("job.json"), JOB);
        assertThat(start("run", "job.json").code()).isZero();
        assertThat(loaded("java.lang.runtime.ObjectMethods")).isEmpty();
    }

    @Test
    void aPlainRunLoadsNoParserAndSaysTheSame() throws Exception {
        Files.writeString(directory.resolve("job.json"), JOB);
        Cli.Result plain = start("run", "job.json");
        assertThat(plain.out()).isEqualTo(WORDS);
        assertThat(plain.code()).isZero();
        assertThat(loaded("picocli.")).isEmpty();

        Cli.Result parsed = start("run", "--allocation", "planned", "job.json");
        assertThat(loaded("picocli.")).isNotEmpty();
        assertThat(parsed.out()).isEqualTo(plain.out());
        assertThat(withoutTime(parsed.err())).isEqualTo(withoutTime(plain.err()));
    }

    @Test
    void aPlainRunRefusesBadInputAsTheParserDoes() throws Exception {
        Files.writeString(directory.resolve("bad.json"), JOB.replace("\"split\",", "\"spilt\","));
        for (String file : List.of("bad.json", "missing.json")) {
            Cli.Result plain = start("run", file);
            Cli.Result parsed = start("run", "--allocation", "planned", file);
            assertThat(plain.code()).as(file).isEqualTo(2);
            assertThat(plain).as(file).isEqualTo(parsed);
        }
    }

    private static String withoutTime(String told) {
        return told.replaceAll("after \\S+ s", "");
    }

    private List<String> loaded(String prefix) throws IOException {
        return Files.readAllLines(directory.resolve("classes")).stream()
                .filter(line -> line.contains(prefix))
                .toList();
    }

    private Cli.Result start(String... args) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load:file=classes:none",
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName()));
        command.addAll(List.of(args));
        var builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(directory.resolve("stderr").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SARDONYX_"));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Cli.Result(process.waitFor(), out, Files.readString(directory.resolve("stderr")));
    }
}
