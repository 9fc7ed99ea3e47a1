package io.sardonyx.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** Things that come and go, each with the same measures; the meters of those that are gone go with them. */
final class MeterTable<T> {

    private final MeterRegistry registry;
    private final List<Measure<T>> measures;
    private final Map<Tags, Row<T>> rows = new HashMap<>();

    /** The latest of a thing, and the meters that show it. */
    private record Row<T>(AtomicReference<T> latest, List<Meter> meters) {}

    MeterTable(MeterRegistry registry, List<Measure<T>> measures) {
        this.registry = registry;
        this.measures = measures;
    }

    /** Shows these and no others. */
    void show(Map<Tags, T> present) {
        show(present, tags -> false);
    }

    /** Shows these; of the others those that are only out of sight for a moment stay as they were seen last. */
    void show(Map<Tags, T> present, Predicate<Tags> lasting) {
        rows.entrySet().removeIf(row -> {
            boolean gone = !present.containsKey(row.getKey()) && !lasting.test(row.getKey());
            if (gone) {
                row.getValue().meters.forEach(registry::remove);
            }
            return gone;
        });
        present.forEach((tags, thing) ->
                rows.computeIfAbsent(tags, key -> row(key, thing)).latest.set(thing));
    }

    private Row<T> row(Tags tags, T first) {
        var latest = new AtomicReference<>(first);
        return new Row<>(
                latest,
                measures.stream()
                        .map(measure -> measure.in(registry, tags, latest::get))
                        .toList());
    }
}
