package io.sardonyx.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.Wire;
import io.sardonyx.serial.Codecs;
import io.sardonyx.value.TaskName;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is exchanged between two processes as long as nothing breaks. */
class RemoteChannelsTest {

    private static final int ROOM = ChannelLimits.BATCHES_PER_CHANNEL;
    private static final TaskName IN = TaskName.of("in");

    private final Two two = new Two(1);

    record Unknown(String text) {}

    private static Batch polled(ChannelReceiver<Batch> receiver) {
        return Objects.requireNonNull(receiver.poll(), "one should have come");
    }

    private static List<Object> segments(Batch batch) {
        return Arrays.asList(batch.segments()).subList(0, batch.size());
    }

    @Test
    void whatNoUserCanHaveBrokenIsToldToWhoeverAsks() {
        var bug = new IllegalStateException("a bug");
        Wire wire = (Wire) Proxy.newProxyInstance(
                Wire.class.getClassLoader(), new Class<?>[] {Wire.class}, (self, method, arguments) -> {
                    throw bug;
                });
        var exchange = new RemoteChannels(wire, new SplittableRandom(1));
        exchange.check();
        assertThatThrownBy(() -> exchange.turn(0)).isSameAs(bug);
        assertThat(exchange.isOver()).isTrue();
        assertThatThrownBy(exchange::check)
                .isInstanceOf(IllegalStateException.class)
                .hasCause(bug);
    }

    @Test
    void aBatchArrivesAsItWas() {
        ChannelReceiver<Batch> receiver = two.receiver();
        ChannelSender<Batch> sender = two.sender();
        two.settle();
        var origins = Arrays.asList(
                null,
                new SegmentOrigin(IN, "0", "7"),
                new SegmentOrigin(IN, "0", "8"),
                null,
                new SegmentOrigin(IN, "0", "9"),
                new SegmentOrigin(IN, "1", "9"),
                new SegmentOrigin(TaskName.of("other"), "1", "Grüße"));
        for (int times = 0; times < 2; times++) {
            Batch batch = sender.blank(100, 100, 1);
            for (int run = 0; run < origins.size(); run++) {
                batch.add(new Object[] {"x", run, "é", List.of(1L, 2.5)}, null, 1, 1 + run % 4, 0);
                batch.endRun(Long.MIN_VALUE + run, ~run, origins.get(run));
            }
            assertThat(sender.offer(batch)).isTrue();
            two.settle();

            Batch there = polled(receiver);
            assertThat(segments(there)).containsExactly(1, 2, "é", 3, "é", List.of(1L, 2.5), 5, 6, "é");
            assertThat(there.runs()).isEqualTo(origins.size());
            int end = 0;
            for (int run = 0; run < origins.size(); run++) {
                end += run % 4;
                assertThat(there.end(run)).isEqualTo(end);
                assertThat(there.root(run)).isEqualTo(Long.MIN_VALUE + run);
                assertThat(there.value(run)).isEqualTo(~run);
                assertThat(there.origin(run)).isEqualTo(origins.get(run));
            }
        }
        assertThat(receiver.poll()).isNull();
        assertThat(Two.lost(sender)).isEmpty();
    }

    @Test
    void acksArriveWithPairsFailuresLossesAndSkips() {
        ChannelSender<Acks> sender = two.ackOutlet();
        ChannelReceiver<Acks> receiver = two.ackInlet();
        two.settle();
        var acks = new Acks(0);
        for (int i = 0; i < 300; i++) {
            acks.add(i, Long.MAX_VALUE - i);
        }
        acks.fail(-1);
        acks.fail(-2);
        acks.lose(17);
        acks.skip(18, 3, 4);
        acks.skip(-18, 40, Long.MAX_VALUE);
        assertThat(sender.offer(acks)).isTrue();
        two.settle();

        Acks there = Objects.requireNonNull(receiver.poll());
        assertThat(there.skips()).isEqualTo(2);
        assertThat(there.skippedRoot(1)).isEqualTo(-18);
        assertThat(there.skippedTask(1)).isEqualTo(40);
        assertThat(there.skippedCount(1)).isEqualTo(Long.MAX_VALUE);
        assertThat(there.size()).isEqualTo(300);
        for (int i = 0; i < 300; i++) {
            assertThat(there.root(i)).isEqualTo(i);
            assertThat(there.value(i)).isEqualTo(Long.MAX_VALUE - i);
        }
        assertThat(there.failures()).isEqualTo(2);
        assertThat(there.failed(1)).isEqualTo(-2);
        assertThat(there.losses()).isEqualTo(1);
        assertThat(there.lost(0)).isEqualTo(17);
    }

