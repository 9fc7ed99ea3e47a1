package io.sardonyx.bench.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoardTest {

    @Test
    void allSinksAreAddedUpAndTheTrialBeforeIsForgotten() {
        for (int trial = 0; trial < 2; trial++) {
            Board.clear();
            Board.begin();
            for (long i = 1; i <= 3; i++) {
                var tally = new Tally();
                tally.addAll(i, 10 * i);
                Board.post(tally);
            }
            Outcome outcome = Board.outcome();
            assertThat(outcome.count()).isEqualTo(6);
            assertThat(outcome.digest()).isEqualTo(60);
            assertThat(outcome.nanos()).isPositive();
        }
    }
}
