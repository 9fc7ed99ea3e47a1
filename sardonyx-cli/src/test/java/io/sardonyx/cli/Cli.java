package io.sardonyx.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The program, run in this JVM. */
public final class Cli {

    /** What a run left behind. */
    public record Result(int code, String out, String err) {

        public List<String> lines() {
            return out.lines().toList();
        }
    }

    private Cli() {}

    public static Result run(String... args) {
        return run(Map.of(), Path.of(""), args);
    }

    /** The same with these variables set, in this directory. */
    public static Result run(Map<String, String> environment, Path directory, String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.commandLine(environment, directory)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err, true))
                .execute(args);
        return new Result(code, out.toString(), err.toString());
    }

    /** The same with something piped in. */
    public static Result runWith(String piped, String... args) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(piped.getBytes(StandardCharsets.UTF_8)));
        try {
            return run(args);
        } finally {
            System.setIn(before);
        }
    }

    /** A file with this content; single quotes stand for double ones. */
    public static String file(Path directory, String name, String content) {
        try {
            return Files.writeString(directory.resolve(name), content.replace('\'', '"'))
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An example at the root of the project. */
    public static String example(String name) {
        return Path.of("..", "examples", name).toString();
    }
}
