package io.sardonyx.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void versionNamesTheProgramAndItsJvm() {
        assertThat(execute("--version")).isZero();
        assertThat(out.toString()).startsWith("sardonyx ").contains("Java " + Runtime.version());
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void helpSaysHowToCallIt() {
        assertThat(execute("--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: sardonyx ");
    }

    @Test
    void unknownOptionIsBadInput() {
        assertThat(execute("--nonsense")).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("--nonsense").contains("see sardonyx --help");
    }

    @Test
    void missingCommandIsBadInput() {
        assertThat(execute()).isEqualTo(2);
        assertThat(err.toString()).contains("Missing required subcommand");
    }

    @Test
    void unknownCommandIsBadInputAlsoWhenHelpIsAskedFor() {
        for (String[] args : new String[][] {
            {"jib", "--help"},
            {"--help", "jib"},
            {"job", "shwo", "--help"},
            {"job", "--help", "shwo"},
            {"job", "shwo", "-h"}
        }) {
            out.getBuffer().setLength(0);
            err.getBuffer().setLength(0);
            assertThat(execute(args)).as(String.join(" ", args)).isEqualTo(2);
            assertThat(out.toString()).isEmpty();
            assertThat(err.toString())
                    .contains("did you mean", args[0].equals("job") ? "show" : "job")
                    .hasLineCount(1);
        }
    }

    private int execute(String... args) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
