package io.sardonyx.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class SimCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }

    @Test
    void seedsAreCountedWithTheirFaults() {
        assertThat(run("sim", "--seeds", "3")).isZero();
        assertThat(out.toString()).contains("3 seeds held", "kill", "clock-jump", "applied-but-lost");
    }

    @Test
    void oneSeedTellsItsStory() {
        assertThat(run("sim", "--seed", "11", "--groups", "2", "--verbose")).isZero();
        assertThat(out.toString()).contains("PrepareJoinCluster", "all have converged", "1 seeds held");
    }

    @Test
    void groupsMayRunJobs() {
        assertThat(run("sim", "--jobs", "--seed", "11", "--verbose")).isZero();
        assertThat(out.toString()).contains("submit Job[id=job-0", "all jobs have ended", "1 seeds held");
    }

    @Test
    void manyJoinAtOnce() {
        assertThat(run("sim", "--join", "30")).isZero();
        assertThat(out.toString()).contains("30 groups are one ring", "29 accept-join-cluster");
        assertThat(run("sim", "--join", "30", "--json")).isZero();
        assertThat(out.toString()).as("fewer than 5 entries a join").containsPattern("\"entries-per-join\":[34]\\.");
    }

    @Test
    void oneSeedIsTheSameRunAgain() {
        assertThat(run("sim", "--seed", "11", "--groups", "3", "--json")).isZero();
        String first = out.toString();
        out.getBuffer().setLength(0);
        assertThat(run("sim", "--seed", "11", "--groups", "3", "--json")).isZero();
        assertThat(out.toString()).isEqualTo(first).contains("\"seeds\":1");
    }

    @Test
    void boundsOutOfReachAreRefusedByName() {
        assertThat(run("sim", "--seeds", "0")).isEqualTo(2);
        assertThat(run("sim", "--groups", "99")).isEqualTo(2);
        assertThat(run("sim", "--jobs", "--groups", "2")).isEqualTo(2);
        assertThat(run("sim", "--jobs", "--join", "3")).isEqualTo(2);
        assertThat(run("sim", "--join", "1")).isEqualTo(2);
        assertThat(run("sim", "--seeds", "2", "--verbose")).isEqualTo(2);
        assertThat(err.toString())
                .contains("--seeds is at least 1, not 0", "--groups is between 1 and 50, not 99")
                .contains("--join is between 2 and 5000, not 1", "--verbose tells of one --seed, as text")
                .doesNotContain("\tat ");
    }
}
