package io.sardonyx.command;

import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.List;

/**
 * Command: a checkpoint of a job is complete; this entry commits it.
 *
 * <p>Submitter: the keeper, that is, the peer in the lowest slot of the job's first input, once every task has acked
 * the checkpoint's mark and the manifest is written. Replica: it is the latest checkpoint, which pushes out the oldest
 * of those that are kept, and with the last one all inputs are exhausted; nothing under another fence than the job's,
 * or for a number that is not greater than that of the latest. Duties: outputs commit what they have prepared for it.
 * Reactions: the peers of a completed job volunteer.
 *
 * @param fence under which it was made
 * @param manifest hash of the manifest
 * @param last whether all inputs had been read to their end, or the job is stopping
 * @param skipped how many segments each task has skipped, if it is the last
 */
public record CompleteCheckpoint(
        JobId job, long fence, long number, String manifest, boolean last, SortedTable<TaskName, Long> skipped)
        implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        if (run == null
                || run.isQueued()
                || run.version() != fence
                || number <= run.checkpoints().latestNumber()
                || run.isExhausted() && !run.job().inputs().isEmpty()) {
            return before;
        }
        Run after = run.complete(new CompletedCheckpoint(number, fence, manifest, position));
        if (last) {
            for (TaskName input : run.job().inputs()) {
                after = after.exhaust(input, SortedTable.empty());
            }
            after = after.skip(skipped);
        }
        Replica changed = before.with(before.jobs().with(after));
        return last && after.isSealed() ? changed.ending(after, position).settled(before, position) : changed;
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        return VolunteerReactions.freed(change, self);
    }
}
