package io.sardonyx.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Makes classes of texts, such as what the documentation shows. */
public final class Compiler {

    /** What goes without saying in a snippet. */
    static final String IMPORTS = Stream.of(
                    "io.sardonyx",
                    "io.sardonyx.client",
                    "io.sardonyx.connect",
                    "io.sardonyx.examples",
                    "io.sardonyx.function.source",
                    "io.sardonyx.job",
                    "io.sardonyx.node",
                    "io.sardonyx.testkit.generate",
                    "io.sardonyx.testkit.junit",
                    "io.sardonyx.testkit.simulate",
                    "io.sardonyx.value",
                    "java.time",
                    "java.util")
            .map(name -> "import " + name + ".*; ")
            .collect(Collectors.joining(
                    "",
                    "import static org.assertj.core.api.Assertions.assertThat; ",
                    "import io.sardonyx.replica.Invariants; "));

    private Compiler() {}

    /** Compiles a program into a directory of classes. */
    static void compile(Path classes, String name, String program) {
        compile(classes, Map.of(name, program));
    }

    /** Compiles programs by their names into a directory of classes. */
    public static void compile(Path classes, Map<String, String> programs) {
        var said = new StringWriter();
        List<String> options = List.of("-d", classes.toString(), "-proc:none", "-classpath", classPath(classes));
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(said, null, null, options, null, sources(programs))
                .call();
        assertThat(compiled).as(said.toString()).isTrue();
    }

    /** What javac reads: programs by their names, or by the paths of their files. */
    public static List<? extends JavaFileObject> sources(Map<String, String> programs) {
        return programs.entrySet().stream()
                .map(it -> new Source(it.getKey(), it.getValue()))
                .toList();
    }

    /** A program that is a text. */
    private static final class Source extends SimpleJavaFileObject {

        private final String program;

        Source(String name, String program) {
            super(
                    URI.create("string:///" + (name.endsWith(".java") ? name : name.replace('.', '/') + ".java")),
                    Kind.SOURCE);
            this.program = program;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return program;
        }
    }

    /** Those classes, and all that a user has. */
    static String classPath(Path classes) {
        return classes + File.pathSeparator + System.getProperty("java.class.path");
    }
}
