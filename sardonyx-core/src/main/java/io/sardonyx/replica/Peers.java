package io.sardonyx.replica;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Places;
import io.sardonyx.assignment.Stage;
import io.sardonyx.schedule.AssignmentPlan;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Move;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * All virtual peers of the replica.
 *
 * @param present those of member groups, in order of joining
 * @param orphans those whose group is not a member yet
 * @param byGroup index of the present peers by group, derived from them
 */
public record Peers(
        OrderedTable<PeerId, Peer> present,
        OrderedTable<PeerId, Peer> orphans,
        SortedTable<GroupId, OrderedSet<PeerId>> byGroup) {

    public static final Peers EMPTY = new Peers(OrderedTable.empty(), OrderedTable.empty(), SortedTable.empty());

    /** Cost of a lookup by id relative to one step of an iteration over all peers. */
    private static final int WALKED_PER_SEARCH = 16;

    public Peers(OrderedTable<PeerId, Peer> present, OrderedTable<PeerId, Peer> orphans) {
        this(present, orphans, byGroup(present.values()));
    }

    private static SortedTable<GroupId, OrderedSet<PeerId>> byGroup(List<Peer> peers) {
        var ids = new TreeMap<GroupId, List<PeerId>>();
        for (Peer peer : peers) {
            ids.computeIfAbsent(peer.group(), group -> new ArrayList<>()).add(peer.id());
        }
        var sets = new TreeMap<GroupId, OrderedSet<PeerId>>();
        ids.forEach((group, those) -> sets.put(group, OrderedSet.of(those)));
        return SortedTable.of(sets);
    }

    public boolean knows(PeerId peer) {
        return present.has(peer) || orphans.has(peer);
    }

    /** The present peers of a group, in order of joining. */
    public List<Peer> of(GroupId group) {
        OrderedSet<PeerId> ids = byGroup.get(group);
        if (ids == null || ids.size() > present.size() / WALKED_PER_SEARCH) {
            return ids == null ? List.of() : belonging(present, group);
        }
        var found = new ArrayList<Peer>(ids.size());
        for (PeerId id : ids) {
            found.add(Objects.requireNonNull(present.get(id)));
        }
        return found;
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

    /** The peers with one added or, if its id is known, replaced. */
    public Peers with(Peer peer) {
        if (present.has(peer.id())) {
            return new Peers(present.with(peer.id(), peer), orphans, byGroup);
        }
        OrderedSet<PeerId> others = byGroup.get(peer.group());
        Peer like = others == null ? null : present.get(others.get(0));
        OrderedSet<PeerId> ids = others == null ? OrderedSet.empty() : others;
        return new Peers(
                present.with(peer.id(), like == null ? peer : peer.near(like)),
                orphans,
                byGroup.with(peer.group(), ids.with(peer.id())));
    }

    public Peers with(List<Peer> changed) {
        return changed.isEmpty() ? this : withPresent(present.withValues(changed, Peer::id));
    }

    private Peers withPresent(OrderedTable<PeerId, Peer> changed) {
        return new Peers(changed, orphans, byGroup);
    }

    /** The peers with all those idle that are assigned to the job. */
    public Peers idled(Demand demand) {
        Places all = Places.NONE;
        for (Stage stage : demand.stages()) {
            all = all.with(Places.of(stage.places()));
        }
        return idled(all);
    }

    /** The peers with those idle that have one of these places. */
    public Peers idled(List<Place> places) {
        return changing(places, Places.of(places).numbers(), Place::peer, (peer, place) -> peer.assigned(null, false));
    }

    /** The peers after the moves of a plan; a moved peer is not active until it signals that it is ready. */
    public Peers moved(AssignmentPlan plan) {
        return changing(plan.moves(), plan.numbers(), Move::peer, (peer, move) -> peer.assigned(move.to(), false));
    }

    private <C> Peers changing(
            List<C> changes, long[] numbers, Function<C, PeerId> peerOf, BiFunction<Peer, C, Peer> change) {
        return withPresent(present.changing(changes, numbers, peerOf, Peer::id, change));
    }

    public Peers withOrphan(Peer peer) {
        return new Peers(present, orphans.with(peer.id(), peer), byGroup);
    }

    public Peers without(PeerId id) {
        Peer peer = present.get(id);
        OrderedSet<PeerId> ids = peer == null ? null : byGroup.get(peer.group());
        if (peer == null || ids == null) {
            return new Peers(present, orphans.without(id), byGroup);
        }
        var others = ids.size() == 1 ? byGroup.without(peer.group()) : byGroup.with(peer.group(), ids.without(id));
        return new Peers(present.without(id), orphans.without(id), others);
    }

    /** Makes the orphans of a group that became a member present. */
    public Peers promote(GroupId group) {
        Peers promoted = this;
        for (Peer orphan : orphansOf(group)) {
            promoted = promoted.without(orphan.id()).with(orphan);
        }
        return promoted;
    }
}
