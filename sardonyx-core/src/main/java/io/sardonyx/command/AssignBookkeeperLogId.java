package io.sardonyx.command;

import io.sardonyx.replica.Journal;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;

/**
 * Command: a slot of a task opens a new state journal.
 *
 * <p>Submitter: the peer that opened the journal. Replica: its id is the latest of that slot's journals; nothing when
 * it already is, or for a job that is not live. Reactions: none. The name is that of old histories; any journal is
 * meant.
 */
public record AssignBookkeeperLogId(JobId job, TaskName task, int slot, String ledger) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        Run run = before.jobs().live().get(job);
        if (run == null || run.job().indexOf(task) < 0 || slot < 0) {
            return before;
        }
        var journal = new Journal(task, slot);
        List<String> old = run.journals().get(journal);
        var ledgers = new ArrayList<String>(old == null ? List.of() : old);
        if (ledgers.contains(ledger)) {
            return before;
        }
        ledgers.add(ledger);
        return before.with(before.jobs().with(run.with(run.journals().with(journal, List.copyOf(ledgers)))));
    }
}
