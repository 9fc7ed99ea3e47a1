package io.sardonyx.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.codec.JobFile;
import io.sardonyx.codec.Json;
import io.sardonyx.job.Job;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Java that the documentation shows compiles, and says what the JSON beside it says; what a reader has in hand is a
 * job, the imports go without saying.
 */
class SnippetsTest {

    private static final String IMPORTS = Stream.of("client", "connect", "examples", "function", "job")
            .map(name -> "import io.sardonyx." + name + ".*; ")
            .collect(Collectors.joining("", "", "import io.sardonyx.*; import java.time.*; import java.util.*; "));

    @TempDir
    private Path classes;

    @TestFactory
    Stream<DynamicTest> everySnippetCompiles() throws IOException {
        var snippets = new ArrayList<>(blocks("README.md", "java"));
        snippets.addAll(blocks("docs/client.md", "java"));
        assertThat(snippets).hasSizeGreaterThanOrEqualTo(3);
        return snippets.stream()
                .map(snippet ->
                        DynamicTest.dynamicTest(snippet.lines().findFirst().orElse(""), () -> compile(snippet)));
    }

    private static List<String> blocks(String page, String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Checkout.root().resolve(page)))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void jobIsTheSameInJavaAsJsonAndAmongTheExamples() throws Exception {
        Job json = JobFile.read(Json.read(blocks("docs/jobs.md", "json").get(0).getBytes(StandardCharsets.UTF_8)));
        Job example = JobFile.read(Json.read(Files.readAllBytes(Checkout.root().resolve("examples/words.json"))));
        compileProgram("public class Snippet { public static Job job() {\n"
                + blocks("docs/jobs.md", "java").get(0) + "\nreturn job; } }");
        try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            Object java = loader.loadClass("Snippet").getMethod("job").invoke(null);
            assertThat(json).isEqualTo(java).isEqualTo(example);
        }
    }

    private void compile(String snippet) {
        compileProgram("class Snippet { void run(Job job) throws Exception {\n" + snippet + "\n} }");
    }

    private void compileProgram(String declaration) {
        String program = IMPORTS + declaration;
        var source = new SimpleJavaFileObject(URI.create("string:///Snippet.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return program;
            }
        };
        var said = new StringWriter();
        List<String> options =
                List.of("-d", classes.toString(), "-proc:none", "-classpath", System.getProperty("java.class.path"));
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(said, null, null, options, null, List.of(source))
                .call();
        assertThat(compiled).as(said.toString()).isTrue();
    }
}
