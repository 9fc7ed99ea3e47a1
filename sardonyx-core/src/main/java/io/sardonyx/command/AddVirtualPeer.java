package io.sardonyx.command;

import io.sardonyx.job.Tags;
import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Command: a virtual peer is added.
 *
 * <p>Submitter: its group. Replica: a peer of a member group is present, one whose group is not a member yet is an
 * orphan until then; nothing for a known peer or a group that left. Duties: work is assigned anew. Reactions: the peer
 * volunteers if there is any job.
 */
public record AddVirtualPeer(
        PeerId id, GroupId group, @Nullable Site site, Tags tags) implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        if (before.ring().hasLeft(group) || before.peers().knows(id)) {
            return before;
        }
        var peer = new Peer(id, group, site, tags, null, false);
        return before.ring().isMember(group)
                ? before.with(before.peers().with(peer)).settled(before, position)
                : before.with(before.peers().withOrphan(peer));
    }

    @Override
    public List<Reaction<Replica>> reactions(Change<Replica> change, GroupId self) {
        boolean present = change.happened() && change.after().peers().present().has(id);
        return present && !change.after().jobs().live().isEmpty()
                ? VolunteerReactions.among(change.after(), self, List.of(id))
                : List.of();
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof AddVirtualPeer that
                        && id.equals(that.id)
                        && group.equals(that.group)
                        && Objects.equals(site, that.site)
                        && tags.equals(that.tags);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * id.hashCode() + group.hashCode()) + Objects.hashCode(site)) + tags.hashCode();
    }
}
