package io.sardonyx.replica;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.schedule.Demand;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.SortedTable;
import java.util.List;
import java.util.TreeMap;

/**
 * State of a live job. Immutable.
 *
 * @param demand the job and the places of its tasks
 * @param version the fence: position of the entry that last changed any of its places, or {@link #NEVER_PLACED}; of its
 *     submission where a coordinator assigns the peers
 * @param completed the complete tasks of a queued job, in order of completion
 * @param exhausted the inputs that have no more segments
 * @param sealed the outputs that are published
 * @param journals the state journals of each slot, oldest first
 * @param skipped how many segments of exhausted inputs each task skipped
 * @param health what keeps it from being scheduled
 * @param checkpoints those that its peers have started from, and will
 */
public record Run(
        Demand demand,
        long version,
        OrderedSet<TaskName> completed,
        OrderedSet<TaskName> exhausted,
        OrderedSet<TaskName> sealed,
        SortedTable<Journal, List<String>> journals,
        SortedTable<TaskName, Long> skipped,
        Health health,
        Checkpoints checkpoints) {

    public static final long NEVER_PLACED = -1;

    public static Run of(Outline job) {
        return new Run(
                Demand.of(job),
                NEVER_PLACED,
                OrderedSet.empty(),
                OrderedSet.empty(),
                OrderedSet.empty(),
                SortedTable.empty(),
                SortedTable.empty(),
                Health.GOOD,
                Checkpoints.NONE);
    }

    public Outline job() {
        return demand.job();
    }

    public Stage stage(int task) {
        return demand.stages().get(task);
    }

    public Run with(Demand other) {
        return other == demand
                ? this
                : new Run(other, version, completed, exhausted, sealed, journals, skipped, health, checkpoints);
    }

    public Run with(int task, Stage stage) {
        return with(demand.with(task, stage));
    }

    /** This run with a new fence, since its places have changed; everybody starts from the latest checkpoint. */
    public Run at(long position) {
        return at(position, "");
    }

    /**
     * This run with a new fence, at which everybody starts from the latest checkpoint.
     *
     * @param reason what was lost; empty when its places have changed
     */
    public Run at(long position, String reason) {
        boolean back = job().hasCheckpoints() && version != NEVER_PLACED;
        Checkpoints rebased = checkpoints.rebased();
        return new Run(
                demand,
                position,
                completed,
                exhausted,
                sealed,
                journals,
                skipped,
                health,
                back ? rebased.rewound(position, Cause.cut(reason)) : rebased);
    }

    public Run with(Checkpoints other) {
        return new Run(demand, version, completed, exhausted, sealed, journals, skipped, health, other);
    }

    /** Marks a task of a queued job as complete; it holds no peers any more. */
    public Run complete(TaskName task) {
        return new Run(demand, version, completed.with(task), exhausted, sealed, journals, skipped, health, checkpoints)
                .with(job().indexOf(task), Stage.COMPLETE);
    }

    /** Marks an input as exhausted and adds the numbers of segments that tasks skipped of it. */
    public Run exhaust(TaskName input, SortedTable<TaskName, Long> leftOut) {
        Run sum = skip(leftOut);
        return new Run(
                demand, version, completed, exhausted.with(input), sealed, journals, sum.skipped, health, checkpoints);
    }

    /** Adds segments that tasks skipped. */
    public Run skip(SortedTable<TaskName, Long> leftOut) {
        if (leftOut.isEmpty()) {
            return this;
        }
        var sums = new TreeMap<TaskName, Long>();
        skipped.forEach(sums::put);
        leftOut.forEach((task, count) -> sums.merge(task, count, Long::sum));
        return new Run(
                demand, version, completed, exhausted, sealed, journals, SortedTable.of(sums), health, checkpoints);
    }

    /** Adds segments that a task of a queued job skipped. */
    public Run skip(TaskName task, long count) {
        if (count == 0) {
            return this;
        }
        Long before = skipped.get(task);
        SortedTable<TaskName, Long> all = skipped.with(task, count + (before == null ? 0 : before));
        return new Run(demand, version, completed, exhausted, sealed, journals, all, health, checkpoints);
    }

    public Run with(Health other) {
        return other.equals(health)
                ? this
                : new Run(demand, version, completed, exhausted, sealed, journals, skipped, other, checkpoints);
    }

    /** Marks an output as published. */
    public Run seal(TaskName output) {
        return new Run(
                demand, version, completed, exhausted, sealed.with(output), journals, skipped, health, checkpoints);
    }

    public Run with(SortedTable<Journal, List<String>> others) {
        return new Run(demand, version, completed, exhausted, sealed, others, skipped, health, checkpoints);
    }

    /** This run with another completed checkpoint. */
    public Run complete(CompletedCheckpoint checkpoint) {
        return with(checkpoints.completed(checkpoint, job().keep()));
    }

    /** Whether not every peer may be assigned to it. */
    boolean isRestricted() {
        return health.held() || !health.unfit().isEmpty();
    }

    /** Whether peers of that group may be assigned to it. */
    public boolean accepts(GroupId group) {
        return !health.held() && !health.unfit().has(group);
    }

    /**
     * Whether its peers may begin: each task that accepts peers has its minimum, if the job needs all its tasks at
     * once. A plan gives such a job all its peers or none, while volunteers come one by one.
     */
    public boolean isCovered() {
        for (int t = 0; job().wholeOnly() && t < job().tasks().size(); t++) {
            if (stage(t).isOpen()
                    && stage(t).places().size() < job().tasks().get(t).bounds().min()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether commits or checkpoints of a task's peers show that the job gets on: those of its inputs; where nobody
     * reads an input of a queued job any more, those of every task.
     */
    public boolean showsProgress(TaskName task) {
        boolean isRead = false;
        for (int t = 0; t < job().tasks().size(); t++) {
            isRead |= job().tasks().get(t).input() && !stage(t).places().isEmpty();
        }
        return job().inputs().contains(task) || isQueued() && !isRead;
    }

    /** Whether its tasks complete one by one, each with its queues. */
    public boolean isQueued() {
        return job().delivery() == Delivery.QUEUED;
    }

    /** Whether all inputs are exhausted. */
    public boolean isExhausted() {
        return exhausted.containsAll(job().inputs());
    }

    /** Whether a direct job is finished: all inputs exhausted, all outputs published. */
    public boolean isSealed() {
        return isExhausted() && sealed.containsAll(job().outputs());
    }

    /** Whether a queued job is finished: all tasks complete. */
    public boolean isComplete() {
        return !job().tasks().isEmpty() && completed.size() == job().tasks().size();
    }

    /** Whether the places differ from those of {@code other}, regardless of everything else. */
    boolean isPlacedUnlike(Run other) {
        if (demand == other.demand) {
            return false;
        }
        for (int t = 0; t < demand.stages().size(); t++) {
            Stage mine = stage(t);
            Stage others = other.stage(t);
            if (mine != others
                    && (mine.places().size() != others.places().size()
                            || !mine.places().equals(others.places()))) {
                return true;
            }
        }
        return false;
    }
}
