package io.sardonyx.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.Main;
import io.sardonyx.client.Client;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.group.Settings;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.plugin.InputProvider;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Cluster;
import io.sardonyx.schedule.Rule;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the documentation shows can be run, and what it lists is all there is. */
class DocumentationTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    @TestFactory
    Stream<DynamicTest> everyCommandOfTheReadmeRuns() throws IOException {
        List<String> commands = Files.readAllLines(ROOT.resolve("README.md")).stream()
                .filter(line -> line.startsWith("./sardonyx "))
                .toList();
        assertThat(commands).hasSizeGreaterThanOrEqualTo(3);
        return commands.stream()
                .map(line -> DynamicTest.dynamicTest(line, () -> {
                    if (line.startsWith("./sardonyx run ")) {
                        runJob(line);
                    } else {
                        run(line);
                    }
                }));
    }

    /** Files that a job names are those of the directory in which somebody is. */
    private static void runJob(String line) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        Arrays.stream(line.split(" ")).skip(1).forEach(command::add);
        Process process = new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).isNotBlank();
    }

    /** Those that stay until they are told to stop are for terminals, and tested as processes. */
    @Test
    void everyCommandOnARunningClusterRuns() throws IOException, InterruptedException {
        String address = "memory:documented";
        var parameters = new Cluster("sardonyx", Allocation.PLANNED, JobScheduler.BALANCED, Cluster.REMEMBERED);
        List<String> commands = Files.readAllLines(ROOT.resolve("README.md")).stream()
                .filter(line -> line.matches("\\$ \\./sardonyx (doctor|job|why|replica).*"))
                .map(line -> line.substring(2) + (line.contains("--store") ? "" : " --store " + address))
                .toList();
        assertThat(commands).hasSizeGreaterThanOrEqualTo(4);
        try (Store store = Stores.open(address);
                Client client = Client.over(store)) {
            var group = new PeerGroup(store, Settings.of(parameters, 4), RandomGenerator.getDefault());
            var process = new LoopThread<>("documented", group, it -> {});
            while (client.replica().replica().peers().present().size() < 4) {
                assertThat(process.failure()).isNull();
            }
            commands.forEach(DocumentationTest::run);
            process.close();
            assertThat(process.await(Duration.ofMinutes(1))).isTrue();
        }
    }

    private static void run(String line) {
        String[] words = Arrays.stream(line.split(" "))
                .skip(1)
                .map(DocumentationTest::resolved)
                .toArray(String[]::new);
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words);
        assertThat(code).as(err.toString()).isZero();
        assertThat(out.toString()).isNotBlank();
    }

    private static String resolved(String word) {
        return word.startsWith("examples/") ? ROOT.resolve(word).toString() : word;
    }

    @Test
    void everyRuleOfTheSchedulersIsExplainedAndNoOther() throws IOException {
        List<String> explained = Files.readAllLines(ROOT.resolve("docs/scheduling.md")).stream()
                .filter(line -> line.matches("\\| `[a-z-]+` \\| (job|peer) \\|.*"))
                .map(line -> line.split("`", -1)[1])
                .toList();
        List<String> rules = Arrays.stream(Rule.values())
                .map(rule -> rule.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        assertThat(explained).containsExactlyElementsOf(rules);
    }

    @Test
    void everyInputAndOutputIsInTheTablesAndNoOther() throws IOException {
        List<String> documented = Files.readAllLines(ROOT.resolve("docs/connectors.md")).stream()
                .filter(line -> line.matches("\\| `[a-z-]+` \\| `[a-zA-Z]+\\(.*"))
                .map(line -> line.split("`", -1)[1])
                .toList();
        var inputs = ServiceLoader.load(InputProvider.class).stream()
                .map(it -> it.get().name());
        var outputs = ServiceLoader.load(OutputProvider.class).stream()
                .map(it -> it.get().name());
        assertThat(documented)
                .containsExactlyElementsOf(Stream.concat(inputs, outputs).toList());
    }
}
