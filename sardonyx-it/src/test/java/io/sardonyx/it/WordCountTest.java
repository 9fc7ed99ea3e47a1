package io.sardonyx.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.Cluster;
import io.sardonyx.job.Job;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The word count of the README, and that of the examples, are run: their totals are those of {@code sort | uniq -c}.
 */
@Timeout(300)
class WordCountTest {

    private static final String TEXT = "examples/words.txt";
    private static final String SHELL = "tr 'A-Z' 'a-z' < \"$1\" | tr -cs 'a-z' '\\n' | sed '/^$/d' | sort | uniq -c";

    @TempDir
    private Path directory;

    /** What a process writes to its standard output. */
    private static List<String> said(List<String> command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command)
                .directory(Checkout.root().toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s", command).isZero();
        return said.lines().toList();
    }

    private static Map<String, Long> sortedAndCounted(Path text) throws IOException, InterruptedException {
        var counts = new TreeMap<String, Long>();
        for (String line : said(List.of("sh", "-c", SHELL, "sh", text.toString()))) {
            String[] parts = line.strip().split(" ", 2);
            counts.put(parts[1], Long.valueOf(parts[0]));
        }
        return counts;
    }

    /** The totals by their words, of which each must be there once. */
    private static Map<String, Long> totals(List<String> lines) {
        var counts = new TreeMap<String, Long>();
        for (String line : lines) {
            String[] parts = line.split(" ", 2);
            assertThat(counts.put(parts[0], Long.valueOf(parts[1]))).as(line).isNull();
        }
        return counts;
    }

    /** All pages of the documentation, without letters beyond those that the shell knows. */
    private Path pages() throws IOException {
        var text = new StringBuilder();
        for (Page page : Page.all()) {
            text.append(page.text().replaceAll("[^\\p{ASCII}]", " "));
        }
        return Files.writeString(directory.resolve("pages.txt"), text);
    }

    private List<String> written() throws IOException {
        var lines = new ArrayList<String>();
        try (Stream<Path> files = Files.list(directory.resolve("out"))) {
            for (Path file : files.toList()) {
                assertThat(file.toString()).endsWith(".txt");
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    @Test
    void totalsOfTheReadmeAreThoseOfSortAndUniq() throws Exception {
        Path pages = pages();
        String block = Page.of("README.md").blocks("java").stream()
                .filter(each -> each.contains("class Counts"))
                .findFirst()
                .orElseThrow();
        assertThat(block).contains("\"" + TEXT + "\"", "Outputs.stdout()");
        Path classes = Files.createDirectory(directory.resolve("classes"));
        Compiler.compile(
                classes,
                "com/acme/Counts",
                block.replace(TEXT, pages.toString())
                        .replace("Outputs.stdout()", "Outputs.lines(\"" + directory.resolve("out") + "\")"));
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            Thread.currentThread().setContextClassLoader(loader);
            Object job = loader.loadClass("com.acme.Counts").getMethod("job").invoke(null);
            try (Cluster cluster = Cluster.local(3)) {
                cluster.run((Job) job);
            }
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        assertThat(totals(written())).hasSizeGreaterThan(1_000).isEqualTo(sortedAndCounted(pages));
    }

    @Test
    void totalsOfTheExampleAreThoseOfSortAndUniq() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> lines = said(List.of(
                java,
                "-cp",
                System.getProperty("java.class.path"),
                "io.sardonyx.cli.Main",
                "run",
                "examples/counts.yaml"));
        assertThat(totals(lines))
                .isNotEmpty()
                .isEqualTo(sortedAndCounted(Checkout.root().resolve(TEXT)));
    }
}
