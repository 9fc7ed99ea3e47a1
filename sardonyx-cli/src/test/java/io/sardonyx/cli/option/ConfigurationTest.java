package io.sardonyx.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.Cli;
import io.sardonyx.cli.Cli.Result;
import io.sardonyx.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where values come from, who wins, and who is blamed. */
class ConfigurationTest {

    @TempDir
    private Path directory;

    private Result show(Map<String, String> environment, String... more) {
        var args = new String[more.length + 2];
        args[0] = "config";
        args[1] = "show";
        System.arraycopy(more, 0, args, 2, more.length);
        return Cli.run(environment, directory, args);
    }

    private void assertRefused(String message, Map<String, String> environment, String... args) {
        Result result = Cli.run(environment, directory, args);
        assertThat(result.err()).startsWith("sardonyx: ").contains(message);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
    }

    private void assertFileRefused(String message, String content) {
        String file = Cli.file(directory, "c.properties", content);
        assertRefused(message, Map.of(), "--config", file, "config", "show");
    }

    @Test
    void withoutAnythingAllIsDefault() {
        Result result = show(Map.of());
        assertThat(result.code()).isZero();
        assertThat(result.lines()).contains("configuration file: none").anyMatch(it -> it.matches("peers +1 +default"));
        assertThat(result.out()).doesNotContain("json", "java-opts", "at ");
    }

    @Test
    void aVariableWinsOverTheFileOfTheDirectory() {
        String file = Cli.file(directory, "sardonyx.properties", "# ours\npeers = 4\njob-scheduler: \\\n  greedy\n");
        Result result = show(Map.of("SARDONYX_PEERS", "7", "SARDONYX_TAGS", ""));
        assertThat(result.lines())
                .contains("configuration file: " + file)
                .anyMatch(it -> it.matches("peers +7 +variable SARDONYX_PEERS"))
                .anyMatch(it -> it.endsWith("  " + file + ":3") && it.matches("job-scheduler +greedy .*"))
                .anyMatch(it -> it.matches("tags +- +default"));
    }

    @Test
    void theOptionWinsOverTheVariable() {
        String store = "memory:configuration-test";
        Map<String, String> environment = Map.of("SARDONYX_STORE", "nonsense");
        assertThat(Cli.run(environment, directory, "replica", "show", "--store", store)
                        .err())
                .contains(store)
                .doesNotContain("nonsense");
        assertRefused("SARDONYX_STORE: the store address 'nonsense'", environment, "replica", "show");
    }

    @Test
    void theFileIsNamedByOptionAnywhereElseByVariable() {
        String one = Cli.file(directory, "one", "peers = 1001");
        String two = Cli.file(directory, "two", "peers = 1002");
        Map<String, String> environment = Map.of("SARDONYX_CONFIG", two, "SARDONYX_STORE", "memory:x");
        assertRefused(one + ":1: peers is between", environment, "peers", "start", "--config", one);
        assertRefused(one + ":1: peers is between", environment, "--config", one, "peers", "start");
        assertRefused(two + ":1: peers is between", environment, "peers", "start");
        assertRefused("--peers is between", environment, "peers", "start", "--peers", "1003");
        assertRefused("nowhere: no such file", environment, "--config", "nowhere", "config", "show");
    }

    @Test
    void aValueThatAnOptionCannotTakeIsBlamedOnItsSource() {
        String file = Cli.file(directory, "f", "\npeers = many");
        Map<String, String> environment = Map.of("SARDONYX_STORE", "memory:x", "SARDONYX_BIND", "nowhere");
        assertRefused(file + ":2: peers: 'many' is not an int", environment, "peers", "start", "--config", file);
        assertRefused("for SARDONYX_BIND: 'nowhere' is no address", environment, "peers", "start");
        assertRefused("option '--peers'", environment, "peers", "start", "--peers", "x");
        assertRefused("SARDONYX_LOG_LEVEL: expected one of", Map.of("SARDONYX_LOG_LEVEL", "loud"), "config", "show");
    }

    @Test
    void whatIsNoSettingCannotBeConfigured() {
        assertFileRefused("c.properties:1: there is no setting \"json\"; there are: advertise,", "json = true");
        Result result = Cli.run(Map.of("SARDONYX_GROUPS", "99"), directory, "sim", "--seeds", "1");
        assertThat(result.code()).isZero();
    }

    @Test
    void faultsOfAFileNameTheirLine() {
        assertFileRefused("c.properties:2: there is no setting \"peer\"; did you mean peers?", "\npeer = 4");
        assertFileRefused("c.properties:3: peers was already given at ", "peers=1\n\npeers=1");
        assertFileRefused("c.properties:1: tags has no value", "tags =");
        assertFileRefused("c.properties:2: Malformed \\uxxxx", "peers=1\ntags=\\u12");
        assertFileRefused("longer than 64 KiB", "#".repeat(65_537));
        assertFileRefused("c.properties:3: there is no setting", "# not continued \\\npeers=1\nx=1");
    }

    @Test
    void helpNeedsNoConfiguration() {
        Map<String, String> environment = Map.of("SARDONYX_CONFIG", "nowhere", "SARDONYX_PEERS", "x");
        Result result = Cli.run(environment, directory, "peers", "start", "--help");
        assertThat(result.code()).isZero();
        assertThat(result.out()).startsWith("Usage: sardonyx peers start");
        assertThat(Cli.run(environment, directory, "--version").code()).isZero();
    }

    @Test
    void secretsOfAStoreAreNotShown() {
        String address = "zookeeper://h:2181/t?zookeeper.password=hush";
        assertThat(show(Map.of("SARDONYX_STORE", address), "--json").out())
                .contains("{\"value\":\"zookeeper://h:2181/t?…\",\"source\":\"variable SARDONYX_STORE\"}")
                .doesNotContain("hush");
        Result refused = Cli.run("replica", "show", "--store", "zookeeper://h:2181?zookeeper.password=hush");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("tenancy").doesNotContain("hush");
    }

    @Test
    void aMisspeltVariableIsPointedOut() {
        Result result = show(Map.of("SARDONYX_STOER", "x", "SARDONYX_JAVA_OPTS", "-Xmx1g", "SARDONYX_CONFIG", ""));
        assertThat(result.err())
                .isEqualTo("sardonyx: warning: SARDONYX_STOER is no setting; did you mean SARDONYX_STORE?\n");
    }

    @Test
    void everySettingIsDocumentedAndNoOther() throws IOException {
        List<String> documented = Files.readAllLines(Path.of("..", "docs", "operations.md")).stream()
                .dropWhile(line -> !line.startsWith("| setting "))
                .takeWhile(line -> !line.isEmpty())
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split("`", -1)[1])
                .toList();
        var settings = Configuration.settings(Main.commandLine().getCommandSpec());
        assertThat(documented).containsExactlyInAnyOrderElementsOf(settings.keySet());
    }
}
