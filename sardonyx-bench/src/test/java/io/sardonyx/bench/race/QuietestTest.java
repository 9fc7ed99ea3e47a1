package io.sardonyx.bench.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class QuietestTest {

    @Test
    void theMedianIsThatOfTheThreeQuietest() {
        var all = List.of(
                repetition(50, 900), repetition(100, 10), repetition(90, 20), repetition(10, 800), repetition(80, 0));
        assertThat(Quietest.median(all).inputs()).isEqualTo(90);
    }

    @Test
    void allThatWereUndisturbedCount() {
        var all = List.of(
                repetition(10, 0), repetition(20, 1), repetition(30, 2), repetition(40, 3), repetition(50, 900));
        assertThat(Quietest.median(all).inputs()).isEqualTo(20);
    }

    @Test
    void ofTwoTheSlowerCounts() {
        assertThat(Quietest.median(List.of(repetition(2, 0), repetition(1, 0))).inputs())
                .isEqualTo(1);
    }

    @Test
    void threeUndisturbedRepetitionsSuffice() {
        var disturbed = List.of(repetition(1, 0), repetition(1, 100), repetition(1, 200), repetition(1, 300));
        assertThat(Quietest.suffice(disturbed)).isFalse();
        assertThat(Quietest.suffice(List.of(repetition(1, 0), repetition(1, 100), repetition(1, 140))))
                .isTrue();
    }

    @Test
    void theMedianOfFiguresLeavesThemInTheirOrder() {
        double[] figures = {3, 1, 2};
        assertThat(Quietest.median(figures)).isEqualTo(2);
        assertThat(figures).containsExactly(3, 1, 2);
    }

    /** A thousand nanoseconds long. */
    private static Repetition repetition(long inputs, long othersNanos) {
        return new Repetition(inputs, 1_000, 1_000, othersNanos, new TreeMap<>());
    }
}
