package io.sardonyx.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.state.Was;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Values that were written when their classes had other shapes, {@code Before}, are read as they are {@code Now}. */
@SuppressWarnings("SameNameButDifferent") // the same class at two times
class EvolutionTest {

    static final class Before {

        enum Level {
            LOW,
            HIGH
        }

        record Inner(int count, Level level) {}

        record Alert(String gone, int cents, Float rate, String note, Inner inner, List<Inner> all, int year) {}

        record Key(String text, int number) {}

        record Narrowed(long number) {}

        record Typed(List<Integer> numbers) {}

        record Strict(int number) {}

        record Dropped(int number) {}

        record Split(int number) {}
    }

    static final class Now {

        enum Level {
            NONE,
            HIGH,
            LOW
        }

        record Inner(Level level, long count) {}

        record Alert(
                boolean flag,
                @Was({"sum", "cents"}) long amount,
                Double rate,
                Optional<String> note,
                Inner inner,
                List<Inner> all,
                Optional<Integer> year,
                String text,
                double real,
                char letter,
                Optional<String> optional,
                List<String> list,
                Set<String> set,
                Map<String, String> map) {}

        record Key(String text, int number, int more) {}

        record Narrowed(int number) {}

        record Typed(List<Long> numbers) {}

        record Strict(int number, String text) {
            Strict {
                Objects.requireNonNull(text, "a text is needed");
            }
        }

        record Split(@Was("number") int one, @Was("number") int other) {}
    }

    private static final Codecs BEFORE = Codecs.builder()
            .registerAll(List.of(Before.class.getDeclaredClasses()))
            .build();
    private static final Codecs NOW = Codecs.builder()
            .registerAll(List.of(Now.class.getDeclaredClasses()))
            .build();
    /** The shapes as they were, of classes that are called as they are now. */
    private static final List<String> SHAPES = BEFORE.shapes().stream()
            .map(shape -> shape.replace("EvolutionTest$Before$", "EvolutionTest$Now$"))
            .toList();

    private static Object read(Object before) {
        return NOW.reading(SHAPES).decode(BEFORE.encode(before));
    }

    private static Before.Alert alert(String note, Float rate) {
        var inner = new Before.Inner(7, Before.Level.HIGH);
        return new Before.Alert("x", -5, rate, note, inner, List.of(inner, inner), 2026);
    }

    @Test
    void componentsAreReadByTheirNames() {
        var inner = new Now.Inner(Now.Level.HIGH, 7);
        assertThat(read(alert("n", 1.5f)))
                .isEqualTo(new Now.Alert(
                        false,
                        -5,
                        1.5,
                        Optional.of("n"),
                        inner,
                        List.of(inner, inner),
                        Optional.of(2026),
                        null,
                        0,
                        '\0',
                        Optional.empty(),
                        List.of(),
                        Set.of(),
                        Map.of()));
    }

    @Test
    void nullStaysNullOrBecomesAnEmptyOptional() {
        var read = (Now.Alert) read(alert(null, null));
        assertThat(read.rate()).isNull();
        assertThat(read.note()).isEmpty();
    }

    @Test
    void constantsAreReadByTheirNames() {
        assertThat(read(List.of(Before.Level.LOW, Before.Level.HIGH)))
                .isEqualTo(List.of(Now.Level.LOW, Now.Level.HIGH));
    }

    private static void refused(Object before, String... why) {
        assertThatThrownBy(() -> read(before))
                .isInstanceOf(BadSegment.Malformed.class)
                .hasMessageContainingAll(why);
    }

    @Test
    void allElseIsRefusedWithClassAndComponent() {
        refused(new Before.Narrowed(1), "EvolutionTest$Now$Narrowed", "component number was a long and is a int");
        refused(
                new Before.Typed(List.of(1)),
                "component numbers was a java.util.List<java.lang.Integer> and is a java.util.List<java.lang.Long>");
        refused(new Before.Strict(1), "EvolutionTest$Now$Strict refuses what was read", "a text is needed");
        refused(new Before.Dropped(1), "EvolutionTest$Now$Dropped", "the job has no such class any more");
        refused(new Before.Split(1), "component other was read into another one already");
    }

    @Test
    void constantThatIsGoneIsRefused() {
        List<String> shapes = List.of("io.sardonyx.serial.EvolutionTest$Now$Level enum(LOW,MIDDLE)");
        assertThatThrownBy(() -> NOW.reading(shapes)
                        .decode(Codecs.builder()
                                .register(Before.Level.class)
                                .build()
                                .encode(Before.Level.LOW)))
                .hasMessageContaining("no constant MIDDLE any more");
    }

    /** What is refused is a value, not the class: one that no state contains may change at will. */
    @Test
    void otherClassesMayChange() {
        assertThat(read("a text")).isEqualTo("a text");
        assertThat(NOW.reading(NOW.shapes())).isSameAs(NOW);
    }

    private static Object key(Object before) {
        return NOW.reading(SHAPES)
                .input()
                .over(ByteBuffer.wrap(BEFORE.encode(before)))
                .key();
    }

    @Test
    void keysMustStayAsTheyAre() {
        assertThat(((Now.Key) read(new Before.Key("k", 1))).more()).isZero();
        for (Object changed : List.of(new Before.Key("k", 1), List.of(new Before.Inner(1, Before.Level.LOW)))) {
            assertThatThrownBy(() -> key(changed))
                    .isInstanceOf(BadSegment.Malformed.class)
                    .hasMessageContaining("keys must stay as they are");
        }
        assertThat(key("k")).isEqualTo("k");
        assertThat(key(Before.Level.HIGH))
                .as("the group of a constant is that of its name")
                .isEqualTo(Now.Level.HIGH);
    }

    @Test
    void optionalTravelsAndHasAKeyGroup() {
        for (Object value : List.of(Optional.empty(), Optional.of("x"), List.of(Optional.of(Optional.of(3))))) {
            Object copy = NOW.decode(NOW.encode(value));
            assertThat(copy).isEqualTo(value);
            assertThat(NOW.keyGroups().of(copy)).isEqualTo(NOW.keyGroups().of(value));
        }
        assertThat(ShapedValue.plain(Optional.of(Optional.empty()))).isNull();
    }
}
