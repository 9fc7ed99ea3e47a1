package io.sardonyx.job;

import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Says what a task is; part of a {@link JobBuilder}.
 *
 * <pre>{@code
 * Job.named("words")
 *         .task("count", task -> task.function(Words::count).groupBy("text").peers(2).flux(Flux.RECOVER))
 * }</pre>
 *
 * <p>What is wrong is told by {@link JobBuilder#build}, all at once.
 */
public final class TaskBuilder {

    private final TaskName name;
    private int min = Bounds.DEFAULT.min();
    private int max = Bounds.DEFAULT.max();
    private Percentage percentage = Percentage.ZERO;
    private Flux flux = Flux.CONTINUE;
    private Tags tags = Tags.NONE;
    private @Nullable Call input;
    private boolean identify;
    private @Nullable Call output;
    private @Nullable Call function;
    private boolean batch;
    private @Nullable Call atEnd;
    private boolean combine;
    private final SortedMap<String, Duration> ttls = new TreeMap<>();
    private @Nullable Call eventTime;
    private Grouping grouping = Grouping.NONE;
    private ErrorPolicy errors = ErrorPolicy.KILL;
    private Tuning tuning = Tuning.DEFAULT;

    TaskBuilder(TaskName name) {
        this.name = name;
    }

    /** Where it reads; for a task without upstream tasks. */
    public TaskBuilder input(Call other) {
        input = other;
        return this;
    }

    /**
     * Whether its input gives each segment as an {@link io.sardonyx.plugin.Identified}: with partition and position,
     * which are the same when it is delivered again.
     */
    public TaskBuilder identify(boolean identified) {
        identify = identified;
        return this;
    }

    /** Where it writes; for a task without downstream tasks. */
    public TaskBuilder output(Call other) {
        output = other;
        return this;
    }

    public TaskBuilder function(Call other) {
        function = other;
        return this;
    }

    /** What is done to each segment: a method of the segment, {@code Words::split}, or an accessor of it. */
    public <A, R> TaskBuilder function(MethodReference.Of1<A, R> method) {
        return function(Call.to(method));
    }

    /** The same with one more argument, which the process or a lifecycle provides. */
    public <A, B, R> TaskBuilder function(MethodReference.Of2<A, B, R> method) {
        return function(Call.to(method));
    }

    /** The same with two more arguments, which the process or a lifecycle provides. */
    public <A, B, C, R> TaskBuilder function(MethodReference.Of3<A, B, C, R> method) {
        return function(Call.to(method));
    }

    /** The same with three more arguments, which the process or a lifecycle provides. */
    public <A, B, C, D, R> TaskBuilder function(MethodReference.Of4<A, B, C, D, R> method) {
        return function(Call.to(method));
    }

    /** The same with four more arguments, which the process or a lifecycle provides. */
    public <A, B, C, D, E, R> TaskBuilder function(MethodReference.Of5<A, B, C, D, E, R> method) {
        return function(Call.to(method));
    }

    /** The same with five more arguments, which the process or a lifecycle provides. */
    public <A, B, C, D, E, F, R> TaskBuilder function(MethodReference.Of6<A, B, C, D, E, F, R> method) {
        return function(Call.to(method));
    }

    /** The function takes a list of segments and gives a list with one result for each. */
    public TaskBuilder batchFunction(Call other) {
        return function(other).batch(true);
    }

    /** Whether its function takes a list of segments and gives a list with one result for each. */
    public TaskBuilder batch(boolean lists) {
        batch = lists;
        return this;
    }

    /** What adds each segment to the task's state: a method of the segment and a state that gives nothing. */
    public <A, B> TaskBuilder accumulate(MethodReference.Taking2<A, B> method) {
        return function(Call.to(method));
    }

    /** The same with two more arguments. */
    public <A, B, C> TaskBuilder accumulate(MethodReference.Taking3<A, B, C> method) {
        return function(Call.to(method));
    }

    /**
     * What gives segments for each key of the task's state when all that feeds it has ended: a method of the key and of
     * state, {@code Words::total}, which only reads it. In a job whose inputs never end it is never called.
     */
    public TaskBuilder atEnd(Call other) {
        atEnd = other;
        return this;
    }

    /** What gives segments for each key in the end: a method of the key and a state. */
    public <A, B, R> TaskBuilder atEnd(MethodReference.Of2<A, B, R> method) {
        return atEnd(Call.to(method));
    }

    /** The same with two more arguments. */
    public <A, B, C, R> TaskBuilder atEnd(MethodReference.Of3<A, B, C, R> method) {
        return atEnd(Call.to(method));
    }

    /**
     * Whether the tasks before it call its function, which only adds to totals, and send it one partial total for each
     * key instead of all segments.
     */
    public TaskBuilder combine(boolean before) {
        combine = before;
        return this;
    }

    /**
     * Time to live of a state: what was not written for so long is removed, each value, total, entry and item by
     * itself. A state without one lives for ever.
     */
    public TaskBuilder ttl(String state, Duration ttl) {
        ttls.put(state, ttl);
        return this;
    }

    /**
     * A method that says when a segment happened, as an {@link java.time.Instant} or in milliseconds since 1970. What
     * has a time to live expires by that time instead of the time of day: when a segment comes that happened so much
     * later.
     */
    public <A, R> TaskBuilder eventTime(MethodReference.Of1<A, R> method) {
        return eventTime(Call.to(method));
    }

    public TaskBuilder eventTime(Call method) {
        eventTime = method;
        return this;
    }

    /** Exactly so many peers. */
    public TaskBuilder peers(int exactly) {
        return peers(exactly, exactly);
    }

    public TaskBuilder peers(int atLeast, int atMost) {
        min = atLeast;
        max = atMost;
        return this;
    }

    public TaskBuilder percentage(Percentage share) {
        percentage = share;
        return this;
    }

    public TaskBuilder flux(Flux other) {
        flux = other;
        return this;
    }

    /** Only peers with all of these tags. */
    public TaskBuilder tags(String... required) {
        tags = Tags.of(List.of(required));
        return this;
    }

    /** Segments with the same values of these fields meet at the same peer. */
    public TaskBuilder groupBy(String... keys) {
        grouping = Grouping.by(keys);
        return this;
    }

    /** Segments for which the method or accessor gives the same key meet at the same peer: {@code Order::customer}. */
    public <A, R> TaskBuilder groupBy(MethodReference.Of1<A, R> method) {
        return groupBy(Call.to(method));
    }

    /** The same with one more argument. */
    public <A, B, R> TaskBuilder groupBy(MethodReference.Of2<A, B, R> method) {
        return groupBy(Call.to(method));
    }

    /** The same with two more arguments. */
    public <A, B, C, R> TaskBuilder groupBy(MethodReference.Of3<A, B, C, R> method) {
        return groupBy(Call.to(method));
    }

    /** The same with three more arguments. */
    public <A, B, C, D, R> TaskBuilder groupBy(MethodReference.Of4<A, B, C, D, R> method) {
        return groupBy(Call.to(method));
    }

    /** The same with four more arguments. */
    public <A, B, C, D, E, R> TaskBuilder groupBy(MethodReference.Of5<A, B, C, D, E, R> method) {
        return groupBy(Call.to(method));
    }

    /** The same with five more arguments. */
    public <A, B, C, D, E, F, R> TaskBuilder groupBy(MethodReference.Of6<A, B, C, D, E, F, R> method) {
        return groupBy(Call.to(method));
    }

    public TaskBuilder groupBy(Call function) {
        grouping = Grouping.by(function);
        return this;
    }

    public TaskBuilder grouping(Grouping other) {
        grouping = other;
        return this;
    }

    public TaskBuilder onError(ErrorPolicy other) {
        errors = other;
        return this;
    }

    public TaskBuilder tuned(UnaryOperator<Tuning> change) {
        tuning = change.apply(tuning);
        return this;
    }

    /** What it is at its place in the workflow; what cannot be is added to the faults and left out. */
    CatalogEntry entry(Workflow workflow, List<Fault> faults) {
        boolean fed = !workflow.before(name).isEmpty();
        boolean feeds = !workflow.behind(name).isEmpty();
        if (fed && input != null) {
            faults.add(new Fault(part("input"), "has an input, but other tasks feed it", "take one of both out"));
        }
        if (!fed && output != null) {
            faults.add(new Fault(
                    part("output"), "has an output, but nobody feeds it", "put a task before it on its path"));
        }
        Call plugin = fed ? output : input;
        var task = new Task(name, !fed, fed && !feeds && plugin != null, bounds(faults), percentage, flux, tags);
        return new CatalogEntry(
                task, plugin, identify, function, batch, atEnd, grouping, combine, ttls, eventTime, errors, tuning);
    }

    private Part part(String key) {
        return Part.task(name).at(key);
    }

    private Bounds bounds(List<Fault> faults) {
        try {
            return new Bounds(min, max);
        } catch (IllegalArgumentException e) {
            faults.add(
                    new Fault(part("max"), String.valueOf(e.getMessage()), "let the maximum be at least the minimum"));
            return Bounds.DEFAULT;
        }
    }
}
