package io.sardonyx.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The worked examples of acking. There a ledger learns of a message by its first ack; here that first one is the
 * opening by the input, and everything after it is an ack.
 */
class AckVectorsTest {

    private static final long M = 'm';
    private static final long N = 'n';

    private final AckLedger ledger = new AckLedger(16, 60);

    private AckOutcome message(long root, long value) {
        return ledger.pending(root) == 0 ? ledger.open(root, value) : ledger.ack(root, value);
    }

    private void pends(long root, long value, long stateAfter) {
        assertThat(message(root, value)).isEqualTo(AckOutcome.PENDING);
        assertThat(ledger.pending(root)).isEqualTo(stateAfter);
    }

    private void completes(long root, long value) {
        assertThat(message(root, value)).isEqualTo(AckOutcome.COMPLETED);
        assertThat(ledger.pending(root)).isZero();
    }

    @Test
    void ack04FanOutToThreeLeaves() {
        pends(M, 0x61d2c3b4a5968778L, 0x61d2c3b4a5968778L);
        pends(M, 0x0f0f0f0f0f0f0f0fL, 0x6eddccbbaa998877L);
        pends(M, 0x1122334455667788L, 0x7fffffffffffffffL);
        completes(M, 0x7fffffffffffffffL);
        assertThat(ledger.size()).isZero();
    }

    @Test
    void ack05DiamondWithAFilteredBranch() {
        pends(M, 0x1e2d3c4b5a697887L, 0x1e2d3c4b5a697887L);
        pends(M, 0x9122334455667789L, 0x8f0f0f0f0f0f0f0eL);
        pends(M, 0x0f0f0f0f0f0f0f0fL, 0x8000000000000001L);
        completes(M, 0x8000000000000001L);
        assertThat(ledger.size()).isZero();
    }

    @Test
    void ack06RoutedNowhereCompletesAtOnce() {
        completes(M, 0);
        assertThat(ledger.size()).isZero();
    }

    @Test
    void ack07TwoMessagesInterleaved() {
        pends(M, 0x1122334455667788L, 0x1122334455667788L);
        pends(N, 0x0f0f0f0f0f0f0f0fL, 0x0f0f0f0f0f0f0f0fL);
        assertThat(ledger.pending(M)).isEqualTo(0x1122334455667788L);
        completes(M, 0x1122334455667788L);
        assertThat(ledger.pending(N)).isEqualTo(0x0f0f0f0f0f0f0f0fL);
        completes(N, 0x0f0f0f0f0f0f0f0fL);
        assertThat(ledger.size()).isZero();
    }

    @Test
    void pool01SixtyBuckets() {
        var added = new TreeMap<Integer, Long>();
        added.put(1, 1L);
        added.put(6, 2L);
        assertThat(AckLedger.buckets(60_000, 1_000)).isEqualTo(60);
        assertThat(expiries(60, added, 70)).containsExactly("60:1", "65:2");
    }

    @Test
    void pool02FourBuckets() {
        var added = new TreeMap<Integer, Long>();
        added.put(1, 1L);
        added.put(2, 2L);
        added.put(4, 3L);
        assertThat(AckLedger.buckets(10_000, 2_500)).isEqualTo(4);
        assertThat(expiries(4, added, 20)).containsExactly("4:1", "5:2", "7:3");
    }

    @Test
    void pool03OneBucket() {
        var added = new TreeMap<Integer, Long>();
        added.put(1, 1L);
        added.put(2, 2L);
        assertThat(AckLedger.buckets(1_000, 1_000)).isEqualTo(1);
        assertThat(expiries(1, added, 10)).containsExactly("1:1", "2:2");
    }

    /** What expires as {@code tick:root} when roots are opened right before the ticks they are listed under. */
    private static List<String> expiries(int buckets, Map<Integer, Long> openedBeforeTick, int lastTick) {
        var pool = new AckLedger(16, buckets);
        var expired = new ArrayList<String>();
        for (int tick = 1; tick <= lastTick; tick++) {
            if (openedBeforeTick.containsKey(tick)) {
                pool.open(openedBeforeTick.get(tick), 1);
            }
            int now = tick;
            pool.tick(root -> true, root -> expired.add(now + ":" + root));
        }
        return expired;
    }
}
