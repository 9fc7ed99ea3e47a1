package io.sardonyx.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the README and the first page show works, each in a process of its own, in a directory that has the examples.
 */
class ReadmeTest {

    private static final String COMMAND = "./sardonyx ";
    private static final Page README = Page.of("README.md");

    @TempDir
    private Path directory;

    @BeforeEach
    void bringExamples() throws IOException {
        Path examples = Files.createDirectory(directory.resolve("examples"));
        try (var files = Files.list(Checkout.root().resolve("examples"))) {
            for (Path file : files.toList()) {
                Files.copy(file, examples.resolve(file.getFileName()));
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> everyCommandRuns() {
        List<String> commands = Stream.of(README, Page.of("docs/start.md"))
                .flatMap(page -> page.text().lines())
                .filter(line -> line.startsWith(COMMAND))
                .distinct()
                .toList();
        assertThat(commands).hasSizeGreaterThanOrEqualTo(7);
        return commands.stream()
                .map(command -> DynamicTest.dynamicTest(
                        command,
                        () -> assertThat(program(command.substring(COMMAND.length())))
                                .isNotBlank()));
    }

    @Test
    void theJobDoesTheSameInJavaAndAsYaml() throws Exception {
        String snippet = README.blocks("java").get(0);
        Compiler.compile(
                directory,
                "Snippet",
                Compiler.IMPORTS + "public class Snippet { public static void main(String[] args) throws Exception {\n"
                        + snippet + "} }");
        Files.writeString(directory.resolve("words.yaml"), README.blocks("yaml").get(0));
        List<String> java = java("Snippet").lines().sorted().toList();
        assertThat(java).anyMatch(line -> line.contains("quick"));
        assertThat(program("run words.yaml").lines().sorted()).containsExactlyElementsOf(java);
    }

    /** What is behind a pipe belongs to the shell. */
    private String program(String arguments) throws IOException, InterruptedException {
        return java((Main.class.getName() + " " + arguments.replaceFirst(" \\| .*", "")).split(" "));
    }

    /** Its standard output, when it ends well. */
    private String java(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                Compiler.classPath(directory)));
        command.addAll(List.of(arguments));
        Path complaints = directory.resolve("stderr");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(complaints.toFile())
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said + Files.readString(complaints)).isZero();
        return said;
    }
}
