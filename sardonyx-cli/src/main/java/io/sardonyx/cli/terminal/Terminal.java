package io.sardonyx.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The size of a terminal in characters. */
public record Terminal(int columns, int rows) {

    /** The default size. */
    static final Terminal USUAL = new Terminal(80, 24);

    /** Maximum length of the output of {@code stty}. */
    private static final int ANSWER = 100;

    /** For how long a size is cached. */
    private static final long AGAIN_NANOS = 1_000_000_000;

    private static final Pattern SIZE = Pattern.compile("(?m)^(\\d{1,4}) (\\d{1,4})$");

    /** The size of the terminal at standard output; empty if that is none, or a dumb one. */
    public static Optional<Terminal> ofOutput() {
        var asking = new ProcessBuilder("sh", "-c", "[ -t 1 ] && { stty size <&1 >&2 || echo 0 0 >&2; }");
        return asked(asking.redirectOutput(Redirect.INHERIT), Process::getErrorStream);
    }

    /** The size of the terminal at standard error. */
    static Optional<Terminal> ofError() {
        var asking = new ProcessBuilder("sh", "-c", "[ -t 2 ] && { stty size <&2 || echo 0 0; }");
        return asked(asking.redirectError(Redirect.INHERIT), Process::getInputStream);
    }

    /** The stream of the subprocess with the answer. */
    private interface Answering {
        InputStream of(Process process);
    }

    /** Runs a shell that tests the stream and queries its size, for which Java has no API. */
    private static Optional<Terminal> asked(ProcessBuilder asking, Answering answering) {
        Map<String, String> environment = System.getenv();
        if (environment.getOrDefault("TERM", "dumb").equals("dumb")) {
            return Optional.empty();
        }
        try {
            Process process = asking.start();
            try (InputStream answer = answering.of(process)) {
                String said = new String(answer.readNBytes(ANSWER), StandardCharsets.US_ASCII);
                return process.waitFor() == 0 ? Optional.of(sized(said, environment)) : Optional.empty();
            }
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Parses the output of {@code stty size}; the variables {@code COLUMNS} and {@code LINES} take precedence. */
    static Terminal sized(String said, Map<String, String> environment) {
        Matcher size = SIZE.matcher(said);
        boolean told = size.find();
        return new Terminal(
                known(environment.get("COLUMNS"), told ? size.group(2) : "", USUAL.columns),
                known(environment.get("LINES"), told ? size.group(1) : "", USUAL.rows));
    }

    private static int known(@Nullable String first, String second, int otherwise) {
        for (String text : new String[] {first == null ? "" : first, second}) {
            if (text.matches("[1-9]\\d{0,3}")) {
                return Integer.parseInt(text);
            }
        }
        return otherwise;
    }

    /** A supplier that caches the size for a second, since windows are resized. For one thread at a time. */
    public static Supplier<Terminal> watched(Supplier<Optional<Terminal>> asking) {
        return new Supplier<>() {
            private @Nullable Terminal last;
            private long askedNanos;

            @Override
            public Terminal get() {
                long now = System.nanoTime();
                if (last == null || now - askedNanos > AGAIN_NANOS) {
                    last = asking.get().orElse(USUAL);
                    askedNanos = now;
                }
                return last;
            }
        };
    }
}