    @Test
    void peersOfTheSameProcessNeverTouchTheWire() {
        ChannelSender<Batch> sender = two.a.batchesTo(Two.batches(1), Two.A, Two.CODECS);
        ChannelReceiver<Batch> receiver = two.a.batchesFrom(Two.batches(1), null, Two.CODECS);
        Object segment = new Unknown("which has no codec");
        Batch batch = sender.blank(1, 1, 1);
        batch.add(segment);
        assertThat(sender.offer(batch)).isTrue();
        two.settle();

        assertThat(polled(receiver).segments()[0]).isSameAs(segment);
        assertThat(two.cables.carried).isZero();
        assertThat(two.a.isDormant()).isTrue();
        assertThat(two.a.links()).isEmpty();
    }

    /** It would stop after one batch, and wait for the credit that the receiver grants after several. */
    @Test
    void aSenderThatIsOpenedLateKnowsThatTheReceiverHasTurnedOutToBeFast() {
        two.a.batchesTo(Two.batches(2), Two.B, Two.CODECS);
        two.settle();
        ChannelReceiver<Batch> receiver = two.b.batchesFrom(Two.batches(1), Two.A, Two.CODECS);
        receiver.limit(ChannelLimits.SEGMENTS_AT_FIRST);
        two.settle();
        receiver.limit(ChannelLimits.NO_LIMIT);
        two.settle();
        ChannelSender<Batch> sender = two.sender();
        two.settle();
        assertThat(sender.batchLimit()).isEqualTo(ChannelLimits.NO_LIMIT);
        assertThat(Two.offer(sender, 0, ChannelLimits.BATCHES_PER_CHANNEL))
                .isEqualTo(ChannelLimits.BATCHES_PER_CHANNEL);
    }

    @Test
    void aSlowReceiverInAnotherProcessHasOneSmallBatchInItsQueue() {
        ChannelReceiver<Batch> receiver = two.receiver();
        ChannelSender<Batch> sender = two.sender();
        two.settle();
        receiver.limit(8);
        two.settle();
        assertThat(sender.batchLimit()).isEqualTo(8);
        assertThat(Two.offer(sender, 0, 5)).isEqualTo(1);
        two.settle();
        assertThat(Two.offer(sender, 1, 5)).as("it has not taken the first").isZero();
        for (long root = 1; root < 100; root++) {
            assertThat(Two.taken(receiver)).containsExactly(root - 1);
            two.settle();
            assertThat(Two.offer(sender, root, 200)).isEqualTo(1);
            two.settle();
        }
        receiver.limit(ChannelLimits.NO_LIMIT);
        two.settle();
        assertThat(Two.offer(sender, 100, 200)).isEqualTo(ROOM - 1);
        assertThat(Two.lost(sender)).isEmpty();
    }

    @Test
    void nothingIsSentBeforeTheReceiverAskedForItsEnd() {
        ChannelSender<Batch> sender = two.sender();
        two.settle();
        assertThat(Two.offer(sender, 0, 1)).isZero();

        ChannelReceiver<Batch> receiver = two.receiver();
        two.settle();
        assertThat(Two.offer(sender, 0, 1)).isEqualTo(1);
        two.settle();
        assertThat(Two.taken(receiver)).containsExactly(0L);
    }

