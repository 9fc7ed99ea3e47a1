package io.sardonyx.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.plugin.InputProvider;
import io.sardonyx.plugin.OutputProvider;
import io.sardonyx.schedule.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documentation lists is all there is. */
class DocumentationTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    @Test
    void everyRuleOfTheSchedulersIsExplainedAndNoOther() throws IOException {
        List<String> explained = Files.readAllLines(ROOT.resolve("docs/internals/scheduling.md")).stream()
                .filter(line -> line.matches("\\| `[a-z-]+` \\| (job|peer) \\|.*"))
                .map(line -> line.split("`", -1)[1])
                .toList();
        List<String> rules = Arrays.stream(Rule.values())
                .map(rule -> rule.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        assertThat(explained).containsExactlyElementsOf(rules);
    }

    @Test
    void everyDecisionIsInTheIndex() throws IOException {
        Path decisions = ROOT.resolve("docs/decisions");
        String index = Files.readString(decisions.resolve("README.md"));
        try (var files = Files.list(decisions)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.matches("\\d{4}-.*")))
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(index).contains("](" + name + ")"));
        }
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
                .filter(it -> !it.type().getName().startsWith("io.sardonyx.it."))
                .map(it -> it.get().name());
        assertThat(documented)
                .containsExactlyElementsOf(Stream.concat(inputs, outputs).toList());
    }
}
