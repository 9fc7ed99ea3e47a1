package io.sardonyx.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class CheckCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }

    @Test
    void aSmallRingIsExploredCompletelyAndItsBoundsAreTold() {
        assertThat(run("check", "--groups", "2", "--crashes", "1")).isZero();
        assertThat(out.toString()).contains("2 processes, at most 1 crashes", "complete", "no violation");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void theCoordinatorCanBeExploredToo() {
        assertThat(run("check", "--coordinator", "--peers", "1", "--crashes", "1", "--json"))
                .isZero();
        assertThat(out.toString()).contains("\"complete\":true", "\"lost\":0").doesNotContain("violation");
    }

    @Test
    void aSearchThatIsCutShortProvesNothing() {
        assertThat(run("check", "--groups", "3", "--limit", "100")).isOne();
        assertThat(out.toString()).contains("stopped early");
    }

    @Test
    void boundsOutOfReachAreRefusedByName() {
        assertThat(run("check", "--groups", "9")).isEqualTo(2);
        assertThat(run("check", "--crashes", "-1")).isEqualTo(2);
        assertThat(run("check", "--backlog", "4")).isEqualTo(2);
        assertThat(run("check", "--limit", "0")).isEqualTo(2);
        assertThat(err.toString())
                .contains("--groups is between 1 and 5, not 9", "--crashes is between 0 and 8, not -1")
                .contains("--backlog is between 1 and 3, not 4", "--limit is at least 1, not 0")
                .doesNotContain("\tat ");
    }
}
