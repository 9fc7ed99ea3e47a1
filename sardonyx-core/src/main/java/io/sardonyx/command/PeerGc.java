package io.sardonyx.command;

import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;

/**
 * Somebody says that it is looking for the dead.
 *
 * <p>Submitter: an operator's repair, which then probes every pulse and reports the dead itself. Replica: nothing
 * changes; the entry is a mark in the history. Reactions: none.
 */
public record PeerGc(GroupId id) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        return before;
    }
}
