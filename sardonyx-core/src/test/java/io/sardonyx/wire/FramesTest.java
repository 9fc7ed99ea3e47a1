package io.sardonyx.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.Wire;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FramesTest {

    private static final long SEED = 20_261_116;

    private final Random random = new Random(SEED);

    @Test
    void whatIsPutIsIntactAndReadBack() {
        for (int length : new int[] {0, 1, 15, 16, 17, 1_000, 1 << 16}) {
            ByteBuffer content = noise(length);
            ByteBuffer frame = ByteBuffer.allocate(Frames.HEADER + length + 7).position(3);
            Frames.put(frame, length * 3L, content.duplicate());
            frame.flip().position(3);
            assertThat(Frames.length(frame)).isEqualTo(length);
            assertThat(Frames.number(frame)).isEqualTo(length * 3L);
            assertThat(Frames.isIntact(frame)).isTrue();
            assertThat(frame.slice(3 + Frames.HEADER, length)).isEqualTo(content);
            assertThat(frame.position()).isEqualTo(3);
        }
    }

    @Test
    void isTheSameInAnyParts() {
        ByteBuffer content = noise(100);
        ByteBuffer frame = ByteBuffer.allocate(Frames.HEADER + 100);
        Frames.put(frame, 7, content.slice(0, 30), ByteBuffer.allocateDirect(0), content.slice(30, 70));
        assertThat(frame.flip()).isEqualTo(frame(7, content));
        assertThatThrownBy(() -> Frames.contentLength(content, ByteBuffer.allocate(Wire.FRAME_LIMIT - 99)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a frame has at most 65536 bytes, not 65537");
    }

    @Test
    void isTheSameInEveryKindOfMemory() {
        ByteBuffer direct = ByteBuffer.allocateDirect(100);
        Frames.put(direct, 7, ByteBuffer.allocate(84));
        assertThat(Frames.isIntact(direct.flip().asReadOnlyBuffer())).isTrue();
        assertThat(direct).isEqualTo(frame(7, ByteBuffer.allocate(84)));
    }

    @Test
    void anyFlippedBitIsNoticed() {
        ByteBuffer frame = frame(Long.MAX_VALUE - 5, noise(100));
        for (int bit = 0; bit < frame.limit() * Byte.SIZE; bit++) {
            flip(frame, bit);
            assertThat(Frames.isIntact(frame)).as("bit %d", bit).isFalse();
            flip(frame, bit);
        }
        assertThat(Frames.isIntact(frame)).isTrue();
    }

    @Test
    void whatIsCutOffOrLongerIsNoFrame() {
        ByteBuffer frame = frame(1, noise(64));
        for (int length = 0; length < frame.limit(); length++) {
            assertThat(Frames.isIntact(frame.slice(0, length))).isFalse();
        }
        ByteBuffer longer =
                ByteBuffer.allocate(frame.limit() + 1).put(frame).flip().limit(frame.capacity() + 1);
        assertThat(Frames.isIntact(longer)).isFalse();
    }

    @Test
    void noLengthMakesItLookBeyondWhatIsThere() {
        ByteBuffer frame = frame(1, noise(64));
        for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE - 15, 65, 63, -16}) {
            assertThat(Frames.isIntact(frame.putInt(0, length))).isFalse();
        }
    }

    @Test
    void noiseIsNoFrame() {
        for (int i = 0; i < 100_000; i++) {
            ByteBuffer noise = noise(random.nextInt(80));
            if (noise.remaining() >= Integer.BYTES) {
                noise.putInt(0, noise.remaining() - Frames.HEADER);
            }
            assertThat(Frames.isIntact(noise)).isFalse();
        }
    }

    private static ByteBuffer frame(long number, ByteBuffer content) {
        ByteBuffer frame = ByteBuffer.allocate(Frames.HEADER + content.remaining());
        Frames.put(frame, number, content);
        return frame.flip();
    }

    private ByteBuffer noise(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private static void flip(ByteBuffer bytes, int bit) {
        bytes.put(bit / Byte.SIZE, (byte) (bytes.get(bit / Byte.SIZE) ^ 1 << bit % Byte.SIZE));
    }
}
