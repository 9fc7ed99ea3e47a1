package io.sardonyx.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The program on a pseudo terminal of its own, by {@code script}. */
public final class PseudoTerminal {

    private PseudoTerminal() {}

    public static boolean isThere() {
        return Path.of("/usr/bin/script").toFile().canExecute();
    }

    /** Starts it with these variables; what the terminal shows is its standard output. */
    public static Process start(Map<String, String> environment, String arguments) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var builder = new ProcessBuilder(List.of(
                "script",
                "-qec",
                "exec env --default-signal=INT " + java + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m"
                        + " -cp \"$CLASSES\" io.sardonyx.cli.Main " + arguments,
                "/dev/null"));
        builder.environment().putAll(Map.of("CLASSES", System.getProperty("java.class.path"), "TERM", "xterm"));
        builder.environment().putAll(environment);
        return builder.redirectErrorStream(true).start();
    }

    /** What it shows until this has come. */
    public static String until(BufferedReader shown, String wanted) throws IOException {
        var seen = new StringBuilder();
        while (seen.indexOf(wanted) < 0) {
            int next = shown.read();
            assertThat(next).as(seen.toString()).isNotNegative();
            seen.append((char) next);
        }
        return seen.toString();
    }

    /** What else it shows until its end. */
    public static String rest(BufferedReader shown) throws IOException {
        var seen = new StringBuilder();
        for (int next = shown.read(); next >= 0; next = shown.read()) {
            seen.append((char) next);
        }
        return seen.toString();
    }
}
