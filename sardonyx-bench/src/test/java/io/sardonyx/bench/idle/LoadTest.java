package io.sardonyx.bench.idle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoadTest {

    @Test
    void aLoadIsSaidInAWordAndKeepsItsTargets() {
        assertThat(Load.of("100x1")).isEqualTo(new Load(100, 1, 0.15, 0.05));
        assertThat(Load.of("7x20")).isEqualTo(new Load(7, 20, 0, 0));
        assertThatThrownBy(() -> Load.of("7")).hasMessageContaining("as in 100x1, not 7");
        assertThatThrownBy(() -> Load.of("7x-1")).hasMessageContaining("not 7x-1");
    }

    @Test
    void whoGivesTooFewSegmentsIsBehind() {
        assertThat(Load.of("100x10").isBehind(window(0.1, 900))).isTrue();
        assertThat(Load.of("100x10").isBehind(window(0.1, 990))).isFalse();
        assertThat(Load.of("100x0").isBehind(window(0.1, 0))).isFalse();
    }

    @Test
    void theMedianIsThatOfTheCores() {
        var all = List.of(window(0.3, 1), window(0.1, 2), window(0.2, 3));
        assertThat(Window.median(all)).isEqualTo(window(0.2, 3));
        assertThat(Window.read(window(0.2, 3).line())).isEqualTo(window(0.2, 3));
    }

    private static Window window(double cores, double perSecond) {
        return new Window(cores, perSecond, 5, 0);
    }
}
