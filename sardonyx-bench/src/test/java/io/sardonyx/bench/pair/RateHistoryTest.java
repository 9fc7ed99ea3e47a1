package io.sardonyx.bench.pair;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateHistoryTest {

    private static final long SECOND = 1_000_000_000;

    private final RateHistory history = new RateHistory();

    @Test
    void theRateIsThatOfTheLastWindow() {
        history.add(0, 1_000_000);
        history.add(SECOND, 1_000_100);
        history.add(2 * SECOND, 1_000_150);
        history.add(3 * SECOND, 1_000_160);
        assertThat(history.perSecond(SECOND)).isEqualTo(10);
        assertThat(history.perSecond(2 * SECOND)).isEqualTo(30);
    }

    @Test
    void aWindowIsNeverShorterThanAskedFor() {
        history.add(0, 0);
        history.add(2 * SECOND, 10);
        history.add(3 * SECOND, 1_000);
        assertThat(history.perSecond(SECOND + 1)).isEqualTo(1_000 / 3.0);
    }

    @Test
    void whereNobodyHasLookedForAWholeWindowThereIsNoRate() {
        assertThat(history.perSecond(SECOND)).isZero();
        history.add(0, 0);
        assertThat(history.perSecond(SECOND)).isZero();
        history.add(SECOND - 1, 1_000_000);
        assertThat(history.perSecond(SECOND)).isZero();
    }
}
