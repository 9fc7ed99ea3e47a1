package io.sardonyx.job;

import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that a job says of one of its tasks.
 *
 * @param task what scheduling needs to know of it
 * @param plugin where an input reads or an output writes; null for any other task
 * @param identify whether an input gives each segment as an {@link io.sardonyx.plugin.Identified}
 * @param function what is done to its segments; null for nothing
 * @param batch whether the function takes a list of segments at once
 * @param atEnd what gives segments for each key of its state when all that feeds it has ended; null for nothing
 * @param grouping which segments have to meet at the same peer
 * @param combine whether tasks before it add up what goes to the same key, and send partial totals
 * @param ttls time to live of the rows of its states, by the name of the state; others live for ever
 * @param eventTime says when a segment happened, by which rows then expire; null if they expire by the time of day
 */
public record CatalogEntry(
        Task task,
        @Nullable Call plugin,
        boolean identify,
        @Nullable Call function,
        boolean batch,
        @Nullable Call atEnd,
        Grouping grouping,
        boolean combine,
        SortedMap<String, Duration> ttls,
        @Nullable Call eventTime,
        ErrorPolicy errors,
        Tuning tuning) {

    public CatalogEntry {
        ttls = Collections.unmodifiableSortedMap(new TreeMap<>(ttls));
    }

    public TaskName name() {
        return task.name();
    }

    CatalogEntry patient(Duration unlessGiven) {
        return plugin == null || tuning.patience() != null ? this : tuned(tuning.patient(unlessGiven));
    }

    /** The same with other sizes and times. */
    public CatalogEntry tuned(Tuning other) {
        return new CatalogEntry(
                task, plugin, identify, function, batch, atEnd, grouping, combine, ttls, eventTime, errors, other);
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
                        && Objects.equals(atEnd, that.atEnd)
                        && grouping.equals(that.grouping)
                        && combine == that.combine
                        && ttls.equals(that.ttls)
                        && Objects.equals(eventTime, that.eventTime)
                        && errors.equals(that.errors)
                        && tuning.equals(that.tuning);
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                task, plugin, identify, function, batch, atEnd, grouping, combine, ttls, eventTime, errors, tuning);
    }
}
