package io.sardonyx.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was written with classes is read without them, by their shapes. */
class ShapesTest {

    enum Color {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "another text";
            }
        }
    }

    record Inner(String text, Color color) {}

    record Empty() {}

    record All(
            long whole,
            int number,
            short little,
            byte least,
            char letter,
            boolean flag,
            float real,
            double precise,
            Integer boxed,
            Map<String, List<Inner>> inner,
            Set<Color> colors,
            Object any) {}

    private static final Codecs WRITERS = Codecs.builder()
            .register(Color.class)
            .register(Inner.class)
            .register(All.class)
            .register(Empty.class)
            .register(
                    StringBuilder.class,
                    "a text, <being> made",
                    (text, out) -> out.putText("" + text),
                    in -> new StringBuilder(in.takeText()))
            .build();

    private static final Codecs READERS = Codecs.ofShapes(WRITERS.shapes());

    private static All random(SplittableRandom random) {
        var inner = new LinkedHashMap<String, List<Inner>>();
        inner.put("ä" + random.nextInt(), Arrays.asList(new Inner("x", Color.GREEN), null));
        return new All(
                random.nextLong(),
                random.nextInt(),
                (short) random.nextInt(),
                (byte) random.nextInt(),
                (char) random.nextInt(),
                random.nextBoolean(),
                (float) random.nextDouble(),
                random.nextDouble(),
                random.nextBoolean() ? null : random.nextInt(),
                inner,
                new LinkedHashSet<>(List.of(Color.GREEN, Color.RED)),
                random.nextBoolean() ? new Empty() : Instant.ofEpochSecond(random.nextInt()));
    }

    @Test
    void recordIsAMapByItsComponentsAndAConstantItsName() {
        var inner = new Inner("deep", Color.GREEN);
        var all = new All(
                -1, 2, (short) 3, (byte) 4, 'c', true, 1.5f, 2.5, null, Map.of("k", List.of(inner)), Set.of(), inner);
        Object plain = ShapedValue.plain(READERS.decode(WRITERS.encode(all)));
        var expected = new LinkedHashMap<String, Object>();
        expected.put("whole", -1L);
        expected.put("number", 2);
        expected.put("little", (short) 3);
        expected.put("least", (byte) 4);
        expected.put("letter", 'c');
        expected.put("flag", true);
        expected.put("real", 1.5f);
        expected.put("precise", 2.5);
        expected.put("boxed", null);
        expected.put("inner", Map.of("k", List.of(Map.of("text", "deep", "color", "GREEN"))));
        expected.put("colors", List.of());
        expected.put("any", Map.of("text", "deep", "color", "GREEN"));
        assertThat(plain).isEqualTo(expected).asString().startsWith("{whole=-1, number=2");
    }

    /** Parts of a checkpoint are filtered by the groups of keys, so these must be the same without the classes. */
    @Test
    void keyGroupIsThatOfTheOriginal() {
        var random = new SplittableRandom(7);
        for (int i = 0; i < 1_000; i++) {
            All key = random(random);
            Object read = READERS.decode(WRITERS.encode(key));
            assertThat(READERS.keyGroups().hash(read))
                    .isEqualTo(WRITERS.keyGroups().hash(key));
        }
        assertThat(READERS.keyGroups().of(READERS.decode(WRITERS.encode(Color.GREEN))))
                .isEqualTo(WRITERS.keyGroups().of(Color.GREEN));
    }

    @Test
    void equalKeysAreEqualWithoutTheirClasses() {
        Object one = READERS.decode(WRITERS.encode(new Inner("x", Color.RED)));
        Object same = READERS.decode(WRITERS.encode(new Inner("x", Color.RED)));
        Object other = READERS.decode(WRITERS.encode(new Inner("x", Color.GREEN)));
        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(other);
    }

    @Test
    void classWithItsOwnCodecIsRefusedOnlyWhereItOccurs() {
        assertThatThrownBy(() -> READERS.decode(WRITERS.encode(List.of(new StringBuilder("x")))))
                .isInstanceOf(BadSegment.Malformed.class)
                .hasMessageContaining("a text, <being> made")
                .hasMessageContaining("codec of its own");
    }

    @Test
    void shapesAreWrittenAndReadAlike() {
        assertThat(READERS.shapes()).isEqualTo(WRITERS.shapes());
        assertThat(READERS.fingerprint()).isEqualTo(WRITERS.fingerprint());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a.B",
                " record()",
                "a.B record(",
                "a.B record(x)",
                "a.B record(x:)",
                "a.B record(:int)",
                "a.B record(x:int,)",
                "a.B record(,x:int)",
                "a.B record(x:int,x:long)",
                "a.B record(x:java.util.List<int)",
                "a.B enum(A,,B)",
                "a.B enum(A,A)",
                "a.B union(A)",
                " custom"
            })
    void whatIsNoShapeIsRefused(String shape) {
        assertThatThrownBy(() -> Codecs.ofShapes(List.of(shape))).isInstanceOf(IllegalArgumentException.class);
    }

    /** Bytes that are cut or changed are refused as such, whatever they say then. */
    @Test
    void damagedBytesAreRefusedOrReadButNeverAnythingElse() {
        var random = new SplittableRandom(11);
        int refused = 0;
        for (int i = 0; i < 3_000; i++) {
            byte[] bytes = WRITERS.encode(random(random));
            if (random.nextBoolean()) {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            } else {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                ShapedValue.plain(READERS.decode(bytes));
            } catch (BadSegment expected) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(1_500);
    }
}
