package io.sardonyx.replica;

import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.schedule.AssignmentPlan;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Planner;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Scheduling with jobs that are held or for which some members are unfit: each such job requires an internal tag that
 * only the peers of fit members have, so schedulers need no rule of their own for it.
 */
final class Fitness {

    /** Prefix of internal tags; tags of users cannot begin with it. */
    private static final String PREFIX = "\0fit for ";

    private Fitness() {}

    /** The plan for a replica that has restricted jobs. */
    static AssignmentPlan plan(Replica replica) {
        List<Run> restricted = restricted(replica);
        OrderedTable<PeerId, Peer> peers = replica.peers().present();
        var tagged = new ArrayList<Peer>();
        for (Peer peer : peers.values()) {
            tagged.add(tagged(peer, restricted));
        }
        return Planner.plan(replica.cluster().scheduler(), demands(replica), peers.withValues(tagged, Peer::id));
    }

    static List<Run> restricted(Replica replica) {
        return replica.jobs().live().values().stream().filter(Run::isRestricted).toList();
    }

    /** The demands of all live jobs, with the internal tag where a job is restricted. */
    static List<Demand> demands(Replica replica) {
        var demands = new ArrayList<Demand>();
        for (Run run : replica.jobs().live().values()) {
            demands.add(
                    run.isRestricted()
                            ? new Demand(requiring(run.job()), run.demand().stages())
                            : run.demand());
        }
        return demands;
    }

    /** The planned demand of a restricted job, without the internal tag; the identical object when nothing changed. */
    static Demand unrestricted(Demand planned, Run run) {
        if (planned.job() == run.job()) {
            return planned;
        }
        return planned.stages().equals(run.demand().stages()) ? run.demand() : new Demand(run.job(), planned.stages());
    }

    private static Outline requiring(Outline job) {
        Tags fit = Tags.of(List.of(PREFIX + job.id()));
        return job.withTasks(
                job.tasks().stream().map(task -> requiring(task, fit)).toList());
    }

    private static Task requiring(Task task, Tags fit) {
        return task.requiring(task.tags().plus(fit));
    }

    /** The peer with the internal tags of those restricted jobs that it may run. */
    static Peer tagged(Peer peer, List<Run> restricted) {
        Tags tags = peer.tags();
        for (Run run : restricted) {
            tags = run.accepts(peer.group())
                    ? tags.plus(Tags.of(List.of(PREFIX + run.job().id())))
                    : tags;
        }
        return tags == peer.tags()
                ? peer
                : new Peer(peer.id(), peer.group(), peer.site(), tags, peer.assignment(), peer.active());
    }
}
