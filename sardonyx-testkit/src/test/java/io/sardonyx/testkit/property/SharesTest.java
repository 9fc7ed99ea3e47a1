package io.sardonyx.testkit.property;

import static io.sardonyx.testkit.property.Scenarios.counts;
import static io.sardonyx.testkit.property.Scenarios.totals;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Flux;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.replica.Peer;
import io.sardonyx.schedule.AssignmentPlan;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Rule;
import io.sardonyx.testkit.generate.PlannerScenario;
import io.sardonyx.testkit.generate.Property;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * How many peers jobs and tasks get: the closed forms against the rules as one would explain them, and what nobody may
 * lose.
 */
class SharesTest extends Claims {

    @Test
    void jobsGetWhatOnePeerAtATimeWouldGiveThem() {
        Property.forAll(Scenarios.fresh()).runs(runs(4000)).check(scenario -> {
            var naive = new Naive(jobs(scenario), scenario.peers().size());
            List<Integer> expected = switch (scenario.scheduler()) {
                case GREEDY -> naive.greedy();
                case BALANCED -> naive.balanced();
                case PERCENTAGE -> naive.percentage();
            };
            assertThat(totals(scenario.plan().demands())).isEqualTo(expected);
        });
    }

    @Test
    void tasksGetWhatOnePeerAtATimeWouldGiveThem() {
        Property.forAll(Scenarios.fresh()).runs(runs(4000)).check(scenario -> {
            for (Demand demand : scenario.plan().demands()) {
                Outline job = demand.job();
                boolean oneByOne = job.scheduler() != TaskScheduler.PERCENTAGE || demand.size() < Naive.minimum(job);
                if (demand.size() > 0 && oneByOne) {
                    assertThat(counts(List.of(demand)).get(0)).isEqualTo(Naive.split(job, demand.size()));
                }
            }
        });
    }

    @Test
    void tasksWithPercentagesGetTheLargestRemaindersUnlessBoundsForbidIt() {
        Property.forAll(Scenarios.fresh()).runs(runs(4000)).check(scenario -> {
            for (Demand demand : scenario.plan().demands()) {
                Outline job = demand.job();
                boolean weighed = job.tasks().stream().anyMatch(task -> Naive.weight(task) > 0);
                if (job.scheduler() == TaskScheduler.PERCENTAGE && weighed && demand.size() >= Naive.minimum(job)) {
                    List<Integer> remainders = Naive.remainders(job, demand.size());
                    if (isWithinBounds(job, remainders)) {
                        assertThat(counts(List.of(demand)).get(0)).isEqualTo(remainders);
                    }
                }
            }
        });
    }

    private static boolean isWithinBounds(Outline job, List<Integer> counts) {
        return IntStream.range(0, counts.size()).allMatch(t -> {
            var bounds = job.tasks().get(t).bounds();
            return counts.get(t) >= bounds.min() && counts.get(t) <= bounds.max();
        });
    }

    @Test
    void balancedCoversAsManyJobsAsAnyChoiceOfJobsCould() {
        Property.forAll(Scenarios.running()).runs(runs(3000)).check(scenario -> {
            if (scenario.scheduler() == JobScheduler.BALANCED) {
                long covered = scenario.plan().demands().stream()
                        .filter(SharesTest::isCovered)
                        .count();
                assertThat(covered)
                        .isEqualTo(
                                mostCoverable(jobs(scenario), scenario.peers().size()));
            }
        });
    }

    private static boolean isCovered(Demand demand) {
        return demand.size() >= Naive.need(demand.job()) && Naive.need(demand.job()) <= Naive.bound(demand.job());
    }

    private static long mostCoverable(List<Outline> jobs, int peers) {
        long most = 0;
        for (int choice = 0; choice < 1 << jobs.size(); choice++) {
            int chosen = choice;
            var some = IntStream.range(0, jobs.size())
                    .filter(j -> (chosen >> j & 1) == 1)
                    .mapToObj(jobs::get)
                    .toList();
            boolean possible = some.stream().allMatch(job -> Naive.need(job) <= Naive.bound(job));
            if (possible && some.stream().mapToInt(Naive::need).sum() <= peers) {
                most = Math.max(most, some.size());
            }
        }
        return most;
    }

