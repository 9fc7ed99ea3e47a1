package io.sardonyx.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowsTest {

    private static final Tags ONE = Tags.of("task", "one");
    private static final Tags OTHER = Tags.of("task", "other");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Rows<Integer> rows = new Rows<>(registry, List.of(Measure.count("seen", "", Integer::doubleValue)));

    private double seen(Tags tags) {
        return registry.get("seen").tags(tags).functionCounter().count();
    }

    @Test
    void whatIsGoneIsShownNoMore() {
        rows.show(Map.of(ONE, 1, OTHER, 2));
        rows.show(Map.of(OTHER, 3));
        assertThat(registry.getMeters()).hasSize(1);
        assertThat(seen(OTHER)).isEqualTo(3);
    }

    @Test
    void whatIsOnlyOutOfSightStaysAsItWasSeenLast() {
        rows.show(Map.of(ONE, 7, OTHER, 2));
        rows.show(Map.of(), ONE::equals);
        assertThat(registry.getMeters()).hasSize(1);
        assertThat(seen(ONE)).isEqualTo(7);
        rows.show(Map.of(ONE, 9), ONE::equals);
        assertThat(seen(ONE)).isEqualTo(9);
    }
}
