package io.sardonyx.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BackOffTest {

    private static final RandomGenerator LEAST = () -> 0;

    private static BackOff backOff(long firstNanos, long longestNanos, RandomGenerator random) {
        return new BackOff(Duration.ofNanos(firstNanos), Duration.ofNanos(longestNanos), random);
    }

    @Test
    void waitDoublesWithEveryFailureUntilItIsTheLongest() {
        var backOff = backOff(100, 1_000, LEAST);
        long[] waits = new long[6];
        for (int i = 0; i < waits.length; i++) {
            waits[i] = backOff.nextNanos();
        }
        assertThat(waits).containsExactly(25, 50, 100, 200, 250, 250);
    }

    @Test
    void waitIsAnyTimeBetweenAQuarterAndAllOfWhatHasGrown() {
        var backOff = backOff(100, 100, new SplittableRandom(1));
        long[] waits = new long[10_000];
        for (int i = 0; i < waits.length; i++) {
            waits[i] = backOff.nextNanos();
        }
        assertThat(waits).contains(25, 99);
        for (long wait : waits) {
            assertThat(wait).isBetween(25L, 99L);
        }
    }

    @Test
    void successBeginsFromTheFirstWaitAgain() {
        var backOff = backOff(100, 1_000, LEAST);
        backOff.nextNanos();
        backOff.nextNanos();
        backOff.succeeded();
        assertThat(backOff.nextNanos()).isEqualTo(25);
    }

    @Test
    void thousandsOfFailuresOverflowNothing() {
        long hour = Duration.ofHours(1).toNanos();
        var backOff = backOff(hour, 2 * hour, LEAST);
        for (int i = 0; i < 10_000; i++) {
            backOff.nextNanos();
        }
        assertThat(backOff.nextNanos()).isEqualTo(hour / 2);
    }

    @Test
    void whoNeedNotWaitDoesNot() {
        assertThat(backOff(0, 0, new SplittableRandom(1)).nextNanos()).isZero();
    }
}
