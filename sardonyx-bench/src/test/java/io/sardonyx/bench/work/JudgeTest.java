package io.sardonyx.bench.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JudgeTest {

    private final Trial trial = Trial.fast(Workload.W1, "any", 1_000);
    private final Tally right = Workload.W1.expected(1_000);
    private final Judge judge = new Judge();

    @Test
    void whatIsRightPasses() {
        Outcome outcome = Outcome.of(right, 1);
        assertThat(judge.checked(trial, outcome)).isSameAs(outcome);
    }

    @Test
    void aWrongDigestIsNoticed() {
        var outcome = new Outcome(right.count(), right.digest() + 1, 1, new Latencies());
        assertThatThrownBy(() -> judge.checked(trial, outcome)).hasMessageContaining("expected");
    }

    @Test
    void aLostEventIsNoticed() {
        var outcome = new Outcome(right.count() - 1, right.digest(), 1, new Latencies());
        assertThatThrownBy(() -> judge.checked(trial, outcome)).hasMessageContaining("expected");
    }

    @Test
    void eventsWithoutLatencyAreNoticed() {
        Trial paced = Trial.paced(Workload.W5, "any", 100, 1);
        Outcome outcome = Outcome.of(Workload.W5.expected(paced.inputs()), 1);
        assertThatThrownBy(() -> judge.checked(paced, outcome)).hasMessageContaining("latencies of 0 events");
    }
}
