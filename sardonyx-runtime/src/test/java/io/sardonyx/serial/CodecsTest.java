package io.sardonyx.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.segment.Shop;
import io.sardonyx.segment.Shop.Money;
import java.lang.reflect.Type;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CodecsTest {

    @Test
    void typesBringTheirPartsAlong() {
        var card = new Shop.Card("4711", Shop.State.PAID);
        assertThat(Shop.CODECS.decode(Shop.CODECS.encode(List.of(Shop.order(), card, new Shop.Note(null)))))
                .isEqualTo(List.of(Shop.order(), card, new Shop.Note(null)));
    }

    interface FunctionLoader {
        List<? extends Shop.Order[]> split(String line);
    }

    @Test
    void signaturesOfFunctionsAreASource() throws NoSuchMethodException {
        Type result =
                FunctionLoader.class.getDeclaredMethod("split", String.class).getGenericReturnType();
        Codecs codecs = Codecs.forTypes(List.of(result, String.class));
        assertThat(codecs.decode(codecs.encode(Shop.order()))).isEqualTo(Shop.order());
    }

    @Test
    void orderOfRegistrationDoesNotMatter() {
        Codecs some = Codecs.builder()
                .register(Shop.Cash.class)
                .register(Shop.Percent.class)
                .build();
        Codecs other = Codecs.builder()
                .register(Shop.Percent.class)
                .register(Shop.Cash.class)
                .register(Shop.Cash.class)
                .build();
        assertThat(some.fingerprint()).isEqualTo(other.fingerprint());
        assertThat(some.encode(new Shop.Percent(3))).isEqualTo(other.encode(new Shop.Percent(3)));
    }

    @Test
    void fingerprintsOfDifferentRegistriesDiffer() {
        assertThat(List.of(
                        Codecs.builder().build().fingerprint(),
                        Codecs.forTypes(List.of(Shop.Cash.class)).fingerprint(),
                        Codecs.forTypes(List.of(Shop.Percent.class)).fingerprint(),
                        Codecs.forTypes(List.of(Shop.State.class)).fingerprint(),
                        Codecs.forTypes(List.of(TimeUnit.class)).fingerprint(),
                        Money.registered().build().fingerprint()))
                .doesNotHaveDuplicates();
    }

    @Test
    void shapeTellsComponentsAndConstants() {
        assertThat(RecordCodec.of(Shop.Order.class).shape())
                .isEqualTo("record(id:long,customer:java.lang.String,amount:int,price:double,isPaid:boolean,"
                        + "tags:java.util.List<java.lang.String>)");
        assertThat(TypeCodec.EnumCodec.of(Shop.State.class).shape()).isEqualTo("enum(OPEN,PAID)");
    }

    @Test
    void codecOfOnesOwnIsUsedEvenForRecords() {
        Codecs codecs = Codecs.builder()
                .register(Shop.Cash.class)
                .register(
                        Shop.Cash.class,
                        "cash",
                        (cash, out) -> out.putLong(-cash.cents()),
                        in -> new Shop.Cash(-in.takeLong()))
                .register(Shop.Cash.class)
                .build();
        assertThat(codecs.encode(new Shop.Cash(-1))).containsExactly(TypeCode.FIRST_REGISTERED, 2);
        assertThat(codecs.decode(codecs.encode(new Shop.Cash(7)))).isEqualTo(new Shop.Cash(7));
    }

    @Test
    void codecOfOnesOwnMayNestValues() {
        Codecs codecs = Money.registered().build();
        var price = List.of(new Money(1250, "EUR"), new Money(-1, "¥"));
        assertThat(codecs.decode(codecs.encode(price))).isEqualTo(price);
    }

    @Test
    void whatCannotBeRegisteredIsRefusedWithTheRemedy() {
        var builder = Money.registered();
        assertThatThrownBy(() -> Codecs.builder().register(Money.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is neither record nor enum; register it with a writer and a reader");
        assertThatThrownBy(() -> builder.register(Money.class, "gold", (money, out) -> {}, in -> new Money(0, "")))
                .hasMessageContaining("already registered as money");
        assertThatThrownBy(() -> builder.register(String.class, "text", (text, out) -> {}, in -> ""))
                .hasMessage("java.lang.String has a codec of its own");
        assertThatThrownBy(() -> builder.register(Runnable.class, "run", (it, out) -> {}, in -> () -> {}))
                .hasMessage("java.lang.Runnable is an interface, no value's class");
        assertThatThrownBy(() -> builder.limit(0)).hasMessageContaining("allows no segment");
    }

    @Test
    void nameStandsForOneClass() {
        var builder = Money.registered().register(Thread.class, "money", (it, out) -> {}, in -> new Thread());
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two classes are called money")
                .hasMessageContaining("java.lang.Thread");
    }
}
