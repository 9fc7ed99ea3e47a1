package io.sardonyx.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ProportionalSharesTest {

    private static final int[] NONE = {0, 0, 0};
    private static final int[] MANY = {99, 99, 99};

    @Test
    void wholePartsFirstThenTheLargestFractionsTheEarlierOnTies() {
        assertThat(ProportionalShares.split(10, new long[] {50, 30, 20}, NONE, MANY))
                .containsExactly(5, 3, 2);
        assertThat(ProportionalShares.split(7, new long[] {50, 30, 20}, NONE, MANY))
                .containsExactly(4, 2, 1);
        assertThat(ProportionalShares.split(4, new long[] {1, 1, 1}, NONE, MANY))
                .containsExactly(2, 1, 1);
    }

    @Test
    void whoeverIsOutOfBoundsIsFixedThereAndTheOthersShareTheRest() {
        assertThat(ProportionalShares.split(10, new long[] {80, 10, 10}, NONE, new int[] {4, 99, 99}))
                .containsExactly(4, 3, 3);
        assertThat(ProportionalShares.split(10, new long[] {80, 10, 10}, new int[] {0, 3, 3}, MANY))
                .containsExactly(4, 3, 3);
        assertThat(ProportionalShares.split(6, new long[] {100, 0, 0}, new int[] {1, 1, 1}, MANY))
                .containsExactly(4, 1, 1);
    }

    @Test
    void severalThatAreTooLargeAreAllCut() {
        assertThat(ProportionalShares.split(12, new long[] {45, 45, 10}, NONE, new int[] {2, 3, 99}))
                .containsExactly(2, 3, 7);
    }

    @Test
    void sharesAddUpAndStayWithinBoundsWheneverThatIsPossible() {
        var random = new SplittableRandom(1);
        for (int i = 0; i < 20_000; i++) {
            int size = random.nextInt(1, 6);
            long[] weights = new long[size];
            int[] low = new int[size];
            int[] high = new int[size];
            for (int k = 0; k < size; k++) {
                weights[k] = random.nextInt(1, 100);
                low[k] = random.nextInt(3);
                high[k] = low[k] + random.nextInt(6);
            }
            int total =
                    random.nextInt(Arrays.stream(low).sum(), Arrays.stream(high).sum() + 1);
            int[] shares = ProportionalShares.split(total, weights, low, high);
            assertThat(Arrays.stream(shares).sum()).isEqualTo(total);
            for (int k = 0; k < size; k++) {
                assertThat(shares[k]).isBetween(low[k], high[k]);
            }
        }
    }
}
