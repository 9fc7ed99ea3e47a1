package io.sardonyx.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;

/** What every command owes whoever meets it for the first time, found by walking all that there are. */
class CommandsTest {

    /** Commands without {@code --json}, each with the reason. */
    private static final Map<String, String> NOT_AS_JSON = Map.of("sardonyx completion", "prints a script");

    @TestFactory
    Stream<DynamicTest> everyCommandHelpsAndEndsWithZero() {
        return all(Main.commandLine())
                .map(CommandsTest::name)
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    Cli.Result result = Cli.run(words(name + " --help"));
                    assertThat(result.code()).isZero();
                    assertThat(result.err()).isEmpty();
                    assertThat(result.out()).startsWith("Usage: " + name).contains("--help", "Example:");
                    assertThat(result.out()).doesNotMatch("(?s).*:\\R+\\z");
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyCommandShowsExitCodesAndExamplesThatCanBeSaid() {
        return leaves().map(command -> DynamicTest.dynamicTest(name(command), () -> {
            List<String> examples = examples(command);
            assertThat(examples)
                    .anyMatch(line -> line.matches("sardonyx ([a-z]+ )?" + command.getCommandName() + "( .*)?"));
            assertThat(command.getCommandSpec().usageMessage().exitCodeList()).containsKeys("0", "2");
            examples.forEach(line -> Main.commandLine().parseArgs(words(line)));
        }));
    }

    @TestFactory
    Stream<DynamicTest> everyCommandPrintsJsonUnlessThereIsAReason() {
        return leaves().map(command -> DynamicTest.dynamicTest(
                name(command),
                () -> assertThat(command.getCommandSpec().findOption("--json") == null)
                        .as("has no --json")
                        .isEqualTo(NOT_AS_JSON.containsKey(name(command)))));
    }

    @Test
    void theExitCodesThatCommandsDeclareAreThoseOfTheDocumentation() throws IOException {
        var declared = new TreeSet<String>();
        leaves().forEach(command -> declared.addAll(
                command.getCommandSpec().usageMessage().exitCodeList().keySet()));
        var documented = Files.readAllLines(Path.of("../docs/operations.md")).stream()
                .filter(line -> line.matches("\\| \\d+ \\|.*"))
                .map(line -> line.split(" ", -1)[1])
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(declared).isEqualTo(documented);
        assertThat(Main.commandLine().getCommandSpec().usageMessage().exitCodeList())
                .containsOnlyKeys(documented);
    }

    private static List<String> examples(CommandLine command) {
        return Arrays.stream(command.getCommandSpec().usageMessage().footer())
                .filter(line -> line.startsWith("  $ sardonyx "))
                .map(line -> line.substring(4).replaceFirst(" > .*", ""))
                .toList();
    }

    private static Stream<CommandLine> leaves() {
        return all(Main.commandLine())
                .filter(command -> command.getSubcommands().isEmpty());
    }

    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(CommandsTest::all));
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName();
    }

    /** Without the name of the program. */
    private static String[] words(String line) {
        return Arrays.stream(line.split(" ", -1)).skip(1).toArray(String[]::new);
    }
}
