package io.sardonyx.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallWaitTimeTest {

    private static final long STEP = 50_000_000;

    private final CallWaitTime waits = new CallWaitTime();

    private void becomeWorthMeasuring() {
        for (int i = 0; i < 5; i++) {
            assertThat(waits.isMeasured()).isFalse();
            assertThat(waits.passed(STEP, CallWaitTime.UNKNOWN)).isFalse();
        }
        assertThat(waits.isMeasured()).isTrue();
    }

    /** How often it says that it waits, in so many looks at which the CPU was used for so long. */
    private int told(int looks, long cpu) {
        int told = 0;
        for (int i = 0; i < looks; i++) {
            told += waits.passed(STEP, cpu) ? 1 : 0;
        }
        return told;
    }

    @Test
    void whoHardlyUsesTheCpuIsToldOnce() {
        becomeWorthMeasuring();
        assertThat(told(19, STEP / 100)).isZero();
        assertThat(waits.isWaiting()).isFalse();
        assertThat(told(100, STEP / 100)).isOne();
        assertThat(waits.isWaiting()).isTrue();
        assertThat(waits.isMeasured()).isFalse();
    }

    @Test
    void whoComputesIsNotToldAndMayWaitLater() {
        becomeWorthMeasuring();
        assertThat(told(100, STEP / 2)).isZero();
        assertThat(waits.isWaiting()).isFalse();
        assertThat(told(20, 0)).isOne();
    }

    @Test
    void timeThatNobodyMeasuredTellsNothing() {
        becomeWorthMeasuring();
        assertThat(told(100, CallWaitTime.UNKNOWN)).isZero();
        assertThat(waits.isWaiting()).isFalse();
    }
}
