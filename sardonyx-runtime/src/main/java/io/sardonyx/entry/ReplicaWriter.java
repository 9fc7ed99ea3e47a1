package io.sardonyx.entry;

import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Dispute;
import io.sardonyx.replica.Joining;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Trim;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Writer of a replica as JSON, with its keys in the order of {@link ReplicaReader#KEYS}. */
final class ReplicaWriter {

    private final Replica replica;
    private final JsonOut out;

    ReplicaWriter(Replica replica, JsonOut out) {
        this.replica = replica;
        this.out = out;
    }

    void write(long position) {
        out.number("format", replica.cluster().format());
        if (position != ReplicaView.NO_POSITION) {
            out.number("position", position);
        }
        String cluster = replica.cluster().id();
        if (cluster != null) {
            out.text("cluster", cluster);
        }
        out.text("job-scheduler", Keywords.of(replica.cluster().scheduler()));
        out.text("allocation", Keywords.of(replica.cluster().allocation()));
        writeRing();
        writePeers();
        var jobs = new JobsWriter(replica.jobs(), out);
        jobs.writeJobs();
        jobs.writeProgress();
        writeAuthors();
        writeOrphanOrder();
        jobs.writeRest();
        writeLimits();
    }

    private void writeRing() {
        var ring = replica.ring();
        out.texts("groups", ring.members().keys());
        out.beginUnlessEmpty("pairs");
        ring.members().forEach((group, member) -> {
            GroupId next = member.next();
            if (next != null) {
                out.text(group.text(), next);
            }
        });
        out.end();
        writeJoining("prepared", Joining.Phase.PREPARED);
        writeJoining("accepted", Joining.Phase.ACCEPTED);
        out.textsUnlessEmpty("aborted", ring.aborted()).textsUnlessEmpty("left", ring.left());
    }

    private void writeJoining(String key, Joining.Phase phase) {
        out.beginUnlessEmpty(key);
        replica.ring().joining().forEach((joiner, joining) -> {
            if (joining.phase() == phase) {
                out.text(joining.observer().text(), joiner);
            }
        });
        out.end();
    }

    private void writePeers() {
        OrderedTable<PeerId, Peer> present = replica.peers().present();
        OrderedTable<PeerId, Peer> orphans = replica.peers().orphans();
        out.texts("peers", present.keys());
        Map<GroupId, List<PeerId>> byGroup = new LinkedHashMap<>();
        index(orphans, byGroup);
        writeIndex("orphaned-peers", byGroup);
        byGroup.clear();
        index(present, byGroup);
        index(orphans, byGroup);
        writeIndex("groups-index", byGroup);
        out.beginUnlessEmpty("peer-state");
        present.forEach((id, peer) -> out.text(id.text(), peer.active() ? "active" : "idle"));
        out.end();
        out.beginUnlessEmpty("peer-sites");
        forEachPeer(peer -> {
            if (peer.site() != null) {
                out.text(peer.id().text(), peer.site());
            }
        });
        out.end().beginUnlessEmpty("peer-tags");
        forEachPeer(peer -> out.textsUnlessEmpty(peer.id().text(), peer.tags().words()));
        out.end();
    }

    private void forEachPeer(Consumer<Peer> action) {
        replica.peers().present().values().forEach(action);
        replica.peers().orphans().values().forEach(action);
    }

    private static void index(OrderedTable<PeerId, Peer> peers, Map<GroupId, List<PeerId>> byGroup) {
        peers.forEach((id, peer) -> byGroup.computeIfAbsent(peer.group(), group -> new ArrayList<>())
                .add(id));
    }

    private void writeIndex(String key, Map<GroupId, List<PeerId>> byGroup) {
        out.beginUnlessEmpty(key);
        byGroup.forEach((group, peers) -> out.texts(group.text(), peers));
        out.end();
    }

    private void writeAuthors() {
        out.beginUnlessEmpty("authors");
        replica.authors()
                .forEach((author, heard) -> out.begin(author.text())
                        .number("sequence", heard.sequence())
                        .number("position", heard.position())
                        .end());
        out.end();
    }

    /** Writes the order of orphans, if it does not follow from that of their groups. */
    private void writeOrphanOrder() {
        OrderedTable<PeerId, Peer> orphans = replica.peers().orphans();
        Map<GroupId, List<PeerId>> byGroup = new LinkedHashMap<>();
        index(orphans, byGroup);
        List<PeerId> grouped = byGroup.values().stream().flatMap(List::stream).toList();
        if (!grouped.equals(orphans.keys())) {
            out.texts("orphans", orphans.keys());
        }
    }

    private void writeLimits() {
        int remembered = replica.cluster().remembered();
        if (remembered != ClusterParameters.REMEMBERED) {
            out.begin("limits").number("remembered", remembered).end();
        }
        Trim trim = replica.trim();
        if (trim != null) {
            out.begin("trim")
                    .text("owner", trim.owner())
                    .number("position", trim.position())
                    .end();
        }
        Dispute dispute = replica.dispute();
        if (dispute != null) {
            out.begin("dispute")
                    .text("id", dispute.objector())
                    .text("author", dispute.author())
                    .number("position", dispute.position())
                    .end();
        }
        String epoch = replica.cluster().epoch();
        if (epoch != null) {
            out.text("epoch", epoch);
        }
        String stateUri = replica.cluster().stateUri();
        if (stateUri != null) {
            out.text("state-storage", stateUri);
        }
    }
}
