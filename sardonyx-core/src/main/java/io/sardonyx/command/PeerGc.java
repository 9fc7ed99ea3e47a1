package io.sardonyx.command;

import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;

/**
 * Command: marks in the log that a search for dead groups has begun.
 *
 * <p>Submitter: an operator's repair, which then probes every pulse and reports dead groups itself. Replica: nothing
 * changes. Reactions: none.
 */
public record PeerGc(GroupId id) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        return before;
    }
}
