package io.sardonyx.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EvenSharesTest {

    private static final int MANY = Integer.MAX_VALUE;

    @Test
    void whoHasFewestIsRaisedFirstAndTheEarlierOnTies() {
        assertThat(EvenShares.fill(new int[] {3, 1, 1}, new int[] {MANY, MANY, MANY}, 3))
                .containsExactly(3, 3, 2);
        assertThat(EvenShares.fill(new int[] {0, 0, 0}, new int[] {MANY, MANY, MANY}, 4))
                .containsExactly(2, 1, 1);
    }

    @Test
    void nobodyRisesAboveItsBoundAndWhatNobodyTakesIsLeft() {
        assertThat(EvenShares.fill(new int[] {1, 1}, new int[] {2, MANY}, 7)).containsExactly(2, 7);
        assertThat(EvenShares.fill(new int[] {1, 1}, new int[] {2, 2}, 7)).containsExactly(2, 2);
        assertThat(EvenShares.fill(new int[] {}, new int[] {}, 7)).isEmpty();
    }

    @Test
    void closedFormIsThatOfHandingOutOneByOne() {
        var random = new SplittableRandom(1);
        for (int i = 0; i < 20_000; i++) {
            int size = random.nextInt(1, 6);
            int[] have = new int[size];
            int[] bound = new int[size];
            for (int k = 0; k < size; k++) {
                have[k] = random.nextInt(5);
                bound[k] = random.nextInt(4) == 0 ? MANY : have[k] + random.nextInt(5);
            }
            int left = random.nextInt(25);
            assertThat(EvenShares.fill(have, bound, left)).isEqualTo(oneByOne(have, bound, left));
        }
    }

    private static int[] oneByOne(int[] have, int[] bound, int left) {
        int[] counts = have.clone();
        for (int given = 0; given < left; given++) {
            int fewest = -1;
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] < bound[i] && (fewest < 0 || counts[i] < counts[fewest])) {
                    fewest = i;
                }
            }
            if (fewest < 0) {
                break;
            }
            counts[fewest]++;
        }
        return counts;
    }
}
