package io.sardonyx.job;

import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A whole job, as data: what its author writes, what is stored beside the log, and what runs.
 *
 * @param name for people; several jobs may share it
 * @param catalog what each task is, in topological order
 * @param saturation the most peers it may hold
 * @param wholeOnly whether it holds no peer unless all its tasks are covered
 * @param metadata what its author wants to be known of it; nothing depends on it
 * @param resumes the ended jobs that it goes on from, oldest first; their outputs may have left something to publish
 * @param checkpoint how it makes checkpoints, or null if it makes none
 */
public record Job(
        JobId id,
        String name,
        Workflow workflow,
        List<CatalogEntry> catalog,
        List<FlowCondition> flowConditions,
        List<LifecycleEntry> lifecycles,
        TaskScheduler scheduler,
        Percentage percentage,
        int saturation,
        Delivery delivery,
        boolean wholeOnly,
        Parameters metadata,
        List<JobId> resumes,
        @Nullable Checkpointing checkpoint) {

    public Job {
        catalog = List.copyOf(catalog);
        flowConditions = List.copyOf(flowConditions);
        lifecycles = List.copyOf(lifecycles);
        resumes = List.copyOf(resumes);
    }

    /**
     * How a job makes checkpoints, consistent cuts through all its tasks.
     *
     * @param every how long after one checkpoint the next is begun, if anything was read meanwhile
     */
    public record Checkpointing(Duration every) {

        /** Shortest interval. */
        public static final Duration SHORTEST = Duration.ofMillis(100);

        /** What a job has that does not say the interval. */
        public static final Checkpointing DEFAULT = new Checkpointing(Duration.ofSeconds(5));
    }

    /** The same job under another id, going on from those that ended. */
    public Job as(JobId other, List<JobId> predecessors) {
        return new Job(
                other,
                name,
                workflow,
                catalog,
                flowConditions,
                lifecycles,
                scheduler,
                percentage,
                saturation,
                delivery,
                wholeOnly,
                metadata,
                predecessors,
                checkpoint);
    }

    /** Begins a job; its name is also its id unless it gets another. */
    public static JobBuilder named(String name) {
        return new JobBuilder(name);
    }

    /** The same, but tasks that do not say for how long they wait for their plugin wait for so long. */
    public Job patient(Duration unlessGiven) {
        List<CatalogEntry> patient =
                catalog.stream().map(entry -> entry.patient(unlessGiven)).toList();
        return new Job(
                id,
                name,
                workflow,
                patient,
                flowConditions,
                lifecycles,
                scheduler,
                percentage,
                saturation,
                delivery,
                wholeOnly,
                metadata,
                resumes,
                checkpoint);
    }

    /** What it says of a task. */
    public CatalogEntry entry(String task) {
        return entry(TaskName.of(task));
    }

    /** What it says of a task. */
    public CatalogEntry entry(TaskName task) {
        return catalog.stream()
                .filter(entry -> entry.name().equals(task))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("job " + id + " has no task " + task));
    }

    /** The tasks that take what {@code task} gives, in the order of the workflow. */
    public List<TaskName> behind(TaskName task) {
        return workflow.behind(task);
    }

    /** The tasks whose segments {@code task} takes, in the order of the workflow. */
    public List<TaskName> before(TaskName task) {
        return workflow.before(task);
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof Job that
                        && id.equals(that.id)
                        && name.equals(that.name)
                        && workflow.equals(that.workflow)
                        && catalog.equals(that.catalog)
                        && flowConditions.equals(that.flowConditions)
                        && lifecycles.equals(that.lifecycles)
                        && scheduler == that.scheduler
                        && percentage.equals(that.percentage)
                        && saturation == that.saturation
                        && delivery == that.delivery
                        && wholeOnly == that.wholeOnly
                        && metadata.equals(that.metadata)
                        && resumes.equals(that.resumes)
                        && Objects.equals(checkpoint, that.checkpoint);
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                id,
                name,
                workflow,
                catalog,
                flowConditions,
                lifecycles,
                scheduler,
                percentage,
                saturation,
                delivery,
                wholeOnly,
                metadata,
                resumes,
                checkpoint);
    }
}
