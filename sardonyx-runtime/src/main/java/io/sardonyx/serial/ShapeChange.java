package io.sardonyx.serial;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Difference between the shape that a class had when values of it were stored, and the one that it has now.
 *
 * @param type name of the class
 * @param changes what becomes of values that are read, a phrase each
 * @param refusal why they cannot be read, or null if they can
 * @param moves whether equal values have another hash now, so that as keys they would belong to other key groups
 */
public record ShapeChange(
        String type, List<String> changes, @Nullable String refusal, boolean moves) {

    public ShapeChange {
        changes = List.copyOf(changes);
    }

    @Override
    public String toString() {
        return type + ": " + (refusal == null ? String.join(", ", changes) : refusal);
    }
}
