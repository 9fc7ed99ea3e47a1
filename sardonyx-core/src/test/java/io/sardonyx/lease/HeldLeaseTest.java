package io.sardonyx.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeldLeaseTest {

    private static final long SENT = Long.MAX_VALUE - 10;

    private final HeldLease tenure = new HeldLease("lock", "ann", 4, 7, SENT, 1_000);

    private static long after(long millis) {
        return SENT + LeaseLength.nanos(millis);
    }

    @Test
    void itMayActUntilFourFifthsOfTheLeaseAfterTheWriteWasSent() {
        assertThat(tenure.mayActAt(SENT)).isTrue();
        assertThat(tenure.mayActAt(after(800) - 1)).isTrue();
        assertThat(tenure.mayActAt(after(800))).isFalse();
        assertThat(tenure.mayActAt(after(5_000))).isFalse();
    }

    @Test
    void aClockThatWentBackwardsGivesNoRight() {
        assertThat(tenure.mayActAt(SENT - 1)).isFalse();
        assertThat(tenure.isRenewalDueAt(SENT - 1)).isTrue();
    }

    @Test
    void renewalIsDueAfterAThird() {
        assertThat(tenure.isRenewalDueAt(after(333))).isFalse();
        assertThat(tenure.isRenewalDueAt(after(334))).isTrue();
    }

    @Test
    void theMarginCoversTheDriftBound() {
        double slowest = 1 - HeldLease.DRIFT_BOUND_PERCENT / 100.0;
        double fastest = 1 + HeldLease.DRIFT_BOUND_PERCENT / 100.0;
        double holderStops = 800 / slowest;
        double othersTakeOver = 1_000 / fastest;
        assertThat(holderStops).isLessThan(othersTakeOver);
    }
}
