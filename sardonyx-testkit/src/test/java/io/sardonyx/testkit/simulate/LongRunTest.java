package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.testkit.simulate.LongRun.Look;
import io.sardonyx.testkit.simulate.LongRun.Plan;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a cluster holds does not grow with the time that it lives, nor with what happens meanwhile. */
class LongRunTest {

    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final double PART = 0.2;
    private static final long MEGABYTE = 1 << 20;

    /** @param before the most that there was at several moments, for some comes and goes with every trim */
    private static void assertFlat(Look before, Look after, long slack) {
        System.out.println(before + "\n" + after);
        assertThat(after.segments()).isGreaterThan(before.segments());
        before.documents()
                .forEach((kind, count) -> assertThat(
                                after.documents().getOrDefault(kind, 0L).longValue())
                        .as(kind)
                        .isLessThanOrEqualTo(count + slack));
        assertThat(after.documents().keySet()).isEqualTo(before.documents().keySet());
        assertThat(after.heap().grownSince(before.heap(), PART, slack)).isEmpty();
        assertThat(after.heap().bytes()).isLessThan((long) (before.heap().bytes() * (1 + PART)) + MEGABYTE);
        assertThat(after.heap().threads()).isLessThanOrEqualTo(before.heap().threads() + 2);
        assertThat(after.heap().descriptors()).isLessThanOrEqualTo(before.heap().descriptors() + 2);
    }

    @Test
    void nothingGrowsWithinMinutes() {
        var run = new LongRun(new Plan(10, 3, 3 * MINUTE, 20, 5_000, Duration.ofMinutes(2)));
        run.begin();
        Look before = run.lookAt(6 * MINUTE);
        for (long minute = 7; minute <= 10; minute++) {
            before = before.most(run.lookAt(minute * MINUTE));
        }
        assertFlat(before, run.lookAt(20 * MINUTE), 400);
    }

    @Tag("campaign")
    @Tag("growth")
    @Test
    void nothingGrowsWithinADay() {
        var run = new LongRun(new Plan(100, 3, HOUR / 2, 90, 5_000, Duration.ofHours(1)));
        run.begin();
        Look before = run.lookAt(5 * HOUR);
        for (long minute = 5 * 60 + 24; minute <= 8 * 60; minute += 24) {
            before = before.most(run.lookAt(minute * MINUTE));
        }
        for (long hour = 12; hour <= 24; hour += 4) {
            Look after = run.lookAt(hour * HOUR);
            assertThat(after.entries()).isLessThan(5_000);
            assertFlat(before, after, 2_000);
        }
    }
}
