package io.sardonyx.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.segment.Shop;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is refused while it is written. */
class RefusalTest {

    private static final Codecs CODECS = Shop.CODECS;

    record Unknown() {}

    @Test
    void classWithoutCodecIsNamedWithItsPlaceAndTheRemedy() {
        var notes = Map.of("k", Set.of(new Shop.Note(List.of("fine", new AtomicInteger()))));
        var basket = new Shop.Basket(List.of(), new Shop.Cash(1), notes);
        assertThatThrownBy(() -> CODECS.encode(List.of(1, basket)))
                .isInstanceOf(BadSegment.NoCodec.class)
                .hasMessage("at [1].notes[k][0].text[1]: there is no codec for"
                        + " java.util.concurrent.atomic.AtomicInteger;"
                        + " register one, or use a record, a List, a Set or a Map");
    }

    @Test
    void remedyDependsOnWhatItIs() {
        assertThatThrownBy(() -> CODECS.encode(new Unknown()))
                .isInstanceOfSatisfying(
                        BadSegment.NoCodec.class, e -> assertThat(e.type()).isEqualTo(Unknown.class))
                .hasMessage("there is no codec for io.sardonyx.serial.RefusalTest$Unknown;"
                        + " name it in a function's signature or register it");
        assertThatThrownBy(() -> CODECS.encode(new String[0]))
                .hasMessage(
                        "there is no codec for java.lang.String[]; use a List; of the arrays only byte[] may travel");
    }

    @Test
    void placeInAMapIsItsKey() {
        assertThatThrownBy(() -> CODECS.encode(Map.of("key", new Unknown())))
                .isInstanceOfSatisfying(
                        BadSegment.class, e -> assertThat(e.path()).isEqualTo("[key]"));
        assertThatThrownBy(() -> CODECS.encode(Map.of("k".repeat(50), new Unknown())))
                .hasMessageStartingWith("at [" + "k".repeat(40) + "…]: ");
        assertThatThrownBy(() -> CODECS.encode(Map.of(new Unknown(), 1))).hasMessageStartingWith("at [key 0]: ");
    }

    @Test
    void componentThatCouldNotBeReadIsRefusedWhereItIsWritten() {
        assertThatThrownBy(() -> CODECS.encode(new Shop.Sorted(new TreeMap<>())))
                .isInstanceOf(BadSegment.NoCodec.class)
                .hasMessage("at map: nothing that is read is a java.util.TreeMap; declare the component as List, Set or"
                        + " Map, or register a codec for that class");
        assertThat(CODECS.decode(CODECS.encode(new Shop.Sorted(null)))).isEqualTo(new Shop.Sorted(null));
    }

    @Test
    void limitIsExact() {
        Codecs codecs = Codecs.builder().limit(100).build();
        for (String text : List.of("a", "ü", "€")) {
            int bytes = text.equals("€") ? 3 : 1;
            String longest = "x".repeat(98 - bytes) + text;
            assertThat(codecs.decode(codecs.encode(longest))).isEqualTo(longest);
            assertThatThrownBy(() -> codecs.encode(longest + "x"))
                    .isInstanceOf(BadSegment.TooLarge.class)
                    .hasMessage("the segment has at least 101 bytes, the limit is 100;"
                            + " split it, or raise the limit everywhere");
        }
        var nulls = new ArrayList<Object>();
        for (int i = 0; i < 98; i++) {
            nulls.add(null);
        }
        assertThat(codecs.decode(codecs.encode(nulls))).isEqualTo(nulls);
        nulls.set(0, 1);
        assertThatThrownBy(() -> codecs.encode(nulls)).hasMessageStartingWith("at [97]: the segment has at least 101");
    }

    @Test
    void limitHoldsForReadersToo() {
        byte[] bytes = CODECS.encode("x".repeat(200));
        assertThatThrownBy(() -> Codecs.builder().limit(100).build().decode(bytes))
                .isInstanceOf(BadSegment.TooLarge.class)
                .hasMessageContaining("goes on after 100 bytes");
    }

    @Test
    void limitIsForEachSegment() {
        Codecs codecs = Codecs.builder().limit(100).build();
        SegmentOutput out = codecs.output();
        for (int i = 0; i < 1000; i++) {
            out.segment("x".repeat(98));
        }
        assertThat(out.size()).isEqualTo(100_000);
        SegmentInput in = codecs.input().over(out.bytes());
        for (int i = 0; i < 1000; i++) {
            assertThat(in.segment()).isEqualTo("x".repeat(98));
        }
    }

    @Test
    void whatFailsLeavesNothingBehind() {
        SegmentOutput out = CODECS.output();
        out.segment("before");
        assertThatThrownBy(() -> out.segment(List.of("x".repeat(5000), new Unknown())))
                .isInstanceOf(BadSegment.NoCodec.class);
        assertThatThrownBy(() -> out.segment("x".repeat(2 << 20))).isInstanceOf(BadSegment.TooLarge.class);
        out.segment("after");
        SegmentInput in = CODECS.input().over(out.bytes());
        assertThat(List.of(in.segment(), in.segment())).isEqualTo(List.of("before", "after"));
        assertThat(in.hasMore()).isFalse();
    }

    @Test
    void depthIsLimited() {
        assertThat(CODECS.decode(CODECS.encode(nested(64)))).isEqualTo(nested(64));
        assertThatThrownBy(() -> CODECS.encode(nested(65)))
                .isInstanceOf(BadSegment.TooLarge.class)
                .hasMessageStartingWith("at [0][0]")
                .hasMessageEndingWith("values are nested more than 64 deep; does one contain itself?");
        var map = new HashMap<String, Object>();
        map.put("self", map);
        assertThatThrownBy(() -> CODECS.encode(new ArrayList<>(map.values()))).isInstanceOf(BadSegment.TooLarge.class);
    }

    private static Object nested(int depth) {
        Object value = List.of();
        for (int i = 1; i < depth; i++) {
            value = List.of(value);
        }
        return value;
    }

    @Test
    void codecCannotBeginAnotherSegment() {
        Codecs codecs = Codecs.builder()
                .register(Unknown.class, "nesting", (it, out) -> out.segment(1), in -> new Unknown())
                .register(AtomicInteger.class, "empty", (it, out) -> {}, in -> {
                    in.segment();
                    return new AtomicInteger();
                })
                .build();
        assertThatThrownBy(() -> codecs.encode(new Unknown()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a segment within a segment");
        SegmentInput in = codecs.input().over(ByteBuffer.wrap(codecs.encode(new AtomicInteger())));
        assertThatThrownBy(in::segment)
                .isInstanceOf(BadSegment.Malformed.class)
                .hasMessageContaining("within a segment");
    }
}
