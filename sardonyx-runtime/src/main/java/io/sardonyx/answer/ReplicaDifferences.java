package io.sardonyx.answer;

import io.sardonyx.json.Keywords;
import io.sardonyx.replica.Joining;
import io.sardonyx.replica.Peer;
import io.sardonyx.replica.Peers;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Ring;
import io.sardonyx.replica.RingNeighbours;
import io.sardonyx.replica.Trim;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A diff of two replicas, as phrases. */
public final class ReplicaDifferences {

    private final Replica before;
    private final Replica after;
    private final List<String> phrases = new ArrayList<>();

    private ReplicaDifferences(Replica before, Replica after) {
        this.before = before;
        this.after = after;
    }

    /** One phrase per change; none for equal replicas. */
    public static List<String> between(Replica before, Replica after) {
        var differences = new ReplicaDifferences(before, after);
        differences.compareClusters();
        differences.compareMembers();
        differences.compareOutsiders();
        differences.comparePeers();
        differences.phrases.addAll(JobDifferences.between(before, after));
        differences.compareTrims();
        return differences.phrases;
    }

    private void compareClusters() {
        if (!before.cluster().equals(after.cluster())) {
            phrases.add("cluster " + after.cluster().id() + " is founded: "
                    + Keywords.of(after.cluster().allocation()) + ", "
                    + Keywords.of(after.cluster().scheduler()));
        }
    }

    private void compareMembers() {
        Ring old = before.ring();
        Ring now = after.ring();
        now.members().forEach((group, member) -> {
            if (!old.isMember(group)) {
                phrases.add(joined(group, member));
            }
        });
        for (GroupId group : now.left()) {
            if (!old.hasLeft(group)) {
                phrases.add(old.isMember(group) ? group + " left" : group + " is noted as gone");
            }
        }
    }

    private static String joined(GroupId group, RingNeighbours member) {
        GroupId previous = member.previous();
        return previous == null ? group + " joined an empty cluster" : group + " joined behind " + previous;
    }

    private void compareOutsiders() {
        Ring old = before.ring();
        Ring now = after.ring();
        now.joining().forEach((joiner, joining) -> {
            Joining earlier = old.joining().get(joiner);
            if (earlier == null) {
                phrases.add(joining.observer() + " observes " + joiner);
            } else if (earlier.phase() != joining.phase()) {
                phrases.add(joiner + " may accept behind " + joining.observer());
            }
        });
        for (GroupId group : now.aborted()) {
            if (!old.aborted().has(group)) {
                phrases.add(group + " is turned away");
            }
        }
    }

    /** Compares the peers by one merge of both lists: new ones are appended, and order is kept on removal. */
    private void comparePeers() {
        if (before.peers() == after.peers()) {
            return;
        }
        List<Peer> old = before.peers().present().values();
        List<Peer> now = after.peers().present().values();
        var gone = new ArrayList<PeerId>();
        var ready = new ArrayList<PeerId>();
        int n = 0;
        for (Peer peer : old) {
            Peer next = n < now.size() ? now.get(n) : null;
            if (next == null || !next.id().equals(peer.id())) {
                gone.add(peer.id());
                continue;
            }
            n++;
            if (next.active() && !peer.active() && Objects.equals(next.assignment(), peer.assignment())) {
                ready.add(peer.id());
            }
        }
        add("new peers ", now.subList(n, now.size()).stream().map(Peer::id).toList());
        add("peers wait for their group: ", missing(after.peers().orphans(), before.peers()));
        gone.addAll(missing(before.peers().orphans(), after.peers()));
        add("peers gone: ", gone);
        add("ready: ", ready);
    }

    private static List<PeerId> missing(OrderedTable<PeerId, Peer> orphans, Peers others) {
        return orphans.keys().stream().filter(id -> !others.knows(id)).toList();
    }

    private void add(String what, List<PeerId> peers) {
        if (!peers.isEmpty()) {
            phrases.add(what + Phrases.some(peers, " "));
        }
    }

    private void compareTrims() {
        Trim trim = after.trim();
        if (trim != null && !trim.equals(before.trim())) {
            phrases.add(trim.owner() + " trims the log up to " + trim.position());
        }
    }
}
