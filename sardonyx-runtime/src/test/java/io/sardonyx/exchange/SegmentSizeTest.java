package io.sardonyx.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.segment.Codecs;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How large segments are, and how batches and channels are bounded by it. */
class SegmentSizeTest {

    private static final int HALF = (int) Capacities.BYTES_PER_BATCH / 2;

    private final Channel channel =
            new Channel(JobId.of("j"), 1, PeerId.of("a"), PeerId.of("b"), Channel.Content.BATCHES);
    private final LocalExchange exchange = new LocalExchange();

    @Test
    void textBytesListsAndMapsCount() {
        assertThat(SegmentSize.of("x".repeat(5_000))).isBetween(5_000L, 5_100L);
        assertThat(SegmentSize.of(new byte[5_000])).isBetween(5_000L, 5_100L);
        assertThat(SegmentSize.of(List.of("x".repeat(1_000), "x".repeat(2_000))))
                .isBetween(3_000L, 3_200L);
        assertThat(SegmentSize.of(Map.of("k".repeat(1_000), List.of(new byte[2_000]))))
                .isBetween(3_000L, 3_300L);
        assertThat(SegmentSize.of(42L)).isLessThan(100);
        assertThat(SegmentSize.of(null)).isLessThan(100);
        var ring = new ArrayList<Object>();
        ring.add(ring);
        assertThat(SegmentSize.of(ring)).isLessThan(1_000);
    }

    @Test
    void ofManySmallSegmentsSomeAreLookedAtAndOfLargeOnesAll() {
        Object[] small = new Object[1_000];
        Arrays.fill(small, "0123456789");
        assertThat(SegmentSize.of(small, null, 0, small.length)).isEqualTo(1_000 * SegmentSize.of("0123456789"));
        small[0] = "x".repeat(1 << 20);
        small[500] = "x".repeat(1 << 20);
        assertThat(SegmentSize.of(small, null, 0, small.length)).isBetween(2L << 20, 3L << 20);
        assertThat(SegmentSize.of(small, new int[] {1, 500, 2}, 1, 2)).isBetween(1L << 20, 2L << 20);
    }

    @Test
    void aBatchIsFullOfBytesAndALargeSegmentGoesAlone() {
        var batch = new Batch(100, 1, 1);
        Object[] halves = {new byte[HALF], new byte[HALF], new byte[HALF]};
        assertThat(batch.add(halves, null, 0, 3)).isEqualTo(2);
        assertThat(batch.isFull()).isTrue();

        var alone = new Batch(100, 1, 1);
        assertThat(alone.add(new Object[] {new byte[9 * HALF], "more"}, null, 0, 2))
                .isEqualTo(1);
        assertThat(alone.isFull()).isTrue();
    }

    private static Batch of(int bytes) {
        var batch = new Batch(10, 1, 1);
        batch.add(new byte[bytes]);
        return batch;
    }

    @Test
    void aChannelIsFullOfBytesAndTellsWhenThereIsRoom() {
        Codecs codecs = Codecs.builder().build();
        BatchOutlet outlet = exchange.batchesTo(channel, null, codecs);
        Inlet<Batch> inlet = exchange.batchesFrom(channel, null, codecs);
        var room = new AtomicInteger();
        var arrivals = new AtomicInteger();
        outlet.onRoom(room::incrementAndGet);
        inlet.onArrival(arrivals::incrementAndGet);
        room.set(0);
        arrivals.set(0);
        int most = (int) Capacities.BYTES_PER_CHANNEL;
        assertThat(outlet.offer(of(most / 3))).isTrue();
        assertThat(outlet.offer(of(most / 3))).isTrue();
        assertThat(outlet.offer(of(most / 3))).isFalse();
        assertThat(arrivals).hasValue(2);

        inlet.poll();
        assertThat(room).hasValue(1);
        assertThat(outlet.offer(of(most / 3))).isTrue();
        inlet.poll();
        inlet.poll();
        assertThat(outlet.offer(of(2 * most))).as("alone").isTrue();
        assertThat(outlet.offer(of(1))).isFalse();
        assertThat(inlet.poll()).isNotNull();
        assertThat(outlet.offer(of(1))).isTrue();
    }
}
