package io.sardonyx.testkit.property;

import static io.sardonyx.job.TaskScheduler.BALANCED;
import static io.sardonyx.job.TaskScheduler.GREEDY;
import static io.sardonyx.job.TaskScheduler.PERCENTAGE;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Stage;
import io.sardonyx.replica.Peer;
import io.sardonyx.schedule.AssignmentPlan;
import io.sardonyx.schedule.Demand;
import io.sardonyx.testkit.generate.AnyJob;
import io.sardonyx.testkit.generate.AnyScenario;
import io.sardonyx.testkit.generate.Gen;
import io.sardonyx.testkit.generate.PlannerScenario;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The kinds of scenario that claims about schedulers are tried on, and what is read off a plan. */
final class Scenarios {

    /** Any peer may do anything, anywhere. */
    private static final AnyJob UNIFORM =
            AnyJob.plain().withTasks(4).withBounds().withSchedulers(BALANCED, GREEDY, PERCENTAGE);

    private Scenarios() {}

    /** Everything varies: tags, sites, flux policies, deliveries, progress, and what runs. */
    static Gen<PlannerScenario> all() {
        var any = AnyScenario.of(AnyJob.full().withTasks(4), 4, 12).withTags();
        var unfrozen = AnyScenario.of(UNIFORM.withTags().withQueued(), 4, 12).withTags();
        return Gen.oneOf(any.fresh(), any.disturbed(), unfrozen.scattered());
    }

    /** Neither tags nor sites matter, and nothing runs. */
    static Gen<PlannerScenario> fresh() {
        return AnyScenario.of(UNIFORM.withQueued(), 4, 16).fresh();
    }

    /** Tags matter, and nothing runs. */
    static Gen<PlannerScenario> freshWithTags() {
        return AnyScenario.of(UNIFORM.withTags(), 4, 8).withTags().fresh();
    }

    /** Neither tags nor sites nor flux policies matter, but something runs. */
    static Gen<PlannerScenario> running() {
        var uniform = AnyScenario.of(UNIFORM, 4, 12);
        return Gen.oneOf(uniform.disturbed(), uniform.scattered());
    }

    /** As small as an exhaustive search allows, and something runs. */
    static Gen<PlannerScenario> small() {
        var small = AnyScenario.of(UNIFORM.withTasks(2), 2, 6);
        return Gen.oneOf(small.disturbed(), small.scattered());
    }

    static Gen<PlannerScenario> smallWithTags() {
        var small = AnyScenario.of(UNIFORM.withTasks(2).withTags(), 2, 6).withTags();
        return Gen.oneOf(small.disturbed(), small.scattered());
    }

    /** How many peers each task of each job has. */
    static List<List<Integer>> counts(List<Demand> demands) {
        return demands.stream()
                .map(demand -> demand.stages().stream()
                        .map(stage -> stage.places().size())
                        .toList())
                .toList();
    }

    /** How many peers each job has. */
    static List<Integer> totals(List<Demand> demands) {
        return demands.stream().map(Demand::size).toList();
    }

    /** What each peer does. */
    static Map<PeerId, Assignment> assignments(List<Demand> demands) {
        var all = new TreeMap<PeerId, Assignment>();
        demands.forEach(demand -> demand.forEachAssignment(assignment -> all.put(assignment.peer(), assignment)));
        return all;
    }

    /** How many peers do the same task of the same job in both. */
    static long staying(List<Demand> before, List<Demand> after) {
        Map<PeerId, Assignment> old = assignments(before);
        return assignments(after).values().stream()
                .filter(now -> old.containsKey(now.peer()) && now.isSameTaskAs(old.get(now.peer())))
                .count();
    }

    static List<Peer> idle(PlannerScenario scenario, AssignmentPlan plan) {
        Map<PeerId, Assignment> busy = assignments(plan.demands());
        return scenario.peers().values().stream()
                .filter(peer -> !busy.containsKey(peer.id()))
                .toList();
    }

    static List<PeerId> peersOf(Stage stage) {
        return stage.places().stream().map(Place::peer).toList();
    }

    /** All peers that are placed, as often as they are. */
    static List<PeerId> placed(List<Demand> demands) {
        var placed = new ArrayList<PeerId>();
        demands.forEach(demand -> demand.stages().forEach(stage -> placed.addAll(peersOf(stage))));
        return placed;
    }
}
