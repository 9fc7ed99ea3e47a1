package io.sardonyx.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.sardonyx.port.Wire;
import io.sardonyx.serial.BadSegment;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import io.sardonyx.value.TaskName;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Bytes that no process of ours has sent. */
class HostileBytesTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int SMALL = 400_000;
    private static final int ROUNDS = 30_000;

    private final BatchFormat batches = new BatchFormat(Two.CODECS);
    private final AckFormat acks = new AckFormat();

    private byte[] batch() {
        Batch batch = Batch.encoding(50, 3, batches.output());
        for (int run = 0; run < 12; run++) {
            batch.add(List.of("text", run, 2.5));
            batch.add(true);
            batch.endRun(
                    run, ~run, run % 5 == 0 ? null : new SegmentOrigin(TaskName.of("in"), "p" + run % 2, "" + run));
        }
        return Cables.bytes(batches.message(1, batch));
    }

    private byte[] bundle() {
        var some = new Acks(4);
        for (int i = 0; i < 9; i++) {
            some.add(i, ~i);
            some.fail(i);
            some.lose(i);
        }
        return Cables.bytes(acks.message(1, some));
    }

    private static byte[] admit() {
        return Cables.bytes(
                new Message.Admit(Two.batches(3), 7, 1, 16, Two.CODECS.fingerprint(), 1 << 20, 99).message());
    }

    private static byte[] hostile(SplittableRandom random, byte[] valid) {
        if (random.nextInt(5) == 0) {
            byte[] noise = new byte[random.nextInt(300)];
            random.nextBytes(noise);
            return noise;
        }
        byte[] bytes = valid.clone();
        for (int flips = random.nextInt(4); flips > 0; flips--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return random.nextInt(3) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
    }

    /** Whether it was refused; nothing else may be thrown, and little is reserved. */
    private static boolean isRefused(long bytes, Runnable reading) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        boolean refused = false;
        try {
            reading.run();
        } catch (IllegalArgumentException | BadSegment e) {
            refused = true;
        }
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(2 * bytes + SMALL);
        return refused;
    }

    private static <T> void assertHarmless(ItemFormat<T> form, byte[] valid) {
        SegmentInput in = form.input();
        int refused = 0;
        for (long seed = 0; seed < ROUNDS; seed++) {
            byte[] bytes = hostile(new SplittableRandom(seed), Arrays.copyOfRange(valid, 6, valid.length));
            refused += isRefused(bytes.length, () -> form.read(in.over(ByteBuffer.wrap(bytes)))) ? 1 : 0;
        }
        assertThat(refused).isBetween(ROUNDS / 4, ROUNDS - 1);
    }

    @Test
    void damagedBatchesAreRefusedAndNothingElseHappens() {
        assertHarmless(batches, batch());
    }

    @Test
    void damagedAcksAreRefusedAndNothingElseHappens() {
        assertHarmless(acks, bundle());
    }

    @Test
    void damagedFramesAreRefusedAndNothingElseHappens() {
        byte[][] valid = {
            batch(),
            bundle(),
            admit(),
            Cables.bytes(Message.begin(7)),
            Cables.bytes(Message.grant(1, 99, ChannelLimits.NO_LIMIT)),
            Cables.bytes(Message.withdraw(1))
        };
        int refused = 0;
        for (long seed = 0; seed < ROUNDS; seed++) {
            var random = new SplittableRandom(seed);
            byte[] first = valid[random.nextInt(valid.length)];
            byte[] bytes = hostile(random, first);
            long[] numbers = {0};
            var remote = new RemoteProcess(Two.B, new Cables().wire(Two.A), random, () -> {}, () -> ++numbers[0]);
            remote.add(new RemoteReceiver<>(Two.batches(1), remote, batches, 16, closed -> {}));
            remote.add(new RemoteSender<>(Two.batches(3), remote, acks, 16, closed -> {}));
            refused += isRefused(bytes.length, () -> {
                        remote.frame(ByteBuffer.wrap(bytes));
                        remote.frame(ByteBuffer.wrap(first));
                    })
                    ? 1
                    : 0;
        }
        assertThat(refused).isBetween(ROUNDS / 4, ROUNDS - 1);
    }

    /** Four megabytes that say at their beginning that as many as possible follow. */
    @Test
    void announcedSizesReserveNoRoom() {
        int length = Message.MOST_BYTES;
        for (int size : new int[] {length - 100, length / 8 - 100, length / 16 - 100, length / 18 - 100}) {
            SegmentOutput out = Two.CODECS.output();
            out.putSize(size);
            byte[] once = Arrays.copyOf(out.array(), length);
            Arrays.fill(once, out.size(), length, (byte) -1);
            SegmentInput in = acks.input();
            assertThat(isRefused(length, () -> acks.read(in.over(ByteBuffer.wrap(once)))))
                    .isTrue();

            out.putSize(size);
            byte[] twice = Arrays.copyOf(out.array(), length);
            Arrays.fill(twice, out.size(), length, (byte) -1);
            assertThat(isRefused(length, () -> batches.read(in.over(ByteBuffer.wrap(twice)))))
                    .isTrue();
        }
        SegmentOutput oneRun = Two.CODECS.output();
        oneRun.putSize(length - 100);
        oneRun.putSize(1);
        oneRun.putFixedLong(1);
        oneRun.putFixedLong(1);
        oneRun.putSize(length - 100);
        oneRun.putSize(0);
        byte[] bytes = Arrays.copyOf(oneRun.array(), length);
        Arrays.fill(bytes, oneRun.size(), length, (byte) -1);
        assertThat(isRefused(length, () -> batches.read(batches.input().over(ByteBuffer.wrap(bytes)))))
                .isTrue();
    }

    @Test
    void aMessageGetsRoomOnlyAsItComes() {
        var assembler = new MessageAssembler();
        ByteBuffer first = ByteBuffer.allocate(10).putInt(Message.MOST_BYTES).put(new byte[6]);
        assertThat(isRefused(10, () -> assembler.frame(first.flip(), bytes -> {})))
                .isFalse();
        byte[] frame = new byte[Wire.FRAME_LIMIT];
        int[] come = {0};
        long before = THREADS.getCurrentThreadAllocatedBytes();
        int frames = Message.MOST_BYTES / frame.length - 1;
        for (int i = 0; i < frames; i++) {
            assembler.frame(ByteBuffer.wrap(frame), bytes -> come[0]++);
        }
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(Message.MOST_BYTES + SMALL);
        assertThat(come[0]).isZero();
        assertThat(assembler.isWithinMessage()).isTrue();
        assembler.frame(ByteBuffer.wrap(frame, 0, frame.length - 6), bytes -> come[0] += bytes.remaining());
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(2L * Message.MOST_BYTES + SMALL);
        assertThat(come[0]).isEqualTo(Message.MOST_BYTES);
        assertThat(assembler.isWithinMessage()).isFalse();
    }

    @Test
    void moreThanWasAllowedIsRefused() {
        var remote = new RemoteProcess(Two.B, new Cables().wire(Two.A), new SplittableRandom(1), () -> {}, () -> 1);
        remote.add(new RemoteReceiver<>(Two.batches(1), remote, batches, 16, closed -> {}));
        for (int i = 0; i < 16; i++) {
            remote.frame(ByteBuffer.wrap(batch()));
        }
        byte[] more = batch();
        assertThatThrownBy(() -> remote.frame(ByteBuffer.wrap(more)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more came than there is room for");
    }

    @Test
    void aBatchWithANullIsRefused() {
        SegmentOutput out = Two.CODECS.output();
        out.putSize(1);
        out.putSize(1);
        out.putFixedLong(1);
        out.putFixedLong(1);
        out.putSize(1);
        out.putSize(0);
        out.segment(null);
        assertThatThrownBy(() -> batches.read(batches.input().over(out.bytes())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is null");
    }
}
