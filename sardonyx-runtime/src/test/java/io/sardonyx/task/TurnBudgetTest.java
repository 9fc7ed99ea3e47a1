package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.call.CallProgress;
import org.junit.jupiter.api.Test;

class TurnBudgetTest {

    private long now = 1;
    private final TurnBudget pace = new TurnBudget(() -> now, new CallProgress());

    /** Segments until the turn is over, each of which takes so long. */
    private int turn(long nanosEach) {
        long began = now;
        int done = 0;
        while (done < 1_000_000 && !pace.isOverdue(began)) {
            int upTo = pace.next(done, done + 100_000);
            now += (upTo - done) * nanosEach;
            done = upTo;
        }
        return done;
    }

    @Test
    void stridesGrowAsLongAsSegmentsAreDoneInNoTime() {
        turn(1);
        turn(1);

        assertThat(pace.next(0, 1_000_000)).isGreaterThan(256);
    }

    @Test
    void aSlowFunctionGetsFewSegmentsInATurn() {
        turn(1_000_000);

        assertThat(turn(1_000_000)).isBetween(1, 20);
        assertThat(turn(100_000_000)).isBetween(1, 3);
    }

    @Test
    void aFunctionThatSuddenlyBecomesSlowIsNoticedSoon() {
        turn(1);
        turn(1);

        assertThat(turn(10_000_000)).isLessThan(3_000);
        assertThat(turn(10_000_000)).isEqualTo(1);
    }

    @Test
    void aPauseBetweenTurnsSaysNothingOfTheFunction() {
        turn(1);
        turn(1);
        int before = pace.next(0, 1_000_000);
        pace.isOverdue(now);
        now += 10_000_000_000L;
        pace.isOverdue(now);

        assertThat(pace.next(0, 1_000_000)).isGreaterThanOrEqualTo(before);
    }

    @Test
    void aStepNeverGoesBeyondTheEnd() {
        assertThat(pace.next(5, 6)).isEqualTo(6);
        assertThat(pace.next(5, 5)).isEqualTo(5);
    }

    @Test
    void aStepThatIsLeftEarlyCountsAsWhatWasDoneOfIt() {
        turn(1);
        turn(1);
        pace.isOverdue(now);
        int granted = pace.next(0, 1_000_000);
        now += 20_000_000;
        pace.leftEarly(granted - 4);

        assertThat(pace.next(0, 1_000_000)).as("4 took 20 ms").isEqualTo(1);
    }
}
