package io.sardonyx.entry;

import io.sardonyx.job.Allocation;
import io.sardonyx.json.Field;
import io.sardonyx.json.Keywords;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Peers;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Parser of the virtual peers in a replica's view; admits the groups of peers as members. */
final class PeersReader {

    private final Field root;
    private final RingReader ring;
    private final JobsReader jobs;
    private final Allocation allocation;
    /** The group of each peer that a group lists. */
    private final Map<PeerId, GroupId> owners = new TreeMap<>();
    /** Peers of members in order, each with the field that named it first. */
    private final Map<PeerId, Field> present = new LinkedHashMap<>();

    private final Map<PeerId, Field> orphans = new LinkedHashMap<>();

    PeersReader(Field root, RingReader ring, JobsReader jobs, Allocation allocation) {
        this.root = root;
        this.ring = ring;
        this.jobs = jobs;
        this.allocation = allocation;
        readOwners(root.at("groups-index"));
        readOwners(root.at("orphaned-peers"));
        readOrphans();
        root.at("peers").items().forEach(item -> name(item, item.as(PeerId::of)));
        jobs.peers().forEach((peer, where) -> name(where, peer));
        for (String key : List.of("peer-state", "peer-sites", "peer-tags")) {
            root.at(key).fields().forEach(field -> nameInPassing(field, field.nameAs(PeerId::of)));
        }
        for (Field group : root.at("groups-index").fields()) {
            group.items().forEach(item -> nameInPassing(item, item.as(PeerId::of)));
        }
        present.forEach((peer, where) -> ring.admit(where, owner(peer)));
    }

    private void readOwners(Field section) {
        for (Field group : section.fields()) {
            GroupId owner = group.nameAs(GroupId::of);
            for (Field item : group.items()) {
                PeerId peer = item.as(PeerId::of);
                GroupId other = owners.put(peer, owner);
                if (other != null && !other.equals(owner)) {
                    throw item.wrong("peer " + peer + " belongs to " + other + " already");
                }
            }
        }
    }

    private void readOrphans() {
        for (Field group : root.at("orphaned-peers").fields()) {
            if (ring.isMember(group.nameAs(GroupId::of)) && !group.items().isEmpty()) {
                throw group.wrong(group.name() + " is a member, so its peers are no orphans");
            }
        }
        for (Field item : root.at("orphans").items()) {
            PeerId peer = item.as(PeerId::of);
            if (!owners.containsKey(peer)) {
                throw item.wrong("peer " + peer + " is not in orphaned-peers");
            }
            orphans.put(peer, item);
        }
        for (Field group : root.at("orphaned-peers").fields()) {
            group.items().forEach(item -> orphans.putIfAbsent(item.as(PeerId::of), item));
        }
    }

    private void name(Field where, PeerId peer) {
        if (orphans.containsKey(peer)) {
            throw where.wrong("peer " + peer + " is in orphaned-peers, so it cannot be here");
        }
        present.putIfAbsent(peer, where);
    }

    /** Adds a peer that is only mentioned, as present or as an orphan, depending on whether its group has joined. */
    private void nameInPassing(Field where, PeerId peer) {
        if (orphans.containsKey(peer) || present.containsKey(peer)) {
            return;
        }
        (ring.isOutside(owner(peer)) ? orphans : present).put(peer, where);
    }

    private GroupId owner(PeerId peer) {
        GroupId owner = owners.get(peer);
        return owner == null ? GroupId.of(peer.text()) : owner;
    }

    Peers peers() {
        return new Peers(table(present), table(orphans));
    }

    private OrderedTable<PeerId, Peer> table(Map<PeerId, Field> peers) {
        return OrderedTable.of(peers.keySet().stream().map(this::peer).toList(), Peer::id);
    }

    private Peer peer(PeerId id) {
        Assignment assignment = jobs.assignments().get(id);
        Field state = root.at("peer-state").at(id.text());
        boolean active = assignment != null && allocation == Allocation.VOLUNTEERED;
        return new Peer(
                id,
                owner(id),
                CommandArguments.site(root.at("peer-sites").at(id.text())),
                TaskDraft.tagsOf(root.at("peer-tags").at(id.text())),
                assignment,
                state.isAbsent() ? active : Keywords.read(state, PeerState.IDLE) == PeerState.ACTIVE);
    }

    /** The view's keywords for a peer's state. */
    private enum PeerState {
        IDLE,
        ACTIVE
    }
}
