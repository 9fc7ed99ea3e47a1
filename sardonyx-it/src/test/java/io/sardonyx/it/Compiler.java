package io.sardonyx.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Makes classes of what the documentation shows. */
final class Compiler {

    /** What goes without saying in a snippet. */
    static final String IMPORTS = Stream.of(
                    "io.sardonyx",
                    "io.sardonyx.client",
                    "io.sardonyx.connect",
                    "io.sardonyx.examples",
                    "io.sardonyx.function.source",
                    "io.sardonyx.job",
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
        var source = new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return program;
            }
        };
        var said = new StringWriter();
        List<String> options = List.of("-d", classes.toString(), "-proc:none", "-classpath", classPath(classes));
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(said, null, null, options, null, List.of(source))
                .call();
        assertThat(compiled).as(said.toString()).isTrue();
    }

    /** Those classes, and all that a user has. */
    static String classPath(Path classes) {
        return classes + File.pathSeparator + System.getProperty("java.class.path");
    }
}
