package io.sardonyx.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A record that has a method {@code migrate} makes itself of what was stored with another shape, {@code Before}. */
@SuppressWarnings("SameNameButDifferent") // the same class at two times
class MigrateTest {

    static final class Before {

        enum Level {
            LOW
        }

        record Money(int cents, String currency) {}

        record Gone(String text) {}

        record Payment(String card, Money money, Level level, List<Money> parts, Gone gone, Optional<Gone> other) {}

        record Refusing(int number) {}

        record Empty(int number) {}

        record Hidden(int number) {}

        record Kept(Money money) {}
    }

    static final class Now {

        /** It cannot be read as it was; only the payment's method needs to understand it. */
        record Money(String amount, int currency) {}

        record Payment(String card, String text, List<Money> more) {

            public static Payment migrate(Map<String, Object> stored) {
                Map<?, ?> money = (Map<?, ?>) Objects.requireNonNull(stored.get("money"));
                return new Payment(stored.get("card") + "", money.get("cents") + " " + stored, List.of());
            }
        }

        record Refusing(String text) {

            public static Refusing migrate(Map<String, Object> stored) {
                return new Refusing(Integer.parseInt("not " + stored.get("number")) + "");
            }
        }

        record Empty(String text) {

            public static @Nullable Empty migrate(Map<String, Object> stored) {
                return null;
            }
        }

        record Hidden(String text) {

            static Hidden migrate(Map<String, Object> stored) {
                return new Hidden(stored.toString());
            }
        }

        record Kept(Money money) {

            public static Kept migrate(Map<String, Object> stored) {
                return new Kept(new Money("not to be called, since the shape is the same", 0));
            }
        }
    }

    private static final Codecs BEFORE = Codecs.builder()
            .registerAll(List.of(Before.class.getDeclaredClasses()))
            .build();
    private static final Codecs NOW = Codecs.builder()
            .registerAll(List.of(Now.class.getDeclaredClasses()))
            .build();
    private static final List<String> SHAPES = BEFORE.shapes().stream()
            .map(shape -> shape.replace("MigrateTest$Before$", "MigrateTest$Now$"))
            .toList();
    private static final String PACKAGE = "io.sardonyx.serial.MigrateTest$Now$";

    private static Object read(Object before) {
        return NOW.reading(SHAPES).decode(BEFORE.encode(before));
    }

    private static final Before.Payment PAYMENT = new Before.Payment(
            "c",
            new Before.Money(5, "EUR"),
            Before.Level.LOW,
            List.of(new Before.Money(6, "USD")),
            new Before.Gone("g"),
            Optional.empty());

    @Test
    void methodGetsTheComponentsByNameAsTheyWereStored() {
        assertThat(read(PAYMENT))
                .isEqualTo(new Now.Payment(
                        "c",
                        "5 {card=c, money={cents=5, currency=EUR}, level=LOW, parts=[{cents=6, currency=USD}],"
                                + " gone={text=g}, other=null}",
                        List.of()));
    }

    /** What follows is read with the classes of now again. */
    @Test
    void valuesBehindAreReadAsBefore() {
        assertThat(read(List.of(PAYMENT, "x", 3L)))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .hasSize(3)
                .endsWith("x", 3L);
        assertThatThrownBy(() -> read(List.of(PAYMENT, new Before.Money(5, "EUR"))))
                .hasMessageContaining(PACKAGE + "Money has changed");
    }

    @Test
    void methodIsOnlyCalledForAnotherShape() {
        var kept = new Now.Kept(new Now.Money("5", 1));
        assertThat(NOW.reading(NOW.shapes()).decode(NOW.encode(kept))).isEqualTo(kept);
        assertThat(NOW.changes(NOW.shapes(), List.of(Now.Kept.class))).isEmpty();
    }

    @Test
    void whatTheMethodRefusesIsToldWithItsName() {
        assertThatThrownBy(() -> read(new Before.Refusing(7)))
                .isInstanceOf(BadSegment.Malformed.class)
                .hasMessageContaining(
                        PACKAGE + "Refusing::migrate refuses what was stored: For input string: \"not 7\"");
        assertThatThrownBy(() -> read(new Before.Empty(7)))
                .hasMessageContaining(PACKAGE + "Empty::migrate has returned null");
        assertThatThrownBy(() -> read(new Before.Hidden(7)))
                .hasMessageContaining(PACKAGE + "Hidden has changed: its method migrate has to be public static Hidden"
                        + " migrate(Map<String, Object> stored)");
    }

    @Test
    void keysAreNotMigrated() {
        assertThatThrownBy(() -> NOW.reading(SHAPES)
                        .input()
                        .over(ByteBuffer.wrap(BEFORE.encode(PAYMENT)))
                        .key())
                .isInstanceOf(BadSegment.Malformed.class)
                .hasMessageContaining("keys must stay as they are");
    }

    @Test
    void whatConvertsIsToldBeforeAndItsPartsDoNotMatter() {
        assertThat(NOW.changes(SHAPES, List.of(Now.Payment.class)))
                .extracting(ShapeChange::toString)
                .containsExactly(PACKAGE + "Payment: converted by " + PACKAGE + "Payment::migrate");
        assertThat(NOW.changes(SHAPES, List.of(Now.Hidden.class)))
                .extracting(ShapeChange::refusal)
                .doesNotContainNull();
        assertThat(NOW.changes(SHAPES, List.of(Now.Money.class)))
                .extracting(ShapeChange::refusal)
                .doesNotContainNull();
    }
}
