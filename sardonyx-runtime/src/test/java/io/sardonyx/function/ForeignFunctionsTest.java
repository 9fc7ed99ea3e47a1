package io.sardonyx.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.call.CallProgress;
import io.sardonyx.job.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The functions of the documentation, compiled into a jar that only a loader of functions knows. */
class ForeignFunctionsTest {

    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String TYPE = "com/acme/Words";

    @TempDir
    private Path directory;

    private static String documented() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("docs/writing-jobs.md"))) {
            here = here.getParent();
        }
        Matcher snippet = SNIPPET.matcher(Files.readString(here.resolve("docs/writing-jobs.md")));
        assertThat(snippet.find()).isTrue();
        return snippet.group(1);
    }

    private Path jar() throws IOException {
        Path source = directory.resolve(TYPE + ".java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, documented());
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", System.getProperty("java.class.path"), source.toString()))
                .isZero();
        Path jar = directory.resolve("words.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry(TYPE + ".class"));
            out.write(Files.readAllBytes(directory.resolve(TYPE + ".class")));
            out.closeEntry();
        }
        return jar;
    }

    private static List<Object> applied(SegmentFunction function, Object... segments) {
        var results = new Results();
        assertThat(function.apply(segments, 0, segments.length, results, new CallProgress()))
                .as("failure: %s", results.failure())
                .isEqualTo(segments.length);
        return List.of(Arrays.copyOf(results.items(), results.size()));
    }

    @Test
    void functionsOfAJarAreCalledThroughTheirOwnLoader() throws IOException {
        try (FunctionLoader functions = FunctionLoader.in(List.of(jar()), List.of())) {
            var context = new StubContext();
            context.provide("words", Map.of("one", "eins"));
            var binder = new Binder(functions, context);
            Call cut = Call.to("com.acme.Words::cut").with("length", 2);
            assertThat(applied(binder.function(Call.to("com.acme.Words::split")), "a bc"))
                    .containsExactly("a", "bc");
            assertThat(applied(binder.function(cut), "abc")).containsExactly("ab");
            assertThat(applied(binder.function(Call.to("com.acme.Words::translate")), "one", "two"))
                    .containsExactly("eins");
            assertThat(applied(binder.batchFunction(Call.to("com.acme.Words::lengths")), "a", "bcd"))
                    .containsExactly(1, 3);
            assertThat(binder.predicate(Call.to("com.acme.Words::isLast")).takesPassage())
                    .isTrue();
        }
    }
}
