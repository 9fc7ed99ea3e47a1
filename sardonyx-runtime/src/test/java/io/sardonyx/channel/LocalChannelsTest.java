package io.sardonyx.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.GroupId;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LocalChannelsTest {

    @Test
    void whoLivesHereIsReachedAndWhoLivedHereForAWhile() {
        var exchange = new LocalChannels();
        var lives = GroupId.of("lives");
        exchange.host(lives);
        for (int i = 0; i < 5_000; i++) {
            exchange.host(GroupId.of("life-" + i));
            exchange.dismiss(GroupId.of("life-" + i));
        }
        assertThat(exchange.reaches(lives, null)).isTrue();
        assertThat(exchange.reaches(GroupId.of("life-4999"), null)).isTrue();
        assertThat(exchange.reaches(GroupId.of("life-4100"), null)).isTrue();
        assertThat(exchange.reaches(GroupId.of("life-3000"), null))
                .as("long ago")
                .isFalse();
    }

    @Test
    void aSlowReceiverHasOneSmallBatchInItsQueueAndWakesTheSenderForTheNext() {
        var channels = new LocalChannels();
        ChannelReceiver<Batch> receiver = channels.batchesFrom(Two.batches(1), null, Two.CODECS);
        ChannelSender<Batch> sender = channels.batchesTo(Two.batches(1), null, Two.CODECS);
        var rooms = new AtomicInteger();
        sender.onRoom(rooms::incrementAndGet);
        assertThat(sender.batchLimit()).as("before anything is known").isEqualTo(ChannelLimits.SEGMENTS_AT_FIRST);
        receiver.limit(ChannelLimits.NO_LIMIT);
        assertThat(Two.offer(sender, 0, 3)).isEqualTo(3);

        receiver.limit(8);
        assertThat(sender.batchLimit()).isEqualTo(8);
        assertThat(Two.offer(sender, 3, 4)).as("three are there").isZero();
        int before = rooms.get();
        receiver.poll();
        receiver.poll();
        assertThat(rooms).as("one is left").hasValue(before);
        receiver.poll();
        assertThat(rooms).hasValue(before + 1);
        assertThat(Two.offer(sender, 3, 5)).isEqualTo(1);
        assertThat(receiver.isFull()).isTrue();

        receiver.limit(4 * ChannelLimits.SEGMENTS_TOGETHER);
        assertThat(Two.offer(sender, 4, 100)).isEqualTo(3);
        receiver.limit(ChannelLimits.NO_LIMIT);
        assertThat(Two.offer(sender, 7, 100)).isEqualTo(ChannelLimits.BATCHES_PER_CHANNEL - 4);
    }

    @Test
    void moreSegmentsAreWantedTheFasterTheyAreDone() {
        assertThat(wanted(0, 1)).isEqualTo(ChannelLimits.NO_LIMIT);
        assertThat(wanted(10_000, 1)).isEqualTo(ChannelLimits.NO_LIMIT);
        assertThat(wanted(100_000, 1)).isEqualTo(256);
        assertThat(wanted(1_000_000, 1)).isEqualTo(32);
        assertThat(wanted(1_000_000, 9)).isEqualTo(8);
        assertThat(wanted(Long.MAX_VALUE, 1)).isEqualTo(1);
    }

    private static int wanted(long nanosEach, int channels) {
        return ChannelLimits.segmentsWanted(nanosEach, channels, ChannelLimits.NO_LIMIT);
    }

    @Test
    void twiceAsManyAreWantedWithEachMeasurement() {
        int wanted = ChannelLimits.SEGMENTS_AT_FIRST;
        int measurements = 0;
        while (wanted != ChannelLimits.NO_LIMIT) {
            int next = ChannelLimits.segmentsWanted(10, 1, wanted);
            assertThat(next == ChannelLimits.NO_LIMIT || next == 2 * wanted).isTrue();
            wanted = next;
            measurements++;
        }
        assertThat(measurements).isEqualTo(8);
        assertThat(ChannelLimits.segmentsWanted(1_000_000, 1, wanted)).isEqualTo(32);
    }
}
