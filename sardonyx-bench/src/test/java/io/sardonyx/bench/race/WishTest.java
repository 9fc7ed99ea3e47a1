package io.sardonyx.bench.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.bench.work.Workload;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class WishTest {

    private static final List<String> ENGINES = List.of("jet", "limit");

    @Test
    void nothingSaidIsEverything() {
        Wish wish = wish();
        assertThat(wish.effort()).isEqualTo(Effort.FULL);
        assertThat(wish.workloads()).containsExactly(Workload.values());
        assertThat(wish.engines()).containsExactlyElementsOf(ENGINES);
        assertThat(wish.json()).isNull();
    }

    @Test
    void everythingCanBeSaid() {
        Wish wish = wish("--quick", "--only", "W4,W1", "--engines", "jet", "--json", "f");
        assertThat(wish.effort()).isEqualTo(Effort.QUICK);
        assertThat(wish.workloads()).containsExactly(Workload.W1, Workload.W4);
        assertThat(wish.engines()).containsExactly("jet");
        assertThat(wish.json()).isEqualTo(Path.of("f"));
    }

    @Test
    void whatIsUnknownIsRefused() {
        assertThatThrownBy(() -> wish("--engines", "steam")).hasMessageContaining("no engine is called steam");
        assertThatThrownBy(() -> wish("--only", "W99")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> wish("--fast")).hasMessageContaining("--fast");
        assertThatThrownBy(() -> wish("--json")).hasMessageContaining("wants a value");
    }

    private static Wish wish(String... arguments) {
        return Wish.of(List.of(arguments), ENGINES);
    }
}
