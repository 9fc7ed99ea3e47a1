package io.sardonyx.testkit.generate;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Flux;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Tags;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.replica.Peer;
import io.sardonyx.schedule.Demand;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.Site;
import io.sardonyx.value.table.OrderedTable;
import java.util.List;

/**
 * Generators of scheduler inputs: unplanned clusters, planned ones with changes since, and ones with arbitrary
 * assignments.
 */
public final class AnyScenario {

    private static final GroupId GROUP = GroupId.of("a");

    private final AnyJob jobs;
    private final int mostJobs;
    private final int mostPeers;
    private final boolean tagged;

    private AnyScenario(AnyJob jobs, int mostJobs, int mostPeers, boolean tagged) {
        this.jobs = jobs;
        this.mostJobs = mostJobs;
        this.mostPeers = mostPeers;
        this.tagged = tagged;
    }

    /** Scenarios of up to so many jobs over up to so many peers. */
    public static AnyScenario of(AnyJob jobs, int mostJobs, int mostPeers) {
        return new AnyScenario(jobs, mostJobs, mostPeers, false);
    }

    /** Gives the peers tags. */
    public AnyScenario withTags() {
        return new AnyScenario(jobs, mostJobs, mostPeers, true);
    }

    /** A cluster without assignments. */
    public Gen<PlannerScenario> fresh() {
        return choices ->
                fresh(choices.among(JobScheduler.BALANCED, JobScheduler.GREEDY, JobScheduler.PERCENTAGE), choices);
    }

    public Gen<PlannerScenario> fresh(JobScheduler scheduler) {
        return choices -> fresh(scheduler, choices);
    }

    /** A planned cluster after peers and jobs have come and gone and tasks of queued jobs have made progress. */
    public Gen<PlannerScenario> disturbed() {
        return choices -> {
            PlannerScenario[] now = {fresh().from(choices).planned()};
            choices.list(0, 6, () -> now[0] = disturbed(now[0], choices));
            return now[0];
        };
    }

    /** A planned cluster after peers and jobs were added, and none removed. */
    public Gen<PlannerScenario> grown() {
        return choices -> {
            PlannerScenario[] now = {fresh().from(choices).planned()};
            choices.list(1, 4, () -> now[0] = newcomer(now[0], choices));
            return now[0];
        };
    }

    private PlannerScenario newcomer(PlannerScenario now, Choices choices) {
        return choices.percent(50) ? now.with(peer(now, choices)) : now.with(Demand.of(job(now, choices)));
    }

    /** A cluster in which peers have arbitrary valid assignments and some slots are empty. */
    public Gen<PlannerScenario> scattered() {
        return choices -> {
            PlannerScenario fresh = fresh().from(choices);
            PlannerScenario scattered = fresh;
            for (PeerId peer : fresh.peers().keys()) {
                scattered = choices.percent(80) ? placed(scattered, peer, choices) : scattered;
            }
            return choices.percent(50) ? scattered : someLess(scattered, choices);
        };
    }

    private PlannerScenario fresh(JobScheduler scheduler, Choices choices) {
        PlannerScenario[] scenario = {new PlannerScenario(scheduler, List.of(), OrderedTable.empty())};
        choices.list(1, mostJobs, () -> scenario[0] = scenario[0].with(Demand.of(job(scenario[0], choices))));
        choices.list(0, mostPeers, () -> scenario[0] = scenario[0].with(peer(scenario[0], choices)));
        return scenario[0];
    }

    private Outline job(PlannerScenario scenario, Choices choices) {
        int number = 1;
        while (knows(scenario, JobId.of("j" + number))) {
            number++;
        }
        return jobs.job(JobId.of("j" + number)).from(choices).decidedFor(Allocation.PLANNED);
    }

    private static boolean knows(PlannerScenario scenario, JobId id) {
        return scenario.demands().stream().anyMatch(demand -> demand.job().id().equals(id));
    }

    private Peer peer(PlannerScenario scenario, Choices choices) {
        int number = 1;
        while (scenario.peers().has(PeerId.of("p" + number))) {
            number++;
        }
        Tags tags = tagged ? AnyJob.tags().from(choices) : Tags.NONE;
        return new Peer(PeerId.of("p" + number), GROUP, new Site("site-" + choices.below(3)), tags, null, false);
    }

    private PlannerScenario disturbed(PlannerScenario now, Choices choices) {
        return switch (choices.below(6)) {
            case 0 -> now.with(peer(now, choices));
            case 1 -> now.with(Demand.of(job(now, choices)));
            case 2 ->
                now.demands().size() < 2
                        ? now
                        : now.withoutJob(choices.below(now.demands().size()));
            case 3 -> getsOn(now, choices);
            case 4 -> now.planned();
            default -> someLess(now, choices);
        };
    }

    /** Removes a peer, and the job if the peer ran a task with flux policy KILL. */
    private static PlannerScenario someLess(PlannerScenario now, Choices choices) {
        if (now.peers().isEmpty()) {
            return now;
        }
        PeerId leaving = choices.among(now.peers().keys());
        for (int j = 0; j < now.demands().size(); j++) {
            if (isFrozen(now.demands().get(j), leaving)) {
                return now.withoutJob(j).without(leaving);
            }
        }
        return now.without(leaving);
    }

    private static boolean isFrozen(Demand demand, PeerId peer) {
        for (int t = 0; t < demand.stages().size(); t++) {
            if (demand.stages().get(t).holds(peer)) {
                return demand.job().tasks().get(t).flux() == Flux.KILL;
            }
        }
        return false;
    }

    /** Moves a task of a queued job on, to being sealed or complete. */
    private static PlannerScenario getsOn(PlannerScenario now, Choices choices) {
        if (now.demands().isEmpty()) {
            return now;
        }
        int j = choices.below(now.demands().size());
        Demand demand = now.demands().get(j);
        int t = choices.below(demand.stages().size());
        Stage stage = demand.stages().get(t);
        if (demand.job().wholeOnly()
                || stage.progress() != Progress.OPEN
                || stage.places().isEmpty()) {
            return now;
        }
        if (choices.percent(50)) {
            return now.with(
                    j,
                    demand.with(t, stage.sealing(choices.among(stage.places()).peer())));
        }
        PlannerScenario done = now;
        for (Place place : stage.places()) {
            Peer peer = now.peers().get(place.peer());
            done = peer == null ? done : done.with(peer.assigned(null, false));
        }
        return done.with(j, demand.with(t, Stage.COMPLETE));
    }

    /** Assigns a peer to an arbitrary task that has room for it and whose tags it satisfies. */
    private static PlannerScenario placed(PlannerScenario now, PeerId id, Choices choices) {
        int j = choices.below(now.demands().size());
        Demand demand = now.demands().get(j);
        int t = choices.below(demand.stages().size());
        var task = demand.job().tasks().get(t);
        Peer peer = now.peers().get(id);
        boolean room = demand.stages().get(t).places().size() < task.bounds().max()
                && demand.size() < demand.job().saturation();
        if (peer == null || !room || !peer.tags().satisfy(task.tags())) {
            return now;
        }
        Stage stage = demand.stages().get(t).with(id, peer.site());
        int slot = stage.places().get(stage.places().size() - 1).slot();
        return now.with(j, demand.with(t, stage))
                .with(peer.assigned(new Assignment(id, demand.job().id(), task.name(), slot), true));
    }
}
