package io.sardonyx.job;

import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Says what a task is; part of a {@link JobBuilder}. */
public final class TaskBuilder {

    private final TaskName name;
    private Bounds bounds = Bounds.DEFAULT;
    private Percentage percentage = Percentage.ZERO;
    private Flux flux = Flux.CONTINUE;
    private Tags tags = Tags.NONE;
    private @Nullable Call plugin;
    private @Nullable Call function;
    private boolean batch;
    private Grouping grouping = Grouping.NONE;
    private ErrorPolicy errors = ErrorPolicy.KILL;
    private Tuning tuning = Tuning.DEFAULT;

    TaskBuilder(TaskName name) {
        this.name = name;
    }

    /** Where it reads, if nobody feeds it, or writes, if it feeds nobody. */
    public TaskBuilder plugin(Call other) {
        plugin = other;
        return this;
    }

    public TaskBuilder function(Call other) {
        function = other;
        return this;
    }

    public <A, R> TaskBuilder function(MethodReference.Of1<A, R> method) {
        return function(Call.to(method));
    }

    /** The function takes a list of segments and gives a list with one result for each. */
    public TaskBuilder batchFunction(Call other) {
        batch = true;
        return function(other);
    }

    /** Exactly so many peers. */
    public TaskBuilder peers(int exactly) {
        return peers(exactly, exactly);
    }

    public TaskBuilder peers(int min, int max) {
        bounds = new Bounds(min, max);
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

    /** Segments for which the method gives the same key meet at the same peer. */
    public <A, R> TaskBuilder groupBy(MethodReference.Of1<A, R> method) {
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

    CatalogEntry entry(Workflow workflow) {
        boolean fed = workflow.edges().stream().anyMatch(edge -> edge.to().equals(name));
        boolean feeds = workflow.edges().stream().anyMatch(edge -> edge.from().equals(name));
        var task = new Task(name, !fed, fed && !feeds && plugin != null, bounds, percentage, flux, tags);
        return new CatalogEntry(task, plugin, function, batch, grouping, errors, tuning);
    }
}
