package io.sardonyx.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.function.FunctionCheck;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Job;
import io.sardonyx.jobfile.JobFile;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Java that the documentation shows compiles, and says what the JSON beside it says; what a reader has in hand is a
 * job, the imports go without saying.
 */
class SnippetsTest {

    private static final Pattern CLASS =
            Pattern.compile("(?s)^package ([\\w.]+);.*?^public final class (\\w+) ", Pattern.MULTILINE);
    private static final String BUILT = "Job job = ";

    /** What the reader of a page has besides. */
    private static final Map<String, String> SURROUNDINGS = Map.of(
            "testing.md",
            "static List<String> LINES = List.of(); static Set<Object> EXPECTED = Set.of();"
                    + "static Job totals(SimulatedRun run, int peers) { throw new IllegalStateException(); }"
                    + "static Map<Object, Integer> PUBLISHED = Map.of(); static Map<Object, Object> COUNTS = Map.of();"
                    + "public static final class Words {"
                    + "public static List<String> split(String line) { return List.of(line); }"
                    + "public static String same(String word) { return word; }"
                    + "public static String text(String word) { return word; } }"
                    + "static boolean alarm(List<Integer> readings) { return readings.isEmpty(); }");

    @TempDir
    private Path classes;

    @TestFactory
    Stream<DynamicTest> everySnippetCompiles() {
        List<Page> pages = Stream.concat(Stream.of(Page.of("README.md")), Page.all().stream())
                .filter(page -> !page.blocks("java").isEmpty())
                .toList();
        assertThat(pages.stream().mapToInt(page -> page.blocks("java").size()).sum())
                .isGreaterThanOrEqualTo(14);
        return pages.stream().map(page -> DynamicTest.dynamicTest(page.name(), () -> compile(page)));
    }

    private void compile(Page page) {
        page.blocks("java").forEach(block -> {
            if (CLASS.matcher(block).find()) {
                compileClass(block);
            } else {
                String given = block.contains(BUILT) ? "" : "Job job";
                String member =
                        block.startsWith("@") ? block : "void run(" + given + ") throws Exception {\n" + block + "\n}";
                compileSnippet(
                        "Snippet", "class Snippet { " + member + SURROUNDINGS.getOrDefault(page.name(), "") + " }");
            }
        });
    }

    @Test
    void jobOfThePageIsAmongTheExamples() throws IOException {
        Field example = Json.read(Files.readAllBytes(Checkout.root().resolve("examples/words.json")));
        Page page = Page.of("docs/job-reference.md");
        assertThat(jobs(page)).containsExactly(JobFile.read(example));
        String yaml = Files.readString(Checkout.root().resolve("examples/words.yaml"));
        assertThat(page.blocks("yaml")).first().isEqualTo(yaml);
    }

    @TestFactory
    Stream<DynamicTest> everyJobOfAPageCanRunAndIsTheSameInJava() {
        List<Page> pages =
                Page.all().stream().filter(page -> !jobs(page).isEmpty()).toList();
        assertThat(pages).extracting(Page::name).containsExactly("job-reference.md", "writing-jobs.md");
        return pages.stream().map(page -> DynamicTest.dynamicTest(page.name(), () -> compare(page)));
    }

    /** What is JSON but no whole job is at least JSON. */
    private static List<Job> jobs(Page page) {
        return page.blocks("json").stream()
                .map(block -> Json.read(block.getBytes(StandardCharsets.UTF_8)))
                .filter(root ->
                        !root.at("workflow").isAbsent() && !root.at("catalog").isAbsent())
                .map(JobFile::read)
                .toList();
    }

    private void compare(Page page) throws Exception {
        List<String> blocks = page.blocks("java");
        blocks.stream().filter(block -> CLASS.matcher(block).find()).forEach(this::compileClass);
        List<String> built =
                blocks.stream().filter(block -> block.contains(BUILT)).toList();
        assertThat(built).hasSameSizeAs(jobs(page));
        for (int i = 0; i < built.size(); i++) {
            compileSnippet(
                    "Snippet" + i,
                    "public class Snippet" + i + " { public static Job job() {\n" + built.get(i) + "return job; } }");
        }
        try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            for (int i = 0; i < built.size(); i++) {
                Object java = loader.loadClass("Snippet" + i).getMethod("job").invoke(null);
                assertThat(jobs(page).get(i)).isEqualTo(java);
            }
            ClassLoader before = Thread.currentThread().getContextClassLoader();
            Thread.currentThread().setContextClassLoader(loader);
            try (FunctionLoader functions = FunctionLoader.onClassPath()) {
                assertThat(jobs(page))
                        .allSatisfy(job ->
                                assertThat(FunctionCheck.faults(job, functions)).isEmpty());
            } finally {
                Thread.currentThread().setContextClassLoader(before);
            }
        }
    }

    private void compileSnippet(String name, String declaration) {
        Compiler.compile(classes, name, Compiler.IMPORTS + declaration);
    }

    private void compileClass(String block) {
        Matcher declared = CLASS.matcher(block);
        assertThat(declared.find()).isTrue();
        Compiler.compile(classes, declared.group(1).replace('.', '/') + "/" + declared.group(2), block);
    }
}
