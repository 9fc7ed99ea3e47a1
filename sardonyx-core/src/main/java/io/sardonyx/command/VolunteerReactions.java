package io.sardonyx.command;

import io.sardonyx.job.Allocation;
import io.sardonyx.log.Change;
import io.sardonyx.log.Reaction;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Volunteers;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/** Reactions by which peers volunteer; empty under any other allocation than <em>volunteered</em>. */
final class VolunteerReactions {

    private VolunteerReactions() {}

    /** One command for each peer of {@code self} that satisfies the predicate, in order of joining. */
    static List<Reaction<Replica>> of(Replica replica, GroupId self, Predicate<Peer> volunteers) {
        if (replica.cluster().allocation() != Allocation.VOLUNTEERED
                || replica.ring().hasLeft(self)) {
            return List.of();
        }
        return replica.peers().of(self).stream()
                .filter(volunteers)
                .map(peer -> new Reaction<>(new VolunteerForTask(peer.id()), false))
                .toList();
    }

    /** For those of {@code peers} that belong to {@code self}. */
    static List<Reaction<Replica>> among(Replica replica, GroupId self, Collection<PeerId> peers) {
        return peers.isEmpty() ? List.of() : of(replica, self, peer -> peers.contains(peer.id()));
    }

    /** For all idle peers of {@code self}, if there is any live job. */
    static List<Reaction<Replica>> forAnyJob(Replica replica, GroupId self) {
        return replica.jobs().live().isEmpty() ? List.of() : of(replica, self, peer -> peer.assignment() == null);
    }

    /**
     * For the peers of {@code self} that an entry left idle although they had an assignment before, and for those that
     * are elected since: others may take what has become free.
     */
    static List<Reaction<Replica>> freed(Change<Replica> change, GroupId self) {
        Replica after = change.after();
        if (!change.happened() || after.cluster().allocation() != Allocation.VOLUNTEERED) {
            return List.of();
        }
        List<PeerId> elected = Volunteers.of(after).elected();
        return of(after, self, peer -> {
            Peer old = change.before().peers().present().get(peer.id());
            boolean idled = peer.assignment() == null && old != null && old.assignment() != null;
            return idled || elected.contains(peer.id());
        });
    }
}
