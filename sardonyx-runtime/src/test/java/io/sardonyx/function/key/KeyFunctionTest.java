package io.sardonyx.function.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.function.FunctionLoader;
import io.sardonyx.function.Order;
import io.sardonyx.function.Samples;
import io.sardonyx.function.StubContext;
import io.sardonyx.job.Call;
import io.sardonyx.job.Grouping;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyFunctionTest {

    private record Sale(String shop, @Nullable Integer day) {}

    private record Return(int day, String shop) {}

    private static KeyFunction by(Grouping grouping) {
        return Objects.requireNonNull(KeyFunction.of(grouping, FunctionLoader.onClassPath(), new StubContext()));
    }

    @Test
    void noGroupingNoKey() {
        assertThat(KeyFunction.of(Grouping.NONE, FunctionLoader.onClassPath(), new StubContext()))
                .isNull();
    }

    @Test
    void oneFieldIsItsValueSeveralAreAList() throws Throwable {
        KeyFunction shop = by(Grouping.by("shop"));
        assertThat(shop.key(new Sale("a", 1))).isEqualTo("a");
        assertThat(shop.key(new Return(1, "b"))).isEqualTo("b");
        assertThat(shop.key(Map.of("shop", "c"))).isEqualTo("c");
        assertThat(shop.key(new Sale("d", 1))).isEqualTo("d");
        KeyFunction both = by(Grouping.by("shop", "day"));
        assertThat(both.key(new Sale("a", 1))).isEqualTo(List.of("a", 1));
        assertThat(both.key(Map.of("day", 2, "shop", "b"))).isEqualTo(List.of("b", 2));
    }

    @Test
    void functionComputesTheKey() throws Throwable {
        assertThat(by(Grouping.by(Call.to(Samples.class.getName() + "::first"))).key("abc"))
                .isEqualTo((int) 'a');
        KeyFunction none = by(Grouping.by(Call.to(Samples.class.getName() + "::nothing")));
        assertThatThrownBy(() -> none.key("")).hasMessageContaining("nothing returned null, which is no key");
        assertThatThrownBy(() -> by(Grouping.by(Call.to(Samples.class.getName() + "::see"))))
                .hasMessageContaining("see is to return a key, but returns void");
    }

    @Test
    void accessorIsTheKey() throws Throwable {
        KeyFunction customer = by(Grouping.by(Call.to(Order::customer)));
        assertThat(customer.key(new Order("a", 1, true))).isEqualTo("a");
        assertThatThrownBy(() -> customer.key("text")).hasMessageContaining("Order::customer wants a ");
    }

    @Test
    void missingFieldIsNamedWithWhatThereIs() {
        KeyFunction city = by(Grouping.by("city"));
        assertThatThrownBy(() -> city.key(Map.of("shop", "a")))
                .isInstanceOf(MissingKey.class)
                .hasMessage("a map has no field city to be grouped by; it has [shop]");
        assertThatThrownBy(() -> city.key(new Sale("a", 1)))
                .hasMessageContaining("$Sale has no field city to be grouped by; it has [shop, day]");
        assertThatThrownBy(() -> city.key("text")).hasMessageContaining("only maps and records have fields");
        assertThatThrownBy(() -> by(Grouping.by("day")).key(new Sale("a", null)))
                .hasMessageContaining("field day of a ")
                .hasMessageContaining("is null, which is no key");
        assertThatThrownBy(() -> city.key(Collections.singletonMap("city", null)))
                .hasMessageContaining("field city of a ");
    }
}
