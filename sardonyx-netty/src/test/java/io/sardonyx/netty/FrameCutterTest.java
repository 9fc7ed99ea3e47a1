package io.sardonyx.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sardonyx.port.Wire;
import io.sardonyx.wire.Frames;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A stream of frames and heartbeats, read in pieces of any size into arrays of any size. */
class FrameCutterTest {

    /** Where the bytes of a read lie. */
    enum Memory {
        ONE_ARRAY,
        SOME_ARRAYS,
        AN_ARRAY_EACH,
        DIRECT
    }

    private static final int STREAMS = 200;

    private final List<ByteBuffer> sent = new ArrayList<>();

    /** Some frames of noise, with heartbeats between them. */
    private byte[] stream(SplittableRandom random) {
        sent.clear();
        ByteBuffer stream = ByteBuffer.allocate(1 << 20);
        int frames = random.nextInt(1, 12);
        for (int i = 0; i < frames; i++) {
            byte[] content = new byte[random.nextInt(random.nextBoolean() ? 40 : Wire.FRAME_LIMIT + 1)];
            random.nextBytes(content);
            sent.add(ByteBuffer.wrap(content));
            Frames.put(stream, i, ByteBuffer.wrap(content));
            if (random.nextInt(3) == 0) {
                stream.putInt(FrameCutter.BEAT);
            }
        }
        byte[] bytes = new byte[stream.position()];
        stream.flip().get(bytes);
        return bytes;
    }

    private static List<ByteBuffer> cut(byte[] stream, Memory memory, SplittableRandom random)
            throws FrameCutter.BadFrame {
        var cutter = new FrameCutter();
        var got = new ArrayList<ByteBuffer>();
        byte[] array = stream.clone();
        int moved = 0;
        for (int at = 0; at < stream.length; ) {
            int length = Math.min(stream.length - at, 1 + random.nextInt(random.nextBoolean() ? 30 : 50_000));
            if (memory == Memory.AN_ARRAY_EACH || memory == Memory.SOME_ARRAYS && random.nextInt(4) == 0) {
                moved = at;
                array = Arrays.copyOfRange(stream, at, stream.length);
            }
            ByteBuf in = memory == Memory.DIRECT
                    ? Unpooled.directBuffer(length).writeBytes(stream, at, length)
                    : Unpooled.wrappedBuffer(array, at - moved, length);
            cutter.cut(in, got::add);
            assertThat(in.isReadable()).isFalse();
            in.release();
            at += length;
        }
        return got;
    }

    @ParameterizedTest
    @EnumSource(Memory.class)
    void framesComeAsTheyWereSentHoweverTheyAreRead(Memory memory) throws FrameCutter.BadFrame {
        for (long seed = 0; seed < STREAMS; seed++) {
            var random = new SplittableRandom(seed);
            byte[] stream = stream(random);
            assertThat(cut(stream, memory, random)).as("seed %d", seed).isEqualTo(sent);
        }
    }

    @Test
    void aFrameReadIntoOneArrayIsNotCopied() throws FrameCutter.BadFrame {
        var random = new SplittableRandom(1);
        byte[] stream = stream(random);
        var cutter = new FrameCutter();
        var got = new ArrayList<ByteBuffer>();
        for (int at = 0; at < stream.length; at += 1_000) {
            cutter.cut(Unpooled.wrappedBuffer(stream, at, Math.min(1_000, stream.length - at)), got::add);
        }
        assertThat(got).isEqualTo(sent);
        Arrays.fill(stream, (byte) 0);
        assertThat(got).allMatch(frame -> frame.equals(ByteBuffer.allocate(frame.remaining())));
    }

    @Test
    void aChangedByteIsRefused() {
        for (long seed = 0; seed < STREAMS; seed++) {
            var random = new SplittableRandom(seed);
            byte[] stream = stream(random);
            // Behind the length: a length that is longer only looks like a frame that is not there yet.
            stream[Integer.BYTES + random.nextInt(Frames.HEADER - Integer.BYTES)] ^= 1;
            assertThatThrownBy(() -> cut(stream, Memory.SOME_ARRAYS, random)).isInstanceOf(FrameCutter.BadFrame.class);
        }
    }
}
