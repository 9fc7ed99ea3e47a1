package io.sardonyx.it.architecture;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.it.Checkout;
import io.sardonyx.replica.Replica;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What users can reach is a list that changes on purpose; {@code -Ddocs.write} writes it anew. It is short enough to be
 * learnt, and each type says how it is used or what it promises.
 */
class ExportedApiTest {

    private static final String REMEDY = "if the change is meant, write it anew: mvn -B verify -pl sardonyx-it -am"
            + " -Dtest=ExportedApiTest -Dsurefire.failIfNoSpecifiedTests=false -Ddocs.write";
    private static final Path GOLDEN = Path.of("sardonyx-it/src/test/resources/exported.api");

    /** For who writes jobs and runs them. */
    private static final Set<String> JOBS = below(
            "io.sardonyx",
            "",
            ".client",
            ".connect",
            ".function.source",
            ".job",
            ".node",
            ".report",
            ".secret",
            ".state",
            ".value");

    private static final int MOST_FOR_JOBS = 76;

    /** For who writes connectors, stores, wires and brokers. */
    private static final Set<String> PLUGINS = below("io.sardonyx", ".plugin", ".port");

    private static final int MOST_FOR_PLUGINS = 47;

    /** For tests and meters, which are modules of their own. */
    private static final Set<String> BESIDE = below(
            "io.sardonyx", ".metrics", ".testkit.contract", ".testkit.generate", ".testkit.junit", ".testkit.simulate");

    private static final Pattern COMMENT =
            Pattern.compile("/\\*\\*(.*?)\\*/\\s*(?:@\\w+[^\\n]*\\s*)*public", Pattern.DOTALL);

    private final ExportedApi api = new ExportedApi();

    @Test
    void exportedIsWhatTheListSays() throws IOException {
        Path file = Checkout.root().resolve(GOLDEN);
        String exported = api.text();
        if (System.getProperty("docs.write") != null) {
            Files.writeString(file, exported);
        }
        assertThat(file).as(REMEDY).content().isEqualTo(exported);
    }

    @Test
    void everyExportedPackageIsForSomebody() {
        assertThat(Stream.of(JOBS, PLUGINS, BESIDE).flatMap(Set::stream))
                .containsExactlyInAnyOrderElementsOf(api.packages());
    }

    @Test
    void whoWritesJobsOrPluginsHasFewTypesToLearn() {
        assertThat(api.types(JOBS)).hasSizeBetween(1, MOST_FOR_JOBS);
        assertThat(api.types(PLUGINS)).hasSizeBetween(1, MOST_FOR_PLUGINS);
    }

    /** Tests may look at all of the engine, so the testkit hands out what others do not see. */
    @Test
    void exportedTypesMentionOnlyWhatIsExported() {
        assertThat(api.types(api.packages()).stream()
                        .filter(type -> !type.getName().startsWith("io.sardonyx.testkit."))
                        .flatMap(type -> hidden(type).map(shown -> type.getName() + " shows " + shown)))
                .isEmpty();
    }

    private Stream<String> hidden(Class<?> type) {
        return ExportedApi.shown(type).stream()
                .filter(shown -> !api.packages().contains(shown.substring(0, shown.lastIndexOf('.'))));
    }

    @Test
    void aTypeShowsWhatItsSignaturesMention() {
        assertThat(hidden(Replica.class)).contains("io.sardonyx.replica.Ring");
    }

    @Test
    void everyExportedTypeShowsItsUseOrSaysWhatItPromises() {
        assertThat(api.types(api.packages())).allMatch(type -> saysEnough(comment(type)));
        assertThat(saysEnough("A thing of few words.")).isFalse();
    }

    /** An example, parameters, exceptions, a second paragraph, or a sentence that is more than a name. */
    private static boolean saysEnough(String comment) {
        return Stream.of("{@code", "@param", "<p>", "<pre>", "@throws").anyMatch(comment::contains)
                || comment.strip().split("\\s+").length >= 12;
    }

    private static String comment(Class<?> type) {
        String path = "src/main/java/" + type.getName().replace('.', '/') + ".java";
        return Checkout.modules().stream()
                .map(module -> module.resolve(path))
                .filter(Files::exists)
                .map(Checkout::read)
                .flatMap(source -> COMMENT.matcher(source).results())
                .map(found -> found.group(1).replaceAll("\\n\\s*\\*", "\n"))
                .findFirst()
                .orElse("");
    }

    private static Set<String> below(String root, String... names) {
        return Stream.of(names).map(root::concat).collect(toCollection(TreeSet::new));
    }
}