    /** With tags the most jobs are not searched for, but none is left out that would still fit beside the others. */
    @Test
    void whereTagsMatterNoJobIsLeftOutThatTheIdleCouldCover() {
        Property.forAll(Scenarios.freshWithTags()).runs(runs(2000)).check(scenario -> {
            AssignmentPlan plan = scenario.plan();
            List<Peer> idle = Scenarios.idle(scenario, plan);
            for (Demand demand : plan.demands()) {
                boolean coverable = Naive.need(demand.job()) <= Naive.bound(demand.job());
                if (scenario.scheduler() != JobScheduler.PERCENTAGE && coverable && demand.size() == 0) {
                    assertThat(covers(idle, demand.job())).isFalse();
                }
            }
        });
    }

    /** Whether these peers could fill all minimums of a job, if it has any. */
    private static boolean covers(List<Peer> idle, Outline job) {
        var missing = new ArrayList<Tags>();
        for (Task task : job.tasks()) {
            for (int i = 0; i < task.bounds().min(); i++) {
                missing.add(task.tags());
            }
        }
        return !missing.isEmpty() && canFill(missing, new ArrayList<>(idle));
    }

    private static boolean canFill(List<Tags> missing, List<Peer> idle) {
        if (missing.isEmpty()) {
            return true;
        }
        for (Peer peer : idle) {
            if (peer.tags().satisfy(missing.get(0))) {
                var others = new ArrayList<>(idle);
                others.remove(peer);
                if (canFill(missing.subList(1, missing.size()), others)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Under percentage what nobody reserved stays idle, and a greedy colocated job holds what it may yet need. */
    @Test
    void noPeerIsIdleThatARunningJobCouldUse() {
        Property.forAll(Scenarios.all()).runs(runs(3000)).check(scenario -> {
            AssignmentPlan plan = scenario.plan();
            boolean held = plan.why().stream().anyMatch(why -> why.finding().rule() == Rule.HELD_FOR_COPIES);
            if (scenario.scheduler() != JobScheduler.PERCENTAGE && !held) {
                Scenarios.idle(scenario, plan)
                        .forEach(peer -> assertThat(plan.demands())
                                .noneMatch(demand -> demand.size() > 0 && couldUse(demand, peer)));
            }
        });
    }

    private static boolean couldUse(Demand demand, Peer peer) {
        Outline job = demand.job();
        if (job.scheduler() == TaskScheduler.COLOCATED || demand.size() >= job.saturation()) {
            return false;
        }
        return IntStream.range(0, job.tasks().size()).anyMatch(t -> {
            Task task = job.tasks().get(t);
            var stage = demand.stages().get(t);
            boolean frozen = task.flux() == Flux.KILL && !stage.places().isEmpty();
            return stage.isOpen()
                    && !frozen
                    && stage.places().size() < task.bounds().max()
                    && peer.tags().satisfy(task.tags());
        });
    }

    @Test
    void tagThatEverybodyHasChangesNoNumber() {
        Property.forAll(Scenarios.running())
                .runs(runs(3000))
                .check(scenario -> assertThat(counts(tagged(scenario).plan().demands()))
                        .isEqualTo(counts(scenario.plan().demands())));
    }

    /** The scenario in which every peer has a tag that the first task of every job requires. */
    private static PlannerScenario tagged(PlannerScenario scenario) {
        Tags tag = Tags.of(List.of("any"));
        OrderedTable<PeerId, Peer> peers = scenario.peers();
        for (Peer peer : scenario.peers().values()) {
            peers = peers.with(
                    peer.id(), new Peer(peer.id(), peer.group(), peer.site(), tag, peer.assignment(), peer.active()));
        }
        var demands = new ArrayList<Demand>();
        for (Demand demand : scenario.demands()) {
            demands.add(new Demand(tagged(demand.job(), tag), demand.stages()));
        }
        return new PlannerScenario(scenario.scheduler(), demands, peers);
    }

    private static Outline tagged(Outline job, Tags tag) {
        var tasks = new ArrayList<>(job.tasks());
        tasks.set(0, tasks.get(0).requiring(tag));
        return new Outline(
                job.id(),
                tasks,
                job.scheduler(),
                job.percentage(),
                job.saturation(),
                job.delivery(),
                job.wholeOnly(),
                job.contentHash(),
                0);
    }

    private static List<Outline> jobs(PlannerScenario scenario) {
        return scenario.demands().stream().map(Demand::job).toList();
    }
}
