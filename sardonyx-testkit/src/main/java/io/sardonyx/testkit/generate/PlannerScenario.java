package io.sardonyx.testkit.generate;

import io.sardonyx.assignment.Stage;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.replica.Peer;
import io.sardonyx.schedule.AssignmentPlan;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Move;
import io.sardonyx.schedule.Planner;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Input of the planner: jobs in order of submission, peers in order of arrival, and the current assignments.
 *
 * @param peers with assignments that agree with the places in the demands
 */
public record PlannerScenario(JobScheduler scheduler, List<Demand> demands, OrderedTable<PeerId, Peer> peers) {

    public PlannerScenario {
        demands = List.copyOf(demands);
    }

    public AssignmentPlan plan() {
        return Planner.plan(scheduler, demands, peers);
    }

    /** The scenario after the plan has been applied. */
    public PlannerScenario planned() {
        AssignmentPlan plan = plan();
        OrderedTable<PeerId, Peer> moved = peers;
        for (Move move : plan.moves()) {
            Peer peer = moved.get(move.peer());
            if (peer != null) {
                moved = moved.with(move.peer(), peer.assigned(move.to(), true));
            }
        }
        return new PlannerScenario(scheduler, plan.demands(), moved);
    }

    /** A copy without a peer. */
    PlannerScenario without(PeerId peer) {
        return new PlannerScenario(scheduler, vacated(peer), peers.without(peer));
    }

    private List<Demand> vacated(PeerId peer) {
        var others = new ArrayList<Demand>(demands);
        for (int j = 0; j < others.size(); j++) {
            List<Stage> stages = demands.get(j).stages();
            for (int t = 0; t < stages.size(); t++) {
                if (stages.get(t).holds(peer)) {
                    others.set(j, others.get(j).with(t, stages.get(t).without(peer)));
                }
            }
        }
        return others;
    }

    PlannerScenario with(Peer peer) {
        return new PlannerScenario(scheduler, demands, peers.with(peer.id(), peer));
    }

    PlannerScenario with(Demand demand) {
        var more = new ArrayList<Demand>(demands);
        more.add(demand);
        return new PlannerScenario(scheduler, more, peers);
    }

    PlannerScenario with(int job, Demand demand) {
        var others = new ArrayList<Demand>(demands);
        others.set(job, demand);
        return new PlannerScenario(scheduler, others, peers);
    }

    /** A copy without a job; its peers become idle. */
    PlannerScenario withoutJob(int job) {
        var rest = new ArrayList<Demand>(demands);
        OrderedTable<PeerId, Peer> idle = peers;
        for (Stage stage : rest.remove(job).stages()) {
            for (var place : stage.places()) {
                Peer peer = idle.get(place.peer());
                idle = peer == null ? idle : idle.with(place.peer(), peer.assigned(null, false));
            }
        }
        return new PlannerScenario(scheduler, rest, idle);
    }

    @Override
    public String toString() {
        String jobs = demands.stream()
                .map(demand -> "  " + History.text(demand.job()) + " holds " + demand.stages())
                .collect(Collectors.joining("\n"));
        String workers = peers.values().stream()
                .map(peer -> peer.id() + " " + peer.site() + " " + peer.tags().words())
                .collect(Collectors.joining(", "));
        return "  " + scheduler + " over " + workers + "\n" + jobs;
    }
}