    @Test
    void noMoreThanThereIsRoomForAndMoreWhenSomeAreTaken() {
        ChannelSender<Batch> sender = two.sender();
        ChannelReceiver<Batch> receiver = two.receiver();
        two.settle();
        assertThat(Two.offer(sender, 0, 100)).isEqualTo(ROOM);
        assertThat(receiver.isFull()).isFalse();
        two.settle();
        assertThat(receiver.isFull()).isTrue();
        assertThat(Two.offer(sender, 100, 200)).isZero();

        for (int i = 0; i < ROOM / 2; i++) {
            assertThat(polled(receiver).root(0)).isEqualTo(i);
        }
        two.settle();
        assertThat(Two.offer(sender, ROOM, 200)).isEqualTo(ROOM / 2);
        two.settle();
        assertThat(receiver.isFull()).isTrue();
        assertThat(Two.taken(receiver)).hasSize(ROOM).isSorted().doesNotHaveDuplicates();
        assertThat(Two.lost(sender)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3})
    void aReceiverAtAnotherFenceGetsNothing(long fence) {
        ChannelSender<Batch> sender = two.a.batchesTo(Two.batches(2), Two.B, Two.CODECS);
        ChannelReceiver<Batch> other = two.b.batchesFrom(Two.batches(fence), Two.A, Two.CODECS);
        two.settle();
        assertThat(Two.offer(sender, 0, 1)).isZero();

        ChannelReceiver<Batch> same = two.b.batchesFrom(Two.batches(2), Two.A, Two.CODECS);
        two.settle();
        assertThat(Two.offer(sender, 0, 1)).isEqualTo(1);
        two.settle();
        assertThat(Two.taken(same)).containsExactly(0L);
        assertThat(Two.taken(other)).isEmpty();
    }

    @Test
    void segmentsOfAMegabyteTravelInManyFrames() {
        ChannelSender<Batch> sender = two.sender();
        ChannelReceiver<Batch> receiver = two.receiver();
        two.cables.room = 1;
        two.settle();
        int before = two.cables.carried;
        var sent = new ArrayList<byte[]>();
        for (int i = 0; i < 4; i++) {
            byte[] large = new byte[Codecs.DEFAULT_LIMIT - 10];
            Arrays.fill(large, (byte) i);
            sent.add(large);
            Batch batch = sender.blank(9, 9, 1);
            batch.add("small");
            batch.add(large);
            assertThat(batch.isFull()).isTrue();
            batch.endRun(i, i, null);
            assertThat(sender.offer(batch)).isTrue();
        }
        two.settle();

        assertThat(two.cables.carried - before).isGreaterThan(4 * 16);
        for (byte[] large : sent) {
            assertThat((byte[]) polled(receiver).segments()[1]).isEqualTo(large);
        }
    }

    private static Batch large(ChannelSender<Batch> sender, int bytes, long root) {
        Batch batch = sender.blank(9, 9, 1);
        batch.add(new byte[bytes]);
        batch.endRun(root, -root, null);
        return batch;
    }

    @Test
    void noMoreBytesThanThereIsRoomForAndMoreWhenSomeAreTaken() {
        ChannelSender<Batch> sender = two.sender();
        ChannelReceiver<Batch> receiver = two.receiver();
        two.settle();
        int bytes = Codecs.DEFAULT_LIMIT - 10;
        int sent = 0;
        while (sender.offer(large(sender, bytes, sent))) {
            sent++;
        }
        assertThat(sent).as("four messages of a little more than 1 MiB").isEqualTo(4);
        two.settle();
        assertThat(receiver.isFull()).isTrue();
        for (int i = 0; i < sent; i++) {
            assertThat(polled(receiver).root(0)).isEqualTo(i);
        }
        two.settle();
        assertThat(sender.offer(large(sender, bytes, sent))).isTrue();
        assertThat(Two.lost(sender)).isEmpty();
    }

