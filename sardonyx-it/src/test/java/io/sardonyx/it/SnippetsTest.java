package io.sardonyx.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The Java that the README shows compiles; what a reader has in hand is a job, the imports go without saying. */
class SnippetsTest {

    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path classes;

    @TestFactory
    Stream<DynamicTest> everySnippetCompiles() throws IOException {
        List<String> snippets = BLOCK.matcher(Files.readString(Checkout.root().resolve("README.md")))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(snippets).isNotEmpty();
        return snippets.stream()
                .map(snippet ->
                        DynamicTest.dynamicTest(snippet.lines().findFirst().orElse(""), () -> compile(snippet)));
    }

    private void compile(String snippet) {
        String program =
                "import io.sardonyx.client.*; import io.sardonyx.job.*; import java.time.*; import java.util.*;"
                        + "class Snippet { void run(Outline job) throws Exception {\n" + snippet + "\n} }";
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
