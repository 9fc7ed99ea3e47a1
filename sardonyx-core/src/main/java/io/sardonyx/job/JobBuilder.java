package io.sardonyx.job;

import io.sardonyx.job.check.JobFaults;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Puts a job together in Java.
 *
 * <p>Nothing is checked before {@link #build}, which names everything that is wrong at once.
 */
public final class JobBuilder {

    private final String name;
    private final Map<TaskName, TaskBuilder> tasks = new LinkedHashMap<>();
    private final List<TaskName> twice = new ArrayList<>();
    private final Set<Workflow.Edge> edges = new LinkedHashSet<>();
    private final List<FlowCondition> flowConditions = new ArrayList<>();
    private final List<LifecycleEntry> lifecycles = new ArrayList<>();
    private @Nullable JobId id;
    private TaskScheduler scheduler = TaskScheduler.BALANCED;
    private Percentage percentage = Percentage.ZERO;
    private int saturation = Bounds.UNBOUNDED;
    private Delivery delivery = Delivery.AUTOMATIC;
    private boolean wholeOnly;
    private Parameters metadata = Parameters.NONE;
    private List<JobId> resumes = List.of();
    private Job.@Nullable Checkpointing checkpoint;
    private Job.Resuming resume = Job.Resuming.NONE;

    JobBuilder(String name) {
        this.name = name;
    }

    /**
     * Makes checkpoints of the whole job, by which outputs publish each result once: those that can, files for one,
     * show what was written between two checkpoints when the later one is complete. Its segments travel directly.
     *
     * @param every how long after one checkpoint the next is begun, if anything was read meanwhile
     */
    public JobBuilder checkpoint(Duration every) {
        return checkpoint(new Job.Checkpointing(every));
    }

    /** Makes checkpoints of the whole job, as {@link #checkpoint(Duration)}, and says more of them. */
    public JobBuilder checkpoint(Job.Checkpointing how) {
        checkpoint = how;
        return this;
    }

    /** Its id; no other job can be submitted under the same one. */
    public JobBuilder id(String other) {
        id = JobId.of(other);
        return this;
    }

    /** A task that reads; {@code Inputs} has what comes with the engine. */
    public JobBuilder input(String task, Call plugin) {
        return task(task, it -> it.input(plugin));
    }

    /** A task that writes; {@code Outputs} has what comes with the engine. */
    public JobBuilder output(String task, Call plugin) {
        return task(task, it -> it.output(plugin));
    }

    /**
     * A task that gives each segment to a method, {@code function("split", Words::split)}, or asks it by an accessor.
     */
    public <A, R> JobBuilder function(String task, MethodReference.Of1<A, R> method) {
        return function(task, Call.to(method));
    }

    /** As {@link #function(String, MethodReference.Of1)}, for a method with one more argument. */
    public <A, B, R> JobBuilder function(String task, MethodReference.Of2<A, B, R> method) {
        return function(task, Call.to(method));
    }

    /** As {@link #function(String, MethodReference.Of1)}, for a method with two more arguments. */
    public <A, B, C, R> JobBuilder function(String task, MethodReference.Of3<A, B, C, R> method) {
        return function(task, Call.to(method));
    }

    /** As {@link #function(String, MethodReference.Of1)}, for a method with three more arguments. */
    public <A, B, C, D, R> JobBuilder function(String task, MethodReference.Of4<A, B, C, D, R> method) {
        return function(task, Call.to(method));
    }

    /** As {@link #function(String, MethodReference.Of1)}, for a method with four more arguments. */
    public <A, B, C, D, E, R> JobBuilder function(String task, MethodReference.Of5<A, B, C, D, E, R> method) {
        return function(task, Call.to(method));
    }

    /** As {@link #function(String, MethodReference.Of1)}, for a method with five more arguments. */
    public <A, B, C, D, E, F, R> JobBuilder function(String task, MethodReference.Of6<A, B, C, D, E, F, R> method) {
        return function(task, Call.to(method));
    }

    /** A task that calls a method with parameters: {@code function("cut", Call.to(Words::cut).with("length", 5))}. */
    public JobBuilder function(String task, Call function) {
        return task(task, it -> it.function(function));
    }

    /** Any task, with all there is to say of it. */
    public JobBuilder task(String task, UnaryOperator<TaskBuilder> properties) {
        TaskName key = TaskName.of(task);
        if (tasks.put(key, properties.apply(new TaskBuilder(key))) != null) {
            twice.add(key);
        }
        return this;
    }

    /** Says more of a task that is there already. */
    public JobBuilder with(String task, UnaryOperator<TaskBuilder> properties) {
        tasks.compute(TaskName.of(task), (key, was) -> properties.apply(was == null ? new TaskBuilder(key) : was));
        return this;
    }

    /** Segments flow along these tasks; call it again for every other path. */
    public JobBuilder path(String... along) {
        for (int i = 1; i < along.length; i++) {
            edges.add(new Workflow.Edge(TaskName.of(along[i - 1]), TaskName.of(along[i])));
        }
        return this;
    }

    /** A flow condition with all there is to say of it; the order of calls is the order of conditions. */
    public JobBuilder when(FlowCondition condition) {
        flowConditions.add(condition);
        return this;
    }

    /**
     * Segments behind one task for which the condition holds go to these tasks. Either may be named {@code "all"}, and
     * {@code "none"} sends them nowhere; see {@link FlowCondition#of(String, Condition, String...)}.
     */
    public JobBuilder when(String from, Condition condition, String... to) {
        return when(FlowCondition.of(from, condition, to));
    }

    /**
     * The same for a predicate with parameters: {@code when("split", Call.to(Words::isLong).with("least", 3), "long")}.
     */
    public JobBuilder when(String from, Call predicate, String... to) {
        return when(from, Condition.test(predicate), to);
    }

    /**
     * The same for a predicate of the segment or of a {@code Passage}: {@code when("check", Order::isPaid, "stock")}.
     */
    public <A> JobBuilder when(String from, MethodReference.Of1<A, Boolean> predicate, String... to) {
        return when(from, Call.to(predicate), to);
    }

    /** The same for a predicate with one more argument. */
    public <A, B> JobBuilder when(String from, MethodReference.Of2<A, B, Boolean> predicate, String... to) {
        return when(from, Call.to(predicate), to);
    }

    /** The same for a predicate with two more arguments. */
    public <A, B, C> JobBuilder when(String from, MethodReference.Of3<A, B, C, Boolean> predicate, String... to) {
        return when(from, Call.to(predicate), to);
    }

    /** The same for a predicate with three more arguments. */
    public <A, B, C, D> JobBuilder when(String from, MethodReference.Of4<A, B, C, D, Boolean> predicate, String... to) {
        return when(from, Call.to(predicate), to);
    }

    /** The same for a predicate with four more arguments. */
    public <A, B, C, D, E> JobBuilder when(
            String from, MethodReference.Of5<A, B, C, D, E, Boolean> predicate, String... to) {
        return when(from, Call.to(predicate), to);
    }

    /** The same for a predicate with five more arguments. */
    public <A, B, C, D, E, F> JobBuilder when(
            String from, MethodReference.Of6<A, B, C, D, E, F, Boolean> predicate, String... to) {
        return when(from, Call.to(predicate), to);
    }

    /** What accompanies a task, or with null each of them. */
    public JobBuilder lifecycle(@Nullable String task, Call factory) {
        lifecycles.add(new LifecycleEntry(task == null ? null : TaskName.of(task), factory));
        return this;
    }

    /** What accompanies a task, made by a method: {@code lifecycle("write", Tables::connected)}. */
    public <R> JobBuilder lifecycle(@Nullable String task, MethodReference.Of0<R> factory) {
        return lifecycle(task, Call.to(factory));
    }

    /** The same for a method with one argument. */
    public <A, R> JobBuilder lifecycle(@Nullable String task, MethodReference.Of1<A, R> factory) {
        return lifecycle(task, Call.to(factory));
    }

    /** The same for a method with two arguments. */
    public <A, B, R> JobBuilder lifecycle(@Nullable String task, MethodReference.Of2<A, B, R> factory) {
        return lifecycle(task, Call.to(factory));
    }

    /** The same for a method with three arguments. */
    public <A, B, C, R> JobBuilder lifecycle(@Nullable String task, MethodReference.Of3<A, B, C, R> factory) {
        return lifecycle(task, Call.to(factory));
    }

    /** The same for a method with four arguments. */
    public <A, B, C, D, R> JobBuilder lifecycle(@Nullable String task, MethodReference.Of4<A, B, C, D, R> factory) {
        return lifecycle(task, Call.to(factory));
    }

    /** The same for a method with five arguments. */
    public <A, B, C, D, E, R> JobBuilder lifecycle(
            @Nullable String task, MethodReference.Of5<A, B, C, D, E, R> factory) {
        return lifecycle(task, Call.to(factory));
    }

    /** The same for a method with six arguments. */
    public <A, B, C, D, E, F, R> JobBuilder lifecycle(
            @Nullable String task, MethodReference.Of6<A, B, C, D, E, F, R> factory) {
        return lifecycle(task, Call.to(factory));
    }

    public JobBuilder scheduler(TaskScheduler other) {
        scheduler = other;
        return this;
    }

    /** Its share of the peers, in a cluster that shares by percentages. */
    public JobBuilder percentage(double share) {
        return percentage(Percentage.of(BigDecimal.valueOf(share)));
    }

    /** Its share of the peers, exactly. */
    public JobBuilder percentage(Percentage share) {
        percentage = share;
        return this;
    }

    /** The most peers it may hold. */
    public JobBuilder saturation(int peers) {
        saturation = peers;
        return this;
    }

    public JobBuilder delivery(Delivery other) {
        delivery = other;
        return this;
    }

    public JobBuilder wholeOnly(boolean whole) {
        wholeOnly = whole;
        return this;
    }

    public JobBuilder metadata(Map<String, ?> values) {
        metadata = Parameters.of(values);
        return this;
    }

    /** The ended jobs that it goes on from, oldest first; {@code Client.resume} knows which. */
    public JobBuilder resumes(List<JobId> predecessors) {
        resumes = predecessors;
        return this;
    }

    /** How its states match those of the job that it is to go on from, where that is not by task and name. */
    public JobBuilder resume(Job.Resuming how) {
        resume = how;
        return this;
    }

    /**
     * Whether segments have to travel from peer to peer, whatever the cluster prefers: peers make checkpoints of those,
     * and the partitions of a queued job are handed out by the broker.
     */
    private boolean needsDirect(List<CatalogEntry> catalog) {
        return checkpoint != null
                || catalog.stream().anyMatch(entry -> entry.tuning().partitions() == Tuning.Partitions.CLAIMED);
    }

    /**
     * The job.
     *
     * @throws BadJob that names everything that is wrong with it
     */
    public Job build() {
        var workflow = new Workflow(edges);
        var faults = new ArrayList<Fault>();
        twice.forEach(task -> faults.add(new Fault(Part.task(task), "is described twice", "leave one of them out")));
        List<CatalogEntry> catalog = ordered(workflow).stream()
                .map(task -> task.entry(workflow, faults))
                .toList();
        Delivery way = delivery == Delivery.AUTOMATIC && needsDirect(catalog) ? Delivery.DIRECT : delivery;
        var job = new Job(
                id == null ? JobId.of(name) : id,
                name,
                workflow,
                catalog,
                flowConditions,
                lifecycles,
                scheduler,
                percentage,
                saturation,
                way,
                wholeOnly || way == Delivery.DIRECT,
                metadata,
                resumes,
                checkpoint,
                resume);
        faults.addAll(JobFaults.of(job));
        if (!faults.isEmpty()) {
            throw new BadJob(job, faults);
        }
        return job;
    }

    /** In topological order; what the workflow does not order comes last, as described. */
    private List<TaskBuilder> ordered(Workflow workflow) {
        var left = new LinkedHashMap<>(tasks);
        var ordered = new ArrayList<TaskBuilder>(tasks.size());
        for (TaskName task : workflow.topological()) {
            TaskBuilder described = left.remove(task);
            if (described != null) {
                ordered.add(described);
            }
        }
        ordered.addAll(left.values());
        return ordered;
    }
}
