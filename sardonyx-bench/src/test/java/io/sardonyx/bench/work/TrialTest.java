package io.sardonyx.bench.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TrialTest {

    @Test
    void theNameOfAVariantTellsHowItIsDone() {
        Trial trial = trial(Workload.W2, Trial.EXACTLY_ONCE + Trial.COMBINED + Trial.TWO);
        assertThat(trial.parallelism()).isEqualTo(2);
        assertThat(trial.isExactlyOnce()).isTrue();
        assertThat(trial.isCombined()).isTrue();
        assertThat(trial(Workload.W2, Trial.EXACTLY_ONCE).isCombined()).isFalse();
    }

    @Test
    void whatAddsUpBeforeItSendsHasCheckpoints() {
        assertThat(trial(Workload.W7, "tcp").hasCheckpoints()).isFalse();
        assertThat(trial(Workload.W7, "tcp" + Trial.COMBINED).hasCheckpoints()).isTrue();
        assertThat(trial(Workload.W1, Trial.EXACTLY_ONCE).hasCheckpoints()).isTrue();
        assertThat(trial(Workload.W4, "batch-roots").hasCheckpoints()).isTrue();
    }

    private static Trial trial(Workload workload, String variant) {
        return Trial.fast(workload, variant, 1);
    }
}
