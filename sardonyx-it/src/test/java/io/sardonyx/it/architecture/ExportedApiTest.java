package io.sardonyx.it.exports;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.it.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final Set<String> JOBS = Set.of(
            "io.sardonyx",
            "io.sardonyx.client",
            "io.sardonyx.connect",
            "io.sardonyx.function.source",
            "io.sardonyx.job",
            "io.sardonyx.report",
            "io.sardonyx.secret",
            "io.sardonyx.value");

    private static final int MOST_FOR_JOBS = 60;

    /** For who writes connectors, stores, wires and brokers. */
    private static final Set<String> PLUGINS = Set.of("io.sardonyx.plugin", "io.sardonyx.port");

    private static final int MOST_FOR_PLUGINS = 41;

    /** For tests and meters, which are modules of their own. */
    private static final Set<String> BESIDE = Set.of(
            "io.sardonyx.metrics",
            "io.sardonyx.testkit.contract",
            "io.sardonyx.testkit.generate",
            "io.sardonyx.testkit.junit",
            "io.sardonyx.testkit.simulate");

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
        var known = new ArrayList<>(JOBS);
        known.addAll(PLUGINS);
        known.addAll(BESIDE);
        assertThat(api.packages()).containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void whoWritesJobsHasFewTypesToLearn() {
        assertThat(typesOf(JOBS)).hasSizeBetween(1, MOST_FOR_JOBS);
    }

    @Test
    void whoWritesPluginsHasFewTypesToLearn() {
        assertThat(typesOf(PLUGINS)).hasSizeBetween(1, MOST_FOR_PLUGINS);
    }

    private List<Class<?>> typesOf(Set<String> packages) {
        return packages.stream()
                .sorted()
                .flatMap(name -> api.types(name).stream())
                .toList();
    }

    /** Tests may look at all of the engine, so the testkit hands out what others do not see. */
    @Test
    void exportedTypesMentionOnlyWhatIsExported() {
        var hidden = new ArrayList<String>();
        api.packages().stream()
                .filter(name -> !name.startsWith("io.sardonyx.testkit."))
                .flatMap(name -> api.types(name).stream())
                .forEach(type -> ExportedApi.shown(type).stream()
                        .filter(shown -> !api.packages().contains(shown.substring(0, shown.lastIndexOf('.'))))
                        .forEach(shown -> hidden.add(type.getName() + " shows " + shown)));
        assertThat(hidden).isEmpty();
    }

    @Test
    void everyExportedTypeShowsItsUseOrSaysWhatItPromises() throws IOException {
        var silent = new ArrayList<String>();
        for (Class<?> type : typesOf(Set.copyOf(api.packages()))) {
            if (!saysEnough(comment(type))) {
                silent.add(type.getName());
            }
        }
        assertThat(silent).isEmpty();
    }

    /** An example, parameters, exceptions, a second paragraph, or a sentence that is more than a name. */
    private static boolean saysEnough(String comment) {
        return comment.contains("{@code")
                || comment.contains("@param")
                || comment.contains("<p>")
                || comment.contains("<pre>")
                || comment.contains("@throws")
                || comment.strip().split("\\s+").length >= 12;
    }

    private static String comment(Class<?> type) throws IOException {
        String path = "src/main/java/" + type.getName().replace('.', '/') + ".java";
        for (Path module : Checkout.modules()) {
            if (Files.exists(module.resolve(path))) {
                Matcher found = COMMENT.matcher(Files.readString(module.resolve(path)));
                return found.find() ? found.group(1).replaceAll("\\n\\s*\\*", "\n") : "";
            }
        }
        return "";
    }
}
