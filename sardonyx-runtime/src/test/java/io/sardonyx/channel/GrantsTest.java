package io.sardonyx.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.channel.Channel.Content;
import io.sardonyx.port.Watch;
import io.sardonyx.port.Wire;
import io.sardonyx.serial.BadSegment;
import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A receiver whose task takes items while its channel is admitted anew on re-made links, in every order of what the two
 * threads do: in the end the sender knows of all room there is, or it would wait for ever.
 *
 * <p>The steps of the task are put between those of the delivery by hand, since Lincheck does not know how longs are
 * written into arrays of bytes.
 */
class GrantsTest {

    private static final Site HERE = new Site("here:1");
    private static final Site THERE = new Site("there:1");
    private static final Channel CHANNEL =
            new Channel(JobId.of("job"), 1, PeerId.of("from"), PeerId.of("to"), Content.BATCHES);
    private static final Codecs CODECS = Codecs.builder().build();

    private static final int WINDOW = 4;
    private static final int ROUNDS = 20_000;
    private static final int MOST_STEPS = 60;
    private static final int LIMIT = 256;
    private static final int LINKS = 2;
    /* For each link: before the new number is given, and when it is known how much is allowed but not yet told. */
    private static final int POINTS = 2 * LINKS + 1;

    /** Items that are nothing but a number. */
    private static final class Plain extends ItemFormat<Long> {

        Runnable meanwhile = () -> {};

        @Override
        long fingerprint() {
            meanwhile.run();
            return 0;
        }

        @Override
        SegmentOutput newOutput() {
            return CODECS.output();
        }

        @Override
        Message message(long number, Long item) {
            SegmentOutput head = output();
            int start = Message.begin(head, Message.ITEM);
            head.putLong(number);
            head.putLong(item);
            return Message.end(head, start, this);
        }

        @Override
        SegmentInput input() {
            return CODECS.input();
        }

        @Override
        Long read(SegmentInput in) {
            return in.takeLong();
        }

        @Override
        void roots(Long item, LongConsumer roots) {}
    }

    /** What the sender learns from what the receiver says. */
    private static final class Sender {

        private final SegmentInput reader = Message.reader();
        private final MessageAssembler assembler = new MessageAssembler();
        long number;
        long allowance;
        long segmentsWanted;

        private void message(ByteBuffer message) {
            byte kind = message.get();
            reader.over(message);
            if (kind == Message.ADMIT) {
                Message.Admit admit = Message.Admit.of(reader);
                allowance = admit.number() == number ? Math.max(allowance, admit.allowance()) : admit.allowance();
                number = admit.number();
                segmentsWanted = admit.segmentsWanted();
            } else if (kind == Message.GRANT && reader.takeLong() == number) {
                allowance = Math.max(allowance, reader.takeLong());
                segmentsWanted = reader.takeLong();
            }
        }

