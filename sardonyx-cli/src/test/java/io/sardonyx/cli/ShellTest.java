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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the program does for, and is told by, the shell that it is called from. */
class ShellTest {

    private static final String ESCAPE = "\u001b";

    /**
     * Sources the script, says what Bash says when TAB is pressed behind these words, and prints what it offers. Bash
     * itself would listen to compopt.
     */
    private static final String TAB = """
            compopt() { :; }
            . "$1"
            shift
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE=$*
            COMP_POINT=${#COMP_LINE}
            _complete_sardonyx
            printf '%s\\n' "${COMPREPLY[@]}"
            """;

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "sardonyx jo, job",
        "sardonyx job su, submit",
        "sardonyx job submit --if, --if-at",
        "sardonyx doctor --log-level de, debug",
        "sardonyx peers start --job-scheduler gr, greedy",
        "sardonyx run --allocation vol, volunteered"
    })
    void bashCompletesWhatSomebodyHasBegun(String typed, String completed) throws IOException, InterruptedException {
        Cli.Result script = Cli.run("completion");
        assertThat(script.code()).isZero();
        Path file = Files.writeString(directory.resolve("script"), script.out());
        var command = new ArrayList<>(List.of("bash", "-c", TAB, "bash", file.toString()));
        command.addAll(List.of(typed.split(" ", -1)));
        assertThat(run(command, Map.of()).lines().map(String::strip)).containsExactly(completed);
    }

    @Test
    void zshIsGivenWhatItNeedsForScriptsOfBash() {
        assertThat(Cli.run("completion").out()).contains("bashcompinit");
    }

    @Test
    void coloursAreShownUnlessNobodyWantsThem() throws IOException, InterruptedException {
        var forced = Map.of("CLICOLOR_FORCE", "1");
        var unwanted = Map.of("CLICOLOR_FORCE", "1", "NO_COLOR", "1");
        for (List<String> words : List.of(List.of("plan", Cli.example("three-jobs.json")), List.of("run", "--help"))) {
            assertThat(program(words, forced)).contains(ESCAPE);
            assertThat(program(words, unwanted)).isNotBlank().doesNotContain(ESCAPE);
        }
    }

    private static String program(List<String> words, Map<String, String> environment)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(words);
        return run(command, environment);
    }

    private static String run(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
