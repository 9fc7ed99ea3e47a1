package io.sardonyx.bench.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.sardonyx.bench.work.Judge;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class LimitsTest {

    /** No multiple of a batch, nor less than one ring holds. */
    private static final int ODD = 30_011;

    private final Limits limits = new Limits();

    @TestFactory
    Stream<DynamicTest> allVariantsComeToTheSameResult() {
        var judge = new Judge();
        return Stream.of(Workload.W1, Workload.W1M, Workload.W2, Workload.W4, Workload.W6)
                .flatMap(workload ->
                        limits.variants(workload).stream().map(variant -> Trial.fast(workload, variant, ODD)))
                .map(trial -> dynamicTest(
                        trial.workload() + " " + trial.variant(), () -> judge.checked(trial, limits.run(trial))));
    }

    @Test
    void aPacedTrialTakesItsTimeAndRecordsLatencies() throws Exception {
        var trial = new Trial(Workload.W5, "2t", 11_000, 10_000);
        var outcome = new Judge().checked(trial, limits.run(trial));
        assertThat(outcome.nanos()).isGreaterThan(1_000_000_000L);
        assertThat(outcome.latencies().total()).isEqualTo(1_000);
    }

    @Test
    void twoProcessesComeToTheSameResultAgainAndAgain() throws Exception {
        try (limits) {
            limits.open(Workload.W7);
            for (int inputs : new int[] {0, 1, ODD}) {
                var trial = Trial.fast(Workload.W7, "2jvms-tcp", inputs);
                new Judge().checked(trial, limits.run(trial));
            }
        }
    }

    @Test
    void aBatchIsCompleteWhenAllOfItWasSeenTwice() {
        var ledger = new Ledger();
        ledger.mark(3, 5);
        ledger.mark(3, 5 ^ 9);
        assertThat(ledger.completed()).isZero();
        ledger.mark(3, 9);
        assertThat(ledger.completed()).isEqualTo(1);
    }
}
