package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many who start at once are soon in one ring, and the log is not flooded. */
class JoinSimulationTest {

    private static final double MOST_ENTRIES_PER_JOIN = 5;
    private static final double MOST_CPU_SECONDS = 60;

    @Test
    void twoHundredAtOnceMakeOneRing() {
        rush(200, 0, false);
        rush(200, 1, true);
    }

    @Test
    void aThousandAtOnceMakeOneRing() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        rush(1_000, 0, false);
        double seconds = (threads.getCurrentThreadCpuTime() - before) / 1e9;
        System.out.printf("%.1f s of CPU%n", seconds);
        assertThat(seconds).isLessThan(MOST_CPU_SECONDS);
    }

    @Tag("campaign")
    @Test
    void aThousandAtOnceMakeOneRingInBadWeatherToo() {
        rush(1_000, 1, true);
    }

    private static void rush(int groups, long seed, boolean mishaps) {
        JoinSimulation.Outcome outcome = JoinSimulation.run(groups, seed, mishaps);
        System.out.println(outcome);
        assertThat(outcome.entriesPerJoin()).isBetween(3.0 - 3.0 / groups, MOST_ENTRIES_PER_JOIN);
    }
}
