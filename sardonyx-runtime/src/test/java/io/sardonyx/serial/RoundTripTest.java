package io.sardonyx.serial;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.segment.Shop;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RoundTripTest {

    private static final Codecs CODECS = Shop.CODECS;

    static Stream<Object> values() {
        return Stream.concat(numbers(), others());
    }

    private static Stream<Object> numbers() {
        return Stream.of(
                null,
                true,
                false,
                (byte) -128,
                (short) -32768,
                'ß',
                '\uFFFF',
                0,
                -1,
                63,
                64,
                Integer.MIN_VALUE,
                Integer.MAX_VALUE,
                0L,
                1L << 35,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                Float.MIN_VALUE,
                Float.NaN,
                -0.0,
                Double.NaN,
                Double.NEGATIVE_INFINITY,
                BigInteger.ZERO,
                BigInteger.TWO.pow(4000).negate(),
                new BigDecimal("1.00"),
                new BigDecimal("-12345678901234567890.5e-99"));
    }

    @SuppressWarnings("JdkObsolete") // a list without random access
    private static Stream<Object> others() {
        return Stream.of(
                "",
                "plain",
                "Grüße\u0000\u007F\u0080\u00FF",
                "Ā߿ࠀ\uD7FF\uE000\uFFFF",
                "emoji 😀 and \uD83D alone and \uDE00",
                "x".repeat(10_000) + "€",
                new UUID(-1, 1),
                Instant.MIN,
                Instant.MAX,
                Instant.parse("2026-11-16T03:27:12.000000001Z"),
                Duration.ofSeconds(Long.MIN_VALUE),
                Duration.ofNanos(-1),
                LocalDate.MIN,
                LocalDate.MAX,
                LocalDateTime.MIN,
                LocalDateTime.MAX,
                List.of(),
                Arrays.asList(1, null, 1L, (short) 1, (byte) 1, 1.0, 1f),
                new LinkedList<>(List.of("a", List.of("b"))),
                Set.of("a", "b", "c"),
                Map.of("a", 1, "b", List.of(Map.of())),
                Shop.State.OPEN,
                Shop.State.PAID,
                Shop.order(),
                new Shop.Primitives(true, (byte) 1, (short) -2, 'c', 4, -5, 6.5f, -7.5),
                new Shop.Primitives(false, (byte) -128, Short.MAX_VALUE, '\uFFFF', -1, Long.MIN_VALUE, Float.NaN, 0),
                new Shop.Basket(
                        List.of(Shop.order()),
                        new Shop.Card("1", Shop.State.PAID),
                        Map.of("k", Set.of(new Shop.Note(List.of(new Shop.Note(null)))))));
    }

    @ParameterizedTest
    @MethodSource("values")
    void valueComesBackAsItWas(Object value) {
        Object back = CODECS.decode(CODECS.encode(value));
        assertThat(back).isEqualTo(value);
        if (value instanceof Number || value instanceof Enum) {
            assertThat(back).hasSameClassAs(value);
        }
    }

    @Test
    void bytesComeBack() {
        byte[] bytes = {0, -1, 127};
        assertThat(CODECS.decode(CODECS.encode(bytes))).isEqualTo(bytes);
    }

    @Test
    void orderIsKept() {
        var map = new LinkedHashMap<Object, Object>();
        var set = new LinkedHashSet<Object>();
        for (int i = 0; i < 100; i++) {
            map.put(i * 7919 % 101, "v" + i);
            set.add("k" + i * 7919 % 101);
        }
        map.put(null, null);
        var backMap = (Map<?, ?>) CODECS.decode(CODECS.encode(map));
        var backSet = (Set<?>) CODECS.decode(CODECS.encode(set));
        assertThat(new ArrayList<>(backMap.entrySet())).isEqualTo(new ArrayList<>(map.entrySet()));
        assertThat(new ArrayList<Object>(backSet)).isEqualTo(new ArrayList<>(set));
    }

    @Test
    void sortedMapBecomesAMapInItsOrder() {
        var map = new TreeMap<>(Map.of("b", 1, "a", 2));
        assertThat(CODECS.decode(CODECS.encode(map)))
                .isInstanceOf(LinkedHashMap.class)
                .hasToString("{a=2, b=1}");
    }

    /** Whoever changes these bytes has made a new format. */
    @Test
    void bytesAreAlwaysTheSame() {
        Codecs codecs = Codecs.forTypes(List.of(Shop.Order.class, Shop.State.class));
        var values = Arrays.asList(null, true, 1, 300L, "é", "€", 0.5, Shop.State.PAID, Map.of("k", new byte[] {9}));
        assertThat(HexFormat.of().formatHex(codecs.encode(values)))
                .isEqualTo("14090002050206d8040c01e90d03e282ac083fe0000000000000210116010c016b0e0109");
        assertThat(HexFormat.of().formatHex(codecs.encode(Shop.order())))
                .isEqualTo("20aab4de750c0d637573746f6d65722d34373131544058e0000000000002"
                        + "14030c05616c7068610c04626574610c0567616d6d61");
        assertThat(codecs.fingerprint()).isEqualTo(7626194734784857854L);
    }

    @Test
    void outputIsUsedAgainAndHoldsManySegments() {
        SegmentOutput out = CODECS.output();
        SegmentInput in = CODECS.input();
        for (int round = 0; round < 3; round++) {
            out.clear();
            for (int i = 0; i < 500; i++) {
                out.segment(List.of(round, i, "text"));
            }
            in.over(out.bytes());
            for (int i = 0; i < 500; i++) {
                assertThat(in.segment()).isEqualTo(List.of(round, i, "text"));
            }
            assertThat(in.hasMore()).isFalse();
        }
    }

    @Test
    void anyKindOfBufferIsRead() {
        byte[] bytes = CODECS.encode(Shop.order());
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 3)
                .position(3)
                .put(bytes)
                .position(3);
        ByteBuffer middle =
                ByteBuffer.allocate(bytes.length + 8).position(4).slice().put(0, bytes);
        SegmentInput in = CODECS.input();
        for (ByteBuffer buffer : List.of(direct, middle, ByteBuffer.wrap(bytes).asReadOnlyBuffer())) {
            int position = buffer.position();
            assertThat(in.over(buffer).segment()).isEqualTo(Shop.order());
            assertThat(buffer.position()).isEqualTo(position);
        }
    }
}
