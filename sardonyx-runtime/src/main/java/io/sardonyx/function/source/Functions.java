package io.sardonyx.function.source;

import io.sardonyx.function.FunctionLoader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Source of the functions that jobs name, such as {@code com.acme.Words::split}: the class path of this program, or
 * jars.
 *
 * <pre>{@code
 * try (Functions functions = Functions.in(List.of(Path.of("acme.jar")), List.of("com.acme"));
 *         Member member = Member.join("file:/var/lib/orders", Membership.of("orders", 4), functions)) {
 *     member.await(Duration.ofDays(1));
 * }
 * }</pre>
 *
 * <p>Found are public static methods, and accessors, which are public instance methods without parameters, of public
 * classes; if their classes are in a named module, it exports their package. Thread-safe. Not for others to implement.
 */
public interface Functions extends AutoCloseable {

    /**
     * The functions of the class path, for a program that runs its own jobs: job and program have the same author, so
     * no function has to be refused.
     */
    static Functions onClassPath() {
        return FunctionLoader.onClassPath();
    }

    /**
     * The functions of some jars.
     *
     * @param allowed what the names of classes may begin with; none for all classes of the jars
     * @throws IllegalArgumentException that names the jar which cannot be used
     */
    static Functions in(List<Path> jars, List<String> allowed) {
        return FunctionLoader.in(jars, allowed);
    }

    /** Closes the jars. What was loaded from them before goes on to work. */
    @Override
    void close() throws IOException;
}
