package io.sardonyx.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.segment.Shop;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameTest {

    private static final int LIMIT = 1000;

    private static byte[] framed(Object... segments) {
        SegmentOutput out = Shop.CODECS.output();
        int start = Frame.open(out);
        for (Object segment : segments) {
            out.segment(segment);
        }
        Frame.close(out, start);
        return Arrays.copyOf(out.array(), out.size());
    }

    @Test
    void contentComesBack() {
        ByteBuffer source = ByteBuffer.wrap(framed(Shop.order(), "more"));
        SegmentInput in = Shop.CODECS.input().over(Frame.take(source, LIMIT));
        assertThat(List.of(in.segment(), in.segment())).isEqualTo(List.of(Shop.order(), "more"));
        assertThat(in.hasMore()).isFalse();
        assertThat(source.hasRemaining()).isFalse();
    }

    @Test
    void framesFollowEachOther() {
        SegmentOutput out = Shop.CODECS.output();
        for (int i = 0; i < 100; i++) {
            int start = Frame.open(out);
            out.segment("frame " + i);
            Frame.close(out, start);
        }
        ByteBuffer direct =
                ByteBuffer.allocateDirect(out.size()).put(out.bytes()).flip();
        for (ByteBuffer source : List.of(out.bytes(), direct)) {
            for (int i = 0; i < 100; i++) {
                assertThat(Shop.CODECS.input().over(Frame.take(source, LIMIT)).segment())
                        .isEqualTo("frame " + i);
            }
            assertThat(Frame.take(source, LIMIT)).isNull();
        }
    }

    /** Whoever changes these bytes has made a new format. */
    @Test
    void bytesAreAlwaysTheSame() {
        assertThat(HexFormat.of().formatHex(framed("a"))).isEqualTo("000000035b37b83346e4b1b30c0161");
        assertThat(HexFormat.of().formatHex(framed())).isEqualTo("0000000048674bc700000000");
    }

    @Test
    void everyFlippedBitIsNoticed() {
        byte[] bytes = framed(Shop.order(), "more");
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            var source = ByteBuffer.wrap(bytes);
            assertThatThrownBy(() -> Frame.take(source, Integer.MAX_VALUE))
                    .as("bit %s", bit)
                    .isInstanceOf(BadSegment.Malformed.class)
                    .hasMessageContaining("damaged");
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
    }

    @Test
    void zerosAreNoFrame() {
        assertThatThrownBy(() -> Frame.take(ByteBuffer.allocate(100), LIMIT)).isInstanceOf(BadSegment.Malformed.class);
    }

    @Test
    void incompleteFrameIsLeftWhereItIs() {
        byte[] bytes = framed("text");
        for (int length = 0; length < bytes.length; length++) {
            ByteBuffer source = ByteBuffer.wrap(bytes, 0, length);
            assertThat(Frame.take(source, LIMIT)).isNull();
            assertThat(source.position()).isZero();
        }
    }

    @Test
    void lengthBeyondTheLimitIsRefusedBeforeTheContentIsThere() {
        byte[] start = Arrays.copyOf(framed("x".repeat(500)), Frame.HEADER);
        assertThatThrownBy(() -> Frame.take(ByteBuffer.wrap(start), 100))
                .isInstanceOf(BadSegment.TooLarge.class)
                .hasMessage("the frame has 503 bytes, the limit is 100");
    }
}
