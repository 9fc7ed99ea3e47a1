package io.sardonyx.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.serial.Codecs;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How large segments are, and how batches and channels are bounded by it. */
class SegmentSizeTest {

    private static final int HALF = (int) ChannelLimits.BYTES_PER_BATCH / 2;

    private final Channel channel =
            new Channel(JobId.of("j"), 1, PeerId.of("a"), PeerId.of("b"), Channel.Content.BATCHES);
    private final LocalChannels exchange = new LocalChannels();

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

    @SuppressWarnings("ArrayRecordComponent")
    private record Page(String url, byte[] body, Kind kind) {}

    private record Site(String name, List<Page> pages) {}

    private enum Kind {
        TEXT
    }

    private static class Plain {
        @SuppressWarnings("unused")
        private final String text;

        Plain(String text) {
            this.text = text;
        }
    }

    private static final class Chained extends Plain {
        @SuppressWarnings("unused")
        private @Nullable Object next;

        Chained(String text) {
            super(text);
        }
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Row(long[] values, Thread reader, Object schema) {}

    @Test
    void whatUsersClassesHoldCounts() {
        var page = new Page("x".repeat(1_000), new byte[4_000], Kind.TEXT);
        assertThat(SegmentSize.of(page)).isBetween(5_000L, 5_300L);
        assertThat(SegmentSize.of(new Site("s", List.of(page, page)))).isBetween(10_000L, 10_700L);
        var chained = new Chained("x".repeat(5_000));
        chained.next = new Plain("x".repeat(2_000));
        assertThat(SegmentSize.of(chained)).isBetween(7_000L, 7_300L);
        chained.next = chained;
        assertThat(SegmentSize.of(chained)).as("as deep as is looked").isBetween(5_000L, 30_000L);
        assertThat(SegmentSize.of(new String[][] {{"x".repeat(3_000)}, {}})).isBetween(3_000L, 3_300L);
        assertThat(SegmentSize.of(ByteBuffer.allocate(3_000))).isBetween(3_000L, 3_300L);
        assertThat(SegmentSize.of(Kind.TEXT)).isLessThan(100);
    }

    @Test
    void whatMayBeSharedByAllSegmentsDoesNotCount() {
        var codecs = Codecs.builder().build();
        assertThat(SegmentSize.of(new Row(new long[500], Thread.currentThread(), codecs)))
                .isBetween(4_000L, 4_300L);
    }

    @Test
    void aListThatChangesMeanwhileIsNoFailure() {
        var list = new ArrayList<Object>();
        list.add(new ArrayList<Object>() {
            private static final long serialVersionUID = 1;

            @Override
            public Iterator<Object> iterator() {
                throw new ConcurrentModificationException();
            }
        });
        assertThat(SegmentSize.of(list)).isLessThan(200);
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
        assertThat(batch.add(halves, null, 0, 3, HALF)).isEqualTo(2);
        assertThat(batch.isFull()).isTrue();

        var alone = new Batch(100, 1, 1);
        assertThat(alone.add(new Object[] {new byte[9 * HALF], "more"}, null, 0, 2, 5 * HALF))
                .isEqualTo(1);
        assertThat(alone.isFull()).isTrue();
    }

    private static Batch of(int bytes) {
        var batch = new Batch(10, 1, 1);
        batch.add(new byte[bytes], bytes + 32);
        return batch;
    }

    @Test
    void aChannelIsFullOfBytesAndTellsWhenThereIsRoom() {
        Codecs codecs = Codecs.builder().build();
        ChannelSender<Batch> sender = exchange.batchesTo(channel, null, codecs);
        ChannelReceiver<Batch> receiver = exchange.batchesFrom(channel, null, codecs);
        receiver.limit(ChannelLimits.NO_LIMIT);
        var room = new AtomicInteger();
        var receiving = new AtomicInteger();
        sender.onRoom(room::incrementAndGet);
        receiver.onArrival(receiving::incrementAndGet);
        room.set(0);
        receiving.set(0);
        int most = (int) ChannelLimits.BYTES_PER_CHANNEL;
        assertThat(sender.offer(of(most / 3))).isTrue();
        assertThat(sender.offer(of(most / 3))).isTrue();
        assertThat(sender.offer(of(most / 3))).isFalse();
        assertThat(receiving).hasValue(2);

        receiver.poll();
        assertThat(room).hasValue(1);
        assertThat(sender.offer(of(most / 3))).isTrue();
        receiver.poll();
        receiver.poll();
        assertThat(sender.offer(of(2 * most))).as("alone").isTrue();
        assertThat(sender.offer(of(1))).isFalse();
        assertThat(receiver.poll()).isNotNull();
        assertThat(sender.offer(of(1))).isTrue();
    }
}
