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

/** How many characters a terminal has in a line, and how many lines. */
public record Terminal(int columns, int rows) {

    /** What is assumed of one that does not tell. */
    static final Terminal USUAL = new Terminal(80, 24);

    private static final int ANSWER = 100;
    private static final long AGAIN_NANOS = 1_000_000_000;
    private static final Pattern SIZE = Pattern.compile("(?m)^(\\d{1,4}) (\\d{1,4})$");

    /** Whether standard output is a terminal that can do more than print lines, and its size. */
    public static Optional<Terminal> ofOutput() {
        var asking = new ProcessBuilder("sh", "-c", "[ -t 1 ] && { stty size <&1 >&2 || echo 0 0 >&2; }");
        return asked(asking.redirectOutput(Redirect.INHERIT), Process::getErrorStream);
    }

    /** The same of standard error. */
    static Optional<Terminal> ofError() {
        var asking = new ProcessBuilder("sh", "-c", "[ -t 2 ] && { stty size <&2 || echo 0 0; }");
        return asked(asking.redirectError(Redirect.INHERIT), Process::getInputStream);
    }

    private interface Answering {
        InputStream of(Process process);
    }

    /** Java cannot tell where a stream leads to, and how large that is, so the shell has to. */
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

    /** By what {@code stty size} said; {@code COLUMNS} and {@code LINES} count more when they are set. */
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

    /** Asks again now and then, since windows change their sizes. */
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
