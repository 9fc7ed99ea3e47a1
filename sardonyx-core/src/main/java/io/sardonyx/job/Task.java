package io.sardonyx.job;

import io.sardonyx.value.TaskName;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A node of a workflow, as far as scheduling and completion need to know it.
 *
 * <p>It never changes after submission. In Java it comes from a {@link TaskBuilder}.
 */
public record Task(
        TaskName name, boolean input, boolean output, Bounds bounds, Percentage percentage, Flux flux, Tags tags) {

    /** A task of which nothing but the name is known. */
    public static Task named(TaskName name) {
        return new Task(name, false, false, Bounds.DEFAULT, Percentage.ZERO, Flux.CONTINUE, Tags.NONE);
    }

    public Task with(Bounds other) {
        return new Task(name, input, output, other, percentage, flux, tags);
    }

    public Task with(Flux other) {
        return new Task(name, input, output, bounds, percentage, other, tags);
    }

    public Task with(Percentage other) {
        return new Task(name, input, output, bounds, other, flux, tags);
    }

    public Task requiring(Tags other) {
        return new Task(name, input, output, bounds, percentage, flux, other);
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof Task that
                        && name.equals(that.name)
                        && input == that.input
                        && output == that.output
                        && bounds.equals(that.bounds)
                        && percentage.equals(that.percentage)
                        && flux == that.flux
                        && tags.equals(that.tags);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, input, output, bounds, percentage, flux, tags);
    }
}
