package io.sardonyx.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The ledger against a plain map that is slow and obviously right; and what an ack costs. */
class AckLedgerPropertyTest {

    private static final long SEED = 20260726L;
    private static final int CAPACITY = 100;
    private static final int BUCKETS = 5;

    private record Open(long value, long openedAfterTick) {}

    private final Random random = new Random(SEED);
    private final AckLedger ledger = new AckLedger(CAPACITY, BUCKETS);
    private final LinkedHashMap<Long, Open> model = new LinkedHashMap<>();
    private long ticks;
    private long unknown;

    @Test
    void behavesLikeAPlainMapThroughAMillionOperations() {
        for (int i = 0; i < 1_000_000; i++) {
            int choice = random.nextInt(1_000);
            if (choice < 400) {
                open();
            } else if (choice < 990) {
                ack();
            } else if (choice < 999) {
                tick();
            } else {
                abandonAll();
            }
            assertThat(ledger.size()).as("seed %d, operation %d", SEED, i).isEqualTo(model.size());
        }
        assertThat(ledger.unknownAcks()).isEqualTo(unknown);
    }

    /* Few ids and few values, so that runs of slots collide, ids come back and zero is often reached. */
    private long anyRoot() {
        return random.nextInt(4) == 0 ? random.nextInt(300) * 0x1_0000_0000L : random.nextInt(300);
    }

    private void open() {
        long root = anyRoot();
        long value = random.nextInt(4);
        if (model.containsKey(root)) {
            assertThat(ledger.pending(root)).isEqualTo(model.get(root).value());
            return;
        }
        var expected =
                value == 0 ? AckOutcome.COMPLETED : model.size() == CAPACITY ? AckOutcome.FULL : AckOutcome.PENDING;
        assertThat(ledger.open(root, value)).isEqualTo(expected);
        if (expected == AckOutcome.PENDING) {
            model.put(root, new Open(value, ticks));
        }
    }

    private void ack() {
        long root = anyRoot();
        long value = random.nextInt(4);
        Open open = model.get(root);
        AckOutcome outcome = ledger.ack(root, value);
        if (open == null) {
            unknown++;
            assertThat(outcome).isEqualTo(AckOutcome.UNKNOWN);
        } else if (open.value() == value) {
            assertThat(outcome).isEqualTo(AckOutcome.COMPLETED);
            model.remove(root);
        } else {
            assertThat(outcome).isEqualTo(AckOutcome.PENDING);
            model.put(root, new Open(open.value() ^ value, open.openedAfterTick()));
        }
    }

    private void tick() {
        ticks++;
        var expected = new ArrayList<Long>();
        model.forEach((root, open) -> {
            if (ticks - open.openedAfterTick() >= BUCKETS) {
                expected.add(root);
            }
        });
        expected.forEach(model::remove);
        var expired = new ArrayList<Long>();
        ledger.tick(root -> true, expired::add);
        assertThat(expired).isEqualTo(expected);
    }

    private void abandonAll() {
        List<Long> expected = new ArrayList<>(model.keySet());
        model.clear();
        var abandoned = new ArrayList<Long>();
        ledger.abandonAll(abandoned::add);
        assertThat(abandoned).isEqualTo(expected);
    }

    @Test
    void tenMillionAcksOfRandomTreesCompleteEachRootExactlyOnItsLastAck() {
        var trees = new AckLedger(1 << 12, BUCKETS);
        long[] values = new long[16];
        long acks = 0;
        for (long root = 0; acks < 10_000_000; root++) {
            int leaves = 1 + random.nextInt(values.length);
            long given = 0;
            for (int i = 0; i < leaves; i++) {
                values[i] = random.nextLong();
                given ^= values[i];
            }
            trees.open(root, given);
            for (int i = 0; i < leaves; i++) {
                var expected = i == leaves - 1 ? AckOutcome.COMPLETED : AckOutcome.PENDING;
                if (trees.ack(root, values[i]) != expected) {
                    throw new AssertionError("root " + root + " leaf " + i + " of " + leaves + ", seed " + SEED);
                }
            }
            acks += leaves;
        }
        assertThat(trees.size()).isZero();
    }

    @Test
    void anAckAllocatesNothing() {
        var bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var busy = new AckLedger(1 << 12, BUCKETS);
        playRounds(busy, 100);
        long before = bean.getCurrentThreadAllocatedBytes();
        playRounds(busy, 300);
        long bytes = bean.getCurrentThreadAllocatedBytes() - before;
        assertThat(bytes)
                .as("bytes for 1.2 million openings and 2.4 million acks")
                .isLessThan(100_000);
    }

    private static void playRounds(AckLedger ledger, int rounds) {
        for (int round = 0; round < rounds; round++) {
            for (long root = 0; root < 4_000; root++) {
                ledger.open(root, 3);
            }
            for (long root = 0; root < 4_000; root++) {
                ledger.ack(root, 1);
            }
            for (long root = 0; root < 4_000; root++) {
                ledger.ack(root, 2);
            }
        }
    }
}
