package io.sardonyx.replica;

import io.sardonyx.job.Tags;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Volunteering;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The peers of a cluster of allocation <em>volunteered</em>, and the election of those that volunteer next.
 *
 * <p>All groups elect the same peers from the same replica, as many as there are places for; so a submission is not
 * answered by every idle peer, and a place costs about one entry. Nobody waits for an elected peer that is dead: when
 * its group has left, another one is elected.
 */
public final class Volunteers {

    private final Replica replica;
    private final List<Run> restricted;
    private final Volunteering volunteering;

    private Volunteers(Replica replica) {
        this.replica = replica;
        this.restricted = Fitness.restricted(replica);
        List<Tags> tags =
                replica.peers().present().values().stream().map(this::tags).toList();
        boolean lenient = replica.cluster().format() == ClusterParameters.FIRST_FORMAT;
        this.volunteering = new Volunteering(replica.cluster().scheduler(), Fitness.demands(replica), tags, lenient);
    }

    public static Volunteers of(Replica replica) {
        return new Volunteers(replica);
    }

    Volunteering volunteering() {
        return volunteering;
    }

    private Tags tags(Peer peer) {
        return restricted.isEmpty()
                ? peer.tags()
                : Fitness.tagged(peer, restricted).tags();
    }

    /** The task that a peer gets if it volunteers now, or null when it stays as it is. */
    public Volunteering.@Nullable Target targetOf(Peer peer) {
        return volunteering.targetOf(peer.assignment(), tags(peer));
    }

    /**
     * The peers that volunteer now: idle ones in the order in which they came, then those that their jobs release, as
     * long as each finds a place beside those before it. Empty only if nobody would find one.
     */
    public List<PeerId> elected() {
        var elected = new ArrayList<PeerId>();
        var unwanted = new TreeSet<Tags>();
        Volunteering so = volunteering;
        for (Peer peer : replica.peers().present().values()) {
            Tags tags = tags(peer);
            if (peer.assignment() == null && !unwanted.contains(tags)) {
                var target = so.targetOf(null, tags);
                if (target == null) {
                    unwanted.add(tags);
                } else {
                    elected.add(peer.id());
                    so = placing(so, peer, target);
                }
            }
        }
        for (PeerId id : so.released()) {
            Peer peer = replica.peers().present().get(id);
            var target = peer == null || peer.assignment() == null ? null : so.targetOf(peer.assignment(), tags(peer));
            if (peer != null && target != null) {
                elected.add(id);
                so = placing(so, peer, target);
            }
        }
        return elected;
    }

    private static Volunteering placing(Volunteering before, Peer peer, Volunteering.Target target) {
        var demands = new ArrayList<Demand>(before.demands());
        Assignment left = peer.assignment();
        for (int j = 0; j < demands.size() && left != null; j++) {
            Demand demand = demands.get(j);
            int task = demand.job().id().equals(left.job()) ? demand.job().indexOf(left.task()) : -1;
            if (task >= 0) {
                demands.set(j, demand.with(task, demand.stages().get(task).without(peer.id())));
            }
        }
        Demand wanting = demands.get(target.job());
        demands.set(
                target.job(),
                wanting.with(target.task(), wanting.stages().get(target.task()).with(peer.id(), peer.site())));
        return new Volunteering(before.scheduler(), demands, before.tags(), before.lenient());
    }
}
