package io.sardonyx.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * A dynamic set of meters: one row per tagged object, all with the same measures; rows of vanished objects are removed
 * from the registry. Not thread-safe; the latest values are read by scraping threads through atomic references.
 */
final class MeterTable<T> {

    private final MeterRegistry registry;
    private final List<Measure<T>> measures;
    private final Map<Tags, Row<T>> rows = new HashMap<>();

    /** The latest value of an object, and its meters. */
    private record Row<T>(AtomicReference<T> latest, List<Meter> meters) {}

    MeterTable(MeterRegistry registry, List<Measure<T>> measures) {
        this.registry = registry;
        this.measures = measures;
    }

    /** Replaces all rows. */
    void show(Map<Tags, T> present) {
        show(present, tags -> false);
    }

    /** Updates these rows, and removes the others unless they are {@code lasting}; those keep their last values. */
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
