package io.sardonyx.command;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.JobId;

/**
 * Command: a checkpoint gets a name, under which it is kept until it is dropped.
 *
 * <p>Submitter: a client. Replica: the name stands for that checkpoint; nothing for a number that is not kept, a name
 * that is in use, or beyond {@value Checkpoints#MOST_NAMES} names. A job that has ended is meant as well as a live one.
 * Duties: its documents are not deleted. Reactions: none.
 *
 * @param name see {@link Checkpoints#checkedName}
 */
public record KeepCheckpoint(JobId job, long number, String name) implements Command {

    public KeepCheckpoint {
        Checkpoints.checkedName(name);
    }

    @Override
    public Replica apply(Replica before, long position) {
        Checkpoints checkpoints = before.jobs().checkpoints(job);
        CompletedCheckpoint meant = checkpoints.numbered(number);
        boolean free = !checkpoints.named().has(name) && checkpoints.named().size() < Checkpoints.MOST_NAMES;
        return meant == null || !free ? before : before.with(before.jobs().with(job, checkpoints.with(name, meant)));
    }
}
