package io.sardonyx.replica;

import io.sardonyx.job.Place;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Move;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.OrderedTable;
import io.sardonyx.value.PeerId;
import java.util.ArrayList;
import java.util.List;

/**
 * The virtual peers.
 *
 * @param present those of member groups, in order of joining
 * @param orphans those whose group is not a member yet
 */
public record Peers(OrderedTable<PeerId, Peer> present, OrderedTable<PeerId, Peer> orphans) {

    public static final Peers EMPTY = new Peers(OrderedTable.empty(), OrderedTable.empty());

    public boolean knows(PeerId peer) {
        return present.has(peer) || orphans.has(peer);
    }

    /** The present peers of a group, in order of joining. */
    public List<Peer> of(GroupId group) {
        return belonging(present, group);
    }

    /** The peers of a group that is not a member yet. */
    public List<Peer> orphansOf(GroupId group) {
        return belonging(orphans, group);
    }

    private static List<Peer> belonging(OrderedTable<PeerId, Peer> table, GroupId group) {
        List<Peer> found = List.of();
        for (Peer peer : table.values()) {
            if (peer.group().equals(group)) {
                found = found.isEmpty() ? new ArrayList<>() : found;
                found.add(peer);
            }
        }
        return found;
    }

    public Peers with(Peer peer) {
        return new Peers(present.with(peer.id(), peer), orphans);
    }

    public Peers with(List<Peer> changed) {
        return changed.isEmpty() ? this : new Peers(present.withValues(changed, Peer::id), orphans);
    }

    /** The peers with everybody idle who works on the job. */
    public Peers idled(Demand demand) {
        return idled(demand.stages().stream()
                .flatMap(stage -> stage.places().stream())
                .toList());
    }

    /** The peers with those idle who have one of these places. */
    public Peers idled(List<Place> places) {
        return new Peers(present.changing(places, Place::peer, (peer, place) -> peer.assigned(null, false)), orphans);
    }

    /** The peers as a plan moved them; who got another place has yet to say that it is ready. */
    public Peers moved(List<Move> moves) {
        return new Peers(present.changing(moves, Move::peer, (peer, move) -> peer.assigned(move.to(), false)), orphans);
    }

    public Peers withOrphan(Peer peer) {
        return new Peers(present, orphans.with(peer.id(), peer));
    }

    public Peers without(PeerId peer) {
        return new Peers(present.without(peer), orphans.without(peer));
    }

    /** The orphans of a group that became a member are peers like all others. */
    public Peers promote(GroupId group) {
        Peers promoted = this;
        for (Peer orphan : orphansOf(group)) {
            promoted = new Peers(promoted.present.with(orphan.id(), orphan), promoted.orphans.without(orphan.id()));
        }
        return promoted;
    }
}
