package io.sardonyx.replica;

import io.sardonyx.job.Delivery;
import io.sardonyx.job.Outline;
import io.sardonyx.job.Stage;
import io.sardonyx.schedule.Demand;
import io.sardonyx.value.OrderedSet;
import io.sardonyx.value.SortedTable;
import io.sardonyx.value.TaskName;
import java.util.List;

/**
 * A live job.
 *
 * @param demand the job and the places of its tasks
 * @param version the fence: the position of the entry that last changed any of its places, or {@link #NEVER_PLACED}
 * @param completed the tasks of a queued job that are done, in order of completion
 * @param exhausted the inputs that have nothing more to give
 * @param sealed the outputs that are published
 * @param journals the state journals of each slot, oldest first
 */
public record Run(
        Demand demand,
        long version,
        OrderedSet<TaskName> completed,
        OrderedSet<TaskName> exhausted,
        OrderedSet<TaskName> sealed,
        SortedTable<Journal, List<String>> journals) {

    public static final long NEVER_PLACED = -1;

    public static Run of(Outline job) {
        return new Run(
                Demand.of(job),
                NEVER_PLACED,
                OrderedSet.empty(),
                OrderedSet.empty(),
                OrderedSet.empty(),
                SortedTable.empty());
    }

    public Outline job() {
        return demand.job();
    }

    public Stage stage(int task) {
        return demand.stages().get(task);
    }

    public Run with(Demand other) {
        return other == demand ? this : new Run(other, version, completed, exhausted, sealed, journals);
    }

    public Run with(int task, Stage stage) {
        return with(demand.with(task, stage));
    }

    public Run at(long position) {
        return new Run(demand, position, completed, exhausted, sealed, journals);
    }

    public Run complete(TaskName task) {
        return new Run(demand, version, completed.with(task), exhausted, sealed, journals)
                .with(job().indexOf(task), Stage.COMPLETE);
    }

    public Run exhaust(TaskName input) {
        return new Run(demand, version, completed, exhausted.with(input), sealed, journals);
    }

    public Run seal(TaskName output) {
        return new Run(demand, version, completed, exhausted, sealed.with(output), journals);
    }

    public Run with(SortedTable<Journal, List<String>> others) {
        return new Run(demand, version, completed, exhausted, sealed, others);
    }

    /** Whether its tasks end one by one, each with its queues. */
    public boolean isQueued() {
        return job().delivery() == Delivery.QUEUED;
    }

    public boolean isExhausted() {
        return exhausted.containsAll(job().inputs());
    }

    /** Whether a direct job has nothing left to do: all inputs exhausted, all outputs published. */
    public boolean isSealed() {
        return isExhausted() && sealed.containsAll(job().outputs());
    }

    /** Whether a queued job has nothing left to do. */
    public boolean isComplete() {
        return !job().tasks().isEmpty() && completed.size() == job().tasks().size();
    }

    /** Whether the places differ from those of {@code other}, whatever else does. */
    boolean isPlacedUnlike(Run other) {
        if (demand == other.demand) {
            return false;
        }
        for (int t = 0; t < demand.stages().size(); t++) {
            Stage mine = stage(t);
            Stage others = other.stage(t);
            if (mine != others && !mine.places().equals(others.places())) {
                return true;
            }
        }
        return false;
    }
}
