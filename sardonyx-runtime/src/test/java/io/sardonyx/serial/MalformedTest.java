package io.sardonyx.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.sardonyx.segment.Shop;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bytes that nobody has written. */
class MalformedTest {

    private static final Codecs CODECS = Codecs.forTypes(List.of(Shop.Percent.class, Shop.State.class));
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                     | the bytes end within a value; byte 0 of 0
                    0500ff                 | there are bytes behind the segment; byte 2 of 3
                    18                     | there is no value with code 24; byte 1 of 1
                    22                     | there is no registered class number 2; byte 1 of 1
                    ffffffff07             | there is no registered class number 2147483615; byte 5 of 5
                    2102                   | Shop$State has no constant number 2
                    20ca01                 | Shop$Percent refuses what was read: 101 is no percentage; byte 3 of 3
                    208080808020           | 4294967296 is not between -2147483648 and 2147483647
                    15020c01610c0161       | a set holds something twice; byte 8 of 8
                    160200000001           | a map holds a key twice; byte 6 of 6
                    1405000000             | 5 elements are announced, more than there are bytes; byte 2 of 5
                    16020000000c           | the bytes end within a value
                    1402140200000000       | there are bytes behind the segment
                    14021403000000         | 3 elements are announced, more than there are bytes; byte 4 of 7
                    0c0361                 | 3 elements are announced, more than there are bytes
                    06ffffffffffffffffffff | a number goes on for more than 10 bytes
                    0d01ff                 | a text is not UTF-8
                    0d02c0af               | a text is not UTF-8
                    0d02e282               | a text is not UTF-8
                    0d02c341               | a text is not UTF-8
                    0d04f7bfbfbf           | a text is not UTF-8
                    038002                 | 128 is not between -128 and 127
                    09808004               | 65536 is not between 0 and 65535
                    0a00                   | a number without digits
                    0f0000                 | the bytes end within a value
                    1000ffffffff07         | 2147483647 is not between 0 and 999999999
                    12feffffffffffffff7f   | a time that does not exist: Invalid value for EpochDay
                    """)
    void damageIsNamed(String hex, String message) {
        assertThatThrownBy(() -> CODECS.decode(HexFormat.of().parseHex(hex)))
                .isInstanceOf(BadSegment.Malformed.class)
                .hasMessageContaining(message);
    }

    @Test
    void componentMustBeWhatItsRecordSays() {
        Codecs codecs = Codecs.forTypes(List.of(Shop.Card.class));
        byte[] bytes = codecs.encode(new Shop.Card("", null));
        bytes[1] = TypeCode.INTEGER;
        assertThatThrownBy(() -> codecs.decode(bytes))
                .isInstanceOf(BadSegment.Malformed.class)
                .hasMessageContaining("number is a java.lang.String, not a java.lang.Integer");
    }

    @Test
    void whatACodecOfOnesOwnThrowsIsMalformed() {
        Codecs codecs = Codecs.builder()
                .register(Shop.Money.class, "money", (it, out) -> out.putLong(0), in -> {
                    throw new ArithmeticException("no " + in.takeLong());
                })
                .build();
        byte[] bytes = codecs.encode(new Shop.Money(0, ""));
        assertThatThrownBy(() -> codecs.decode(bytes))
                .isInstanceOf(BadSegment.Malformed.class)
                .hasCauseInstanceOf(ArithmeticException.class)
                .hasMessageContaining("the codec of money cannot read this: no 0");
    }

    @Test
    void depthIsLimited() {
        byte[] bytes = new byte[300];
        Arrays.fill(bytes, (byte) 1);
        for (int i = 0; i < bytes.length; i += 2) {
            bytes[i] = TypeCode.LIST;
        }
        assertThatThrownBy(() -> CODECS.decode(bytes))
                .isInstanceOf(BadSegment.Malformed.class)
                .hasMessageContaining("nested more than 64 deep");
    }

    /** Each list announces as many elements as the check lets pass: together not more than there are bytes. */
    @Test
    void announcementsReserveNoMoreThanTheBytesJustify() {
        for (int code : new int[] {TypeCode.LIST, TypeCode.SET, TypeCode.MAP}) {
            SegmentOutput out = CODECS.output();
            for (int share = 1 << 19; share > 1 << 12; share /= 2) {
                out.putCode(code);
                out.putSize(code == TypeCode.MAP ? share / 2 : share);
            }
            byte[] bytes = Arrays.copyOf(out.array(), 1 << 20);
            bytes[bytes.length - 1] = -1;
            assertThat(allocated(bytes)).isLessThan(16L * bytes.length);
        }
    }

    private static long allocated(byte[] bytes) {
        SegmentInput in = CODECS.input().over(ByteBuffer.wrap(bytes));
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            in.segment();
        } catch (BadSegment e) {
            assertThat(e).isInstanceOf(BadSegment.Malformed.class);
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private static final List<Object> SAMPLES = Arrays.asList(
            Shop.order(),
            List.of(Shop.order(), "Grüße", "€uro", 1, 2L, 3.0, Shop.State.PAID),
            Map.of("a", Set.of(1, 2, 3), "b", new Shop.Cash(17)),
            new Shop.Primitives(true, (byte) 1, (short) -2, 'c', 4, -5, 6.5f, -7.5),
            List.of(Instant.EPOCH, LocalDateTime.MIN, new BigDecimal("1.5")),
            new Shop.Basket(List.of(), null, Map.of("n", Set.of(new Shop.Note(List.of())))));

    /** Nothing but our own exceptions, and no more memory than small objects for each byte could take. */
    @Test
    void damagedAndRandomBytesNeverSurprise() {
        var random = new SplittableRandom(7);
        SegmentInput in = Shop.CODECS.input();
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = i % 4 == 0 ? noise(random) : damaged(random);
            long before = THREADS.getCurrentThreadAllocatedBytes();
            try {
                in.over(ByteBuffer.wrap(bytes)).segment();
            } catch (BadSegment e) {
                assertThat(e.getMessage()).isNotBlank();
                refused++;
            }
            assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(200_000 + 100L * bytes.length);
        }
        assertThat(refused).isGreaterThan(5_000);
    }

    private static byte[] noise(SplittableRandom random) {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        if (bytes.length > 0 && random.nextBoolean()) {
            bytes[0] = (byte) random.nextInt(TypeCode.FIRST_REGISTERED + 12);
        }
        return bytes;
    }

    private static byte[] damaged(SplittableRandom random) {
        byte[] bytes = Shop.CODECS.encode(SAMPLES.get(random.nextInt(SAMPLES.size())));
        for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) random.nextInt(1, 256);
        }
        return random.nextInt(5) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
    }
}
