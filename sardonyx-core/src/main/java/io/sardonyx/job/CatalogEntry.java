package io.sardonyx.job;

import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All that a job says of one of its tasks.
 *
 * @param task what scheduling needs to know of it
 * @param plugin where an input reads or an output writes; null for any other task
 * @param identify whether an input gives each segment as an {@link io.sardonyx.plugin.Identified}
 * @param function what is done to its segments; null for nothing
 * @param batch whether the function takes a list of segments at once
 * @param grouping which segments have to meet at the same peer
 */
public record CatalogEntry(
        Task task,
        @Nullable Call plugin,
        boolean identify,
        @Nullable Call function,
        boolean batch,
        Grouping grouping,
        ErrorPolicy errors,
        Tuning tuning) {

    public TaskName name() {
        return task.name();
    }

    CatalogEntry patient(Duration unlessGiven) {
        return plugin == null || tuning.patience() != null
                ? this
                : new CatalogEntry(
                        task, plugin, identify, function, batch, grouping, errors, tuning.patient(unlessGiven));
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof CatalogEntry that
                        && task.equals(that.task)
                        && Objects.equals(plugin, that.plugin)
                        && identify == that.identify
                        && Objects.equals(function, that.function)
                        && batch == that.batch
                        && grouping.equals(that.grouping)
                        && errors.equals(that.errors)
                        && tuning.equals(that.tuning);
    }

    @Override
    public int hashCode() {
        return Objects.hash(task, plugin, identify, function, batch, grouping, errors, tuning);
    }
}
