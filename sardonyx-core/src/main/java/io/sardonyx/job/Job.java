package io.sardonyx.job;

import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
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
 * @param resume how its states match those of the job that it goes on from, where that is not by their names
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
        @Nullable Checkpointing checkpoint,
        Resuming resume) {

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
     * @param keep how many of the latest ones are kept, to go on from
     * @param timeout how long after its beginning one is given up that is not complete; the next is tried then
     */
    public record Checkpointing(Duration every, int keep, Duration timeout) {

        /** Shortest interval. */
        public static final Duration SHORTEST = Duration.ofMillis(100);

        /** Most checkpoints that are kept. */
        public static final int MOST_KEPT = 100;

        /** What a job has that says no more. */
        public static final Checkpointing DEFAULT = new Checkpointing(Duration.ofSeconds(5), 3, Duration.ofMinutes(10));

        /** The default, but for the interval. */
        public Checkpointing(Duration every) {
            this(every, DEFAULT.keep, longer(every, DEFAULT.timeout));
        }

        private static Duration longer(Duration one, Duration other) {
            return one.compareTo(other) > 0 ? one : other;
        }
    }

    /**
     * How the states of a job match those of the job that it goes on from: by task and name, but for what is said here.
     *
     * <pre>{@code
     * Job.named("alerts").resume(Job.Resuming.NONE.task("check", "lookup").fresh("check/total").dropped("count"))
     * }</pre>
     *
     * @param tasks by the names of tasks the old names, under which the other job has their states
     * @param fresh tasks, or {@code task/state}, whose states begin empty
     * @param dropped tasks of the other job, or {@code task/state}, whose states are not taken over; of an output what
     *     it has not committed yet is given up, if it is gone or declared otherwise
     */
    public record Resuming(Map<TaskName, TaskName> tasks, List<String> fresh, List<String> dropped) {

        /** All states match by task and name. */
        public static final Resuming NONE = new Resuming(Map.of(), List.of(), List.of());

        public Resuming {
            tasks = Collections.unmodifiableMap(new LinkedHashMap<>(tasks));
            fresh = List.copyOf(fresh);
            dropped = List.copyOf(dropped);
        }

        /** The same, and the states of a task are those of a task of the other job. */
        public Resuming task(String name, String oldName) {
            var more = new LinkedHashMap<>(tasks);
            more.put(TaskName.of(name), TaskName.of(oldName));
            return new Resuming(more, fresh, dropped);
        }

        /** The same, and these tasks, or {@code task/state}, begin without state. */
        public Resuming fresh(String... more) {
            return new Resuming(tasks, joined(fresh, more), dropped);
        }

        /** The same, and these states of the other job, by {@code task} or {@code task/state}, are not taken over. */
        public Resuming dropped(String... more) {
            return new Resuming(tasks, fresh, joined(dropped, more));
        }

        private static List<String> joined(List<String> some, String... more) {
            return Stream.concat(some.stream(), Stream.of(more)).toList();
        }

        /**
         * The task of the other job whose states a task takes over, if that has any; null if another one takes them.
         */
        public @Nullable TaskName origin(TaskName task) {
            TaskName old = tasks.get(task);
            return old != null || tasks.containsValue(task) ? old : task;
        }

        /** Whether a state of a task begins empty. */
        public boolean isFresh(TaskName task, String state) {
            return names(fresh, task, state);
        }

        /** Whether a state of a task of the other job is not taken over. */
        public boolean isDropped(TaskName oldTask, String state) {
            return names(dropped, oldTask, state);
        }

        private static boolean names(List<String> some, TaskName task, String state) {
            return some.contains(task.text()) || some.contains(task + "/" + state);
        }

        /** Written out, as linking what a record has by itself takes milliseconds of every start. */
        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || other instanceof Resuming that
                            && tasks.equals(that.tasks)
                            && fresh.equals(that.fresh)
                            && dropped.equals(that.dropped);
        }

        @Override
        public int hashCode() {
            return Objects.hash(tasks, fresh, dropped);
        }
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
                checkpoint,
                resume);
    }

    /** The same job, whose states match those of the job that it goes on from in another way. */
    public Job with(Resuming other) {
        return new Job(
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
                checkpoint,
                other);
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
                checkpoint,
                resume);
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
                        && Objects.equals(checkpoint, that.checkpoint)
                        && resume.equals(that.resume);
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
                checkpoint,
                resume);
    }
}