    /** Whoever has taken everything can always be sent more: sizes that leave any rest behind a grant do no harm. */
    @Test
    void batchesOfAnySizeNeverWaitForEver() {
        ChannelSender<Batch> sender = two.sender();
        ChannelReceiver<Batch> receiver = two.receiver();
        two.settle();
        var random = new SplittableRandom(7);
        long expected = 0;
        for (int sent = 0; sent < 500; ) {
            int bytes = random.nextBoolean() ? random.nextInt(100) : random.nextInt(Codecs.DEFAULT_LIMIT - 10);
            if (sender.offer(large(sender, bytes, sent))) {
                sent++;
            } else {
                while (two.turn()) {}
                for (Batch batch = receiver.poll(); batch != null; batch = receiver.poll()) {
                    assertThat(batch.root(0)).isEqualTo(expected++);
                }
                while (two.turn()) {}
                assertThat(sender.offer(large(sender, bytes, sent++))).isTrue();
            }
        }
    }

    @Test
    void aReceiverThatCountsNoBytesGetsAsManyItemsAsItAllows() {
        byte[] admit = Cables.bytes(new Message.Admit(Two.batches(1), 7, 1, 16, 0, 1, 2).message());
        assertThat(admission(admit, 0).segmentsWanted()).isEqualTo(2);
        assertThat(admission(admit, 1).segmentsWanted()).isEqualTo(Message.Admit.ANY);
        assertThat(admission(admit, 1).room()).isEqualTo(1);
        assertThat(admission(admit, 2).room()).isEqualTo(Message.Admit.ANY);
    }

    /** What is read of a message without its last bytes, as older versions send it. */
    private static Message.Admit admission(byte[] admit, int without) {
        int start = Message.PREFIX + 1;
        return Message.Admit.of(Message.reader().over(ByteBuffer.wrap(admit, start, admit.length - start - without)));
    }

    @Test
    void aBatchIsFullWhenItHasManyBytes() {
        Batch batch = two.sender().blank(10_000, 10_000, 1);
        byte[] kilobyte = new byte[1_000];
        int count = 0;
        while (!batch.isFull()) {
            batch.add(kilobyte);
            count++;
        }
        assertThat(count).isEqualTo(33);
        assertThat(batch.size()).isEqualTo(33);
        assertThat(batch.add(new Object[] {"more"}, null, 0, 1, 0)).isZero();
    }

    @Test
    void otherClassesAtTheOtherEndAreNamedWithTheRemedy() {
        ChannelSender<Batch> sender = two.sender();
        two.b.batchesFrom(Two.batches(1), Two.A, Codecs.forTypes(List.of(Unknown.class)));
        two.settle();
        assertThatThrownBy(() -> Two.offer(sender, 0, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(Two.B.toString(), "job", "the same jars");
        two.a.check();
    }

    @Test
    void aReceiverThatClosesGetsNoMoreAndTheSenderHearsOfWhatItDidNotTake() {
        ChannelSender<Batch> sender = two.sender();
        ChannelReceiver<Batch> receiver = two.receiver();
        two.settle();
        Two.offer(sender, 0, 10);
        two.settle();
        for (int i = 0; i < ROOM / 2; i++) {
            polled(receiver);
        }
        receiver.close();
        two.settle();

        assertThat(Two.offer(sender, 10, 11)).isZero();
        assertThat(Two.lost(sender)).containsExactly(8L, 9L);
        assertThat(Two.lost(sender)).isEmpty();
    }

    @Test
    void whatASenderPutInBeforeItClosedStillComes() {
        ChannelSender<Batch> sender = two.sender();
        ChannelReceiver<Batch> receiver = two.receiver();
        two.settle();
        Two.offer(sender, 0, 3);
        sender.close();
        two.settle();

        assertThat(Two.taken(receiver)).containsExactly(0L, 1L, 2L);
    }
}
