package io.sardonyx.engine;

import io.sardonyx.command.Command;
import io.sardonyx.command.CompleteCheckpoint;
import io.sardonyx.command.CompleteTask;
import io.sardonyx.command.ExhaustInput;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.LeaveCluster;
import io.sardonyx.command.RewindJob;
import io.sardonyx.command.SealOutput;
import io.sardonyx.command.SealTask;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.task.TaskEvents;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.SortedMap;

/** Adapter from task events to log commands, for clusters that are coordinated by a log. */
public abstract class TaskEntries implements TaskEvents {

    /** Appends a command to the log; on any thread. */
    protected abstract void append(Command command);

    @Override
    public void exhausted(Assignment task, SortedMap<TaskName, Long> skipped) {
        SortedTable<TaskName, Long> counts = skipped.isEmpty() ? SortedTable.empty() : SortedTable.of(skipped);
        append(new ExhaustInput(task.job(), task.task(), counts));
    }

    @Override
    public void lost(Assignment task, long fence, String reason) {
        append(new RewindJob(task.job(), fence, reason));
    }

    @Override
    public void checkpointed(Assignment task, AckedCheckpoint checkpoint) {
        SortedTable<TaskName, Long> counts =
                !checkpoint.last() || checkpoint.skipped().isEmpty()
                        ? SortedTable.empty()
                        : SortedTable.of(checkpoint.skipped());
        append(new CompleteCheckpoint(
                task.job(), checkpoint.fence(), checkpoint.number(), checkpoint.manifest(), checkpoint.last(), counts));
    }

    @Override
    public void sealed(Assignment task) {
        append(new SealOutput(task.job(), task.task()));
    }

    @Override
    public void drained(Assignment task) {
        append(new SealTask(task.peer(), task.job(), task.task()));
    }

    @Override
    public void passedOn(Assignment task, long skipped) {
        append(new CompleteTask(task.peer(), task.job(), task.task(), skipped));
    }

    @Override
    public void failed(Assignment task, String reason, long fence) {
        append(kill(task, reason, fence));
    }

    /** The command for a task that failed. */
    static KillJob kill(Assignment task, String reason, long fence) {
        return new KillJob(task.job(), new Cause(reason, task.task(), null), fence);
    }

    /** The peer leaves the cluster; its group adds it again, and it gets another assignment. */
    @Override
    public void gaveUp(Assignment task) {
        append(new LeaveCluster(task.peer()));
    }
}
