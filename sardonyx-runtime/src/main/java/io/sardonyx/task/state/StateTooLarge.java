package io.sardonyx.task.state;

import io.sardonyx.table.TaskTables;
import io.sardonyx.value.Assignment;
import java.util.Comparator;
import java.util.List;

/**
 * The state of a task has no place: it is too large for a manifest, and there is no store of blobs, or the process has
 * no more memory for it.
 */
final class StateTooLarge extends IllegalStateException {

    private static final long serialVersionUID = 1;

    StateTooLarge(String what) {
        super(what);
    }

    /**
     * The state of all tasks of a process is beyond its bound; the largest one of the task that has grown is named.
     *
     * @param file bytes of the file of a checkpoint that the task is storing, or 0
     */
    static StateTooLarge forProcess(Assignment task, List<TaskTables.Size> states, long file, long bound) {
        TaskTables.Size largest = states.stream()
                .max(Comparator.comparingLong(TaskTables.Size::bytes))
                .orElseThrow();
        return new StateTooLarge("the state of all tasks in the process of peer " + task.peer()
                + " is beyond its bound of "
                + bound + " bytes; state " + largest.state() + " of task " + task.task() + " of job " + task.job()
                + " has " + largest.keys() + " keys and about " + largest.bytes()
                + " bytes there" + (file == 0 ? "" : ", and the checkpoint that is being stored " + file + " bytes")
                + ": give it a time to live, give the task more peers on more processes, or the process"
                + " more memory (-Xmx, --state-memory), then resume the job");
    }
}
