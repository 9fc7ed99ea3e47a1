package io.sardonyx.replay;

import io.sardonyx.entry.CommandArguments;
import io.sardonyx.entry.TaskDraft;
import io.sardonyx.job.Tags;
import io.sardonyx.json.Field;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.table.OrderedSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Parser of a scenario's peers: their number or their ids, with groups, sites and tags. */
final class ScenarioPeers {

    private static final int MAX_COUNT = 100_000;

    private final Field root;
    private final OrderedSet<PeerId> ids;
    private final Map<PeerId, GroupId> groups = new TreeMap<>();

    ScenarioPeers(Field root, List<String> warnings) {
        this.root = root;
        ids = OrderedSet.of(read(root.at("peers")));
        for (Field group : root.at("groups").fields()) {
            for (Field item : group.items()) {
                PeerId peer = item.as(PeerId::of);
                warnOfAbsent(item, peer, warnings);
                GroupId other = groups.put(peer, group.nameAs(GroupId::of));
                if (other != null) {
                    throw item.wrong("peer " + peer + " belongs to " + other + " already");
                }
            }
        }
        for (String key : List.of("peerTags", "peerSites")) {
            root.at(key).fields().forEach(field -> warnOfAbsent(field, field.nameAs(PeerId::of), warnings));
        }
    }

    private void warnOfAbsent(Field where, PeerId peer, List<String> warnings) {
        if (!ids.has(peer)) {
            warnings.add(String.valueOf(
                    where.wrong("peer " + peer + " is not among the peers").getMessage()));
        }
    }

    private List<PeerId> read(Field peers) {
        var found = new ArrayList<PeerId>();
        if (peers.isNumber()) {
            long count = peers.whole(0, MAX_COUNT);
            for (long i = 1; i <= count; i++) {
                found.add(PeerId.of("p" + i));
            }
            return found;
        }
        if (peers.isAbsent() && root.at("groups").isAbsent()) {
            throw peers.wrong("the ids of the peers or their number was expected, but this is missing");
        }
        var seen = new TreeSet<PeerId>();
        for (Field item : peers.items()) {
            PeerId peer = item.as(PeerId::of);
            if (!seen.add(peer)) {
                throw item.wrong("peer " + peer + " is listed twice");
            }
            found.add(peer);
        }
        if (peers.isAbsent()) {
            root.at("groups").fields().forEach(group -> found.addAll(group.all(PeerId::of)));
        }
        return found;
    }

    OrderedSet<PeerId> ids() {
        return ids;
    }

    boolean has(PeerId peer) {
        return ids.has(peer);
    }

    /** The group of a peer; by default one of the peer's own name. */
    GroupId group(PeerId peer) {
        GroupId group = groups.get(peer);
        return group == null ? GroupId.of(peer.text()) : group;
    }

    OrderedSet<GroupId> groups() {
        return OrderedSet.of(ids.stream().map(this::group).toList());
    }

    @Nullable
    Site site(PeerId peer) {
        return CommandArguments.site(root.at("peerSites").at(peer.text()));
    }

    Tags tags(PeerId peer) {
        return TaskDraft.tagsOf(root.at("peerTags").at(peer.text()));
    }
}
