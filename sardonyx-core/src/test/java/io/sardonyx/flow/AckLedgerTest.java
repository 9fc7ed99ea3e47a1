package io.sardonyx.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AckLedgerTest {

    private final AckLedger ledger = new AckLedger(4, 2);

    @Test
    void completesWhenEveryValueWasGivenAndTaken() {
        assertThat(ledger.open(7, 0xa ^ 0xb)).isEqualTo(AckOutcome.PENDING);
        assertThat(ledger.ack(7, 0xa ^ 0xc)).isEqualTo(AckOutcome.PENDING);
        assertThat(ledger.ack(7, 0xb)).isEqualTo(AckOutcome.PENDING);
        assertThat(ledger.ack(7, 0xc)).isEqualTo(AckOutcome.COMPLETED);
        assertThat(ledger.size()).isZero();
    }

    @Test
    void anAckOfAnUnknownRootIsCountedAndOpensNothing() {
        assertThat(ledger.ack(7, 1)).isEqualTo(AckOutcome.UNKNOWN);
        assertThat(ledger.ack(7, 0)).isEqualTo(AckOutcome.UNKNOWN);
        assertThat(ledger.unknownAcks()).isEqualTo(2);
        assertThat(ledger.size()).isZero();
    }

    @Test
    void aLateAckOfACompletedRootIsUnknown() {
        ledger.open(7, 1);
        ledger.ack(7, 1);
        assertThat(ledger.ack(7, 1)).isEqualTo(AckOutcome.UNKNOWN);
    }

    @Test
    void aFullLedgerRefusesTheNextRootAndKeepsTheOthers() {
        for (long root = 0; root < 4; root++) {
            assertThat(ledger.open(root, 1)).isEqualTo(AckOutcome.PENDING);
        }
        assertThat(ledger.open(4, 1)).isEqualTo(AckOutcome.FULL);
        assertThat(ledger.size()).isEqualTo(4);
        ledger.ack(2, 1);
        assertThat(ledger.open(4, 1)).isEqualTo(AckOutcome.PENDING);
        assertThat(ledger.open(5, 0)).isEqualTo(AckOutcome.COMPLETED);
    }

    @Test
    void anIdThatIsOpenCannotBeOpenedAgain() {
        ledger.open(7, 1);
        assertThatThrownBy(() -> ledger.open(7, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThat(ledger.pending(7)).isEqualTo(1);
    }

    @Test
    void anyLongIsAnId() {
        for (long root : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            ledger.open(root, root == 0 ? 1 : root);
        }
        assertThat(ledger.size()).isEqualTo(4);
        assertThat(ledger.ack(0, 1)).isEqualTo(AckOutcome.COMPLETED);
        assertThat(ledger.ack(-1, -1)).isEqualTo(AckOutcome.COMPLETED);
        assertThat(ledger.ack(Long.MIN_VALUE, Long.MIN_VALUE)).isEqualTo(AckOutcome.COMPLETED);
        assertThat(ledger.ack(Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(AckOutcome.COMPLETED);
    }

    @Test
    void whatCompletedInTimeDoesNotExpire() {
        ledger.open(1, 1);
        ledger.open(2, 1);
        assertThat(ledger.tick(root -> true, root -> {})).isZero();
        ledger.ack(1, 1);
        var expired = new ArrayList<Long>();
        assertThat(ledger.tick(root -> true, expired::add)).isEqualTo(1);
        assertThat(expired).containsExactly(2L);
        assertThat(ledger.ack(2, 1)).isEqualTo(AckOutcome.UNKNOWN);
    }

    @Test
    void aReceiverMayOpenTheNextAttemptAtOnce() {
        ledger.open(1, 1);
        ledger.open(2, 1);
        ledger.tick(root -> true, root -> {});
        assertThat(ledger.tick(root -> true, root -> ledger.open(root + 10, 1))).isEqualTo(2);
        assertThat(ledger.abandonAll(root -> ledger.open(root + 10, 1))).isEqualTo(2);
        assertThat(roots(ledger)).containsExactly(21L, 22L);
    }

    @Test
    void anAbandonedRootIsForgottenAndItsLateAcksAreUnknown() {
        ledger.open(1, 1);
        ledger.open(2, 1);
        assertThat(ledger.abandon(1)).isTrue();
        assertThat(ledger.abandon(1)).isFalse();
        assertThat(roots(ledger)).containsExactly(2L);
        assertThat(ledger.ack(1, 1)).isEqualTo(AckOutcome.UNKNOWN);
        assertThat(ledger.ack(2, 1)).isEqualTo(AckOutcome.UNKNOWN);
    }

    @Test
    void sizesThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> new AckLedger(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new AckLedger(1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new AckLedger(Integer.MAX_VALUE, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AckLedger.buckets(1_500, 1_000)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AckLedger.buckets(0, 1_000)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AckLedger.buckets(1_000, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<Long> roots(AckLedger ledger) {
        var roots = new ArrayList<Long>();
        ledger.abandonAll(roots::add);
        return roots;
    }

    @Test
    void aRootThatIsRenewedOrMayNotExpireWaitsAnew() {
        var ledger = new AckLedger(4, 2);
        ledger.open(1, 7);
        ledger.open(2, 7);
        ledger.open(3, 7);
        ledger.tick(root -> true, root -> {});
        ledger.renew(1);
        ledger.renew(99);
        assertThat(ledger.oldest()).isEqualTo(2);
        var expired = new ArrayList<Long>();
        assertThat(ledger.tick(root -> root != 2, expired::add)).isEqualTo(1);
        assertThat(expired).containsExactly(3L);
        assertThat(ledger.tick(root -> true, expired::add)).isEqualTo(1);
        assertThat(expired).containsExactly(3L, 1L);
        assertThat(ledger.tick(root -> true, expired::add)).isEqualTo(1);
        assertThat(ledger.size()).isZero();
    }
}