        void frame(ByteBuffer frame) {
            try {
                assembler.frame(frame, this::message);
            } catch (BadSegment e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** The link to the sender, which hears at once. */
    private record Straight(Sender sender) implements Wire, Wire.Link {

        @Override
        public Site site() {
            return HERE;
        }

        @Override
        public Link link(Site to) {
            return this;
        }

        @Override
        public int poll(Inbound inbound, int limit) {
            return 0;
        }

        @Override
        public Watch onArrival(Runnable nudge) {
            return () -> {};
        }

        @Override
        public long refusals() {
            return 0;
        }

        @Override
        public boolean offer(ByteBuffer... frame) {
            sender.frame(ByteBuffer.wrap(Cables.joined(frame)));
            return true;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isUp() {
            return true;
        }

        @Override
        public @Nullable String problem() {
            return null;
        }

        @Override
        public void close() {}
    }

    /** One receiver with a full window, whose task takes so many items at each point. */
    private static final class Encounter {

        private final Sender sender = new Sender();
        private final RemoteProcess remote =
                new RemoteProcess(THERE, new Straight(sender), new SplittableRandom(1), () -> {}, this::number);
        private final Plain form = new Plain();
        private final RemoteReceiver<Long> receiver = new RemoteReceiver<>(CHANNEL, remote, form, WINDOW, closed -> {});
        private final int[] polls;
        private long numbers;
        private int point = -1;

        Encounter(int... polls) {
            this.polls = polls;
            remote.use();
            remote.add(receiver);
            remote.turn(1);
            remote.turn(2);
            remote.frame(ByteBuffer.wrap(Cables.bytes(Message.begin(1))));
            remote.turn(3);
            for (long item = 0; item < WINDOW; item++) {
                remote.frame(ByteBuffer.wrap(Cables.bytes(form.message(sender.number, item))));
            }
            point = 0;
            form.meanwhile = this::take;
        }

        private long number() {
            take();
            return ++numbers;
        }

        private void take() {
            if (point >= 0) {
                for (int i = 0; i < polls[point]; i++) {
                    Objects.requireNonNull(receiver.poll(), "all items have come");
                }
                point++;
            }
        }

        /** How many items the sender may send after all this. */
        long allowance(boolean heardBetween) {
            for (int link = 0; link < LINKS; link++) {
                remote.remoteLinkBroke();
                remote.frame(ByteBuffer.wrap(Cables.bytes(Message.begin(2 + link))));
                if (heardBetween) {
                    remote.turn(4 + link);
                }
            }
            take();
            remote.turn(9);
            return sender.allowance;
        }
    }

    /** All ways to share so many items out to the points from this one on. */
    private static void share(int[] polls, int from, int left, Consumer<int[]> way) {
        if (from == polls.length - 1) {
            polls[from] = left;
            way.accept(polls);
            return;
        }
        for (int here = 0; here <= left; here++) {
            polls[from] = here;
            share(polls, from + 1, left - here, way);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theSenderLearnsOfAllRoomHoweverGrantsAndAdmissionsMeet(boolean heardBetween) {
        share(
                new int[POINTS],
                0,
                WINDOW,
                polls -> assertThat(new Encounter(polls).allowance(heardBetween))
                        .as("items taken %s", Arrays.toString(polls))
                        .isEqualTo(WINDOW));
    }

    /**
     * What the task says of its limit and what the delivery repeats are put into the queue by two threads, in any order
     * of their steps: tried so often that the delivery would have said the old limit behind the new one.
     */
    @Test
    void theSenderKnowsTheLatestLimitHoweverTheTaskAndTheDeliveryMeet() throws Exception {
        var sender = new Sender();
        var numbers = new AtomicLong();
        var remote = new RemoteProcess(
                THERE, new Straight(sender), new SplittableRandom(1), () -> {}, numbers::incrementAndGet);
        remote.use();
        remote.turn(1);
        remote.turn(2);
        var next = new AtomicReference<RemoteReceiver<Long>>();
        var task = new Thread(() -> changeLimits(next));
        task.start();
        int wrong = 0;
        for (int round = 0; round < ROUNDS; round++) {
            var receiver = new RemoteReceiver<>(CHANNEL, remote, new Plain(), WINDOW, closed -> {});
            receiver.limit(LIMIT / 2);
            next.set(receiver);
            remote.add(receiver);
            while (next.get() != null) {
                Thread.onSpinWait();
            }
            remote.turn(3);
            remote.remove(receiver);
            wrong += sender.segmentsWanted == LIMIT ? 0 : 1;
        }
        task.join();
        assertThat(wrong).as("of %s rounds", ROUNDS).isZero();
    }

    /** Changes the limit of each receiver once, some steps after it was given to the delivery. */
    private static void changeLimits(AtomicReference<@Nullable RemoteReceiver<Long>> next) {
        for (int round = 0; round < ROUNDS; round++) {
            RemoteReceiver<Long> receiver = next.get();
            while (receiver == null) {
                Thread.onSpinWait();
                receiver = next.get();
            }
            for (int steps = round % MOST_STEPS; steps > 0; steps--) {
                Thread.onSpinWait();
            }
            receiver.limit(LIMIT);
            next.set(null);
        }
    }
}
