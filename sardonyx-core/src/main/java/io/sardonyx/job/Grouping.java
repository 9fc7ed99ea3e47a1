package io.sardonyx.job;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which segments have to meet at the same peer of a task: those with the same key.
 *
 * @param keys fields of the segment that make up its key
 * @param function what computes the key instead, or null
 */
public record Grouping(List<String> keys, @Nullable Call function) {

    /** Any peer will do. */
    public static final Grouping NONE = new Grouping(List.of(), null);

    public Grouping {
        keys = List.copyOf(keys);
        if (!keys.isEmpty() && function != null) {
            throw new IllegalArgumentException("segments are grouped by keys or by a function, not by both");
        }
    }

    public static Grouping by(String... keys) {
        return new Grouping(List.of(keys), null);
    }

    public static Grouping by(Call function) {
        return new Grouping(List.of(), function);
    }

    public boolean isNone() {
        return keys.isEmpty() && function == null;
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof Grouping that && keys.equals(that.keys) && Objects.equals(function, that.function);
    }

    @Override
    public int hashCode() {
        return 31 * keys.hashCode() + Objects.hashCode(function);
    }
}
