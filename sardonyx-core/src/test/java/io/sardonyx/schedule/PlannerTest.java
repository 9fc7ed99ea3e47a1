package io.sardonyx.schedule;

import static io.sardonyx.job.JobScheduler.BALANCED;
import static io.sardonyx.job.JobScheduler.GREEDY;
import static io.sardonyx.job.JobScheduler.PERCENTAGE;
import static io.sardonyx.schedule.Schedules.counts;
import static io.sardonyx.schedule.Schedules.job;
import static io.sardonyx.schedule.Schedules.moved;
import static io.sardonyx.schedule.Schedules.names;
import static io.sardonyx.schedule.Schedules.peers;
import static io.sardonyx.schedule.Schedules.percent;
import static io.sardonyx.schedule.Schedules.plan;
import static io.sardonyx.schedule.Schedules.queued;
import static io.sardonyx.schedule.Schedules.saturated;
import static io.sardonyx.schedule.Schedules.tags;
import static io.sardonyx.schedule.Schedules.task;
import static io.sardonyx.schedule.Schedules.totals;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.TaskScheduler;
import io.sardonyx.replica.Peer;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.table.OrderedTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlannerTest {

    private static final int MANY = Integer.MAX_VALUE;

    @Test
    void greedyGivesTheFirstJobAllItMayHold() {
        assertThat(totals(plan(GREEDY, 5, job("j", task("a")), job("k", task("a")))))
                .containsExactly(5, 0);
        assertThat(totals(plan(GREEDY, 5, saturated(job("j", task("a")), 2), job("k", task("a")))))
                .containsExactly(2, 3);
        assertThat(totals(plan(GREEDY, 2, job("j", task("a", 3, MANY)), job("k", task("a")))))
                .containsExactly(0, 2);
    }

    @Test
    void balancedSharesEvenlyTheEarlierFirst() {
        assertThat(totals(plan(BALANCED, 5, job("j", task("a")), job("k", task("a")))))
                .containsExactly(3, 2);
        assertThat(totals(plan(BALANCED, 9, saturated(job("j", task("a")), 2), job("k", task("a")))))
                .containsExactly(2, 7);
    }

    @Test
    void balancedCoversAsManyJobsAsItCan() {
        assertThat(totals(plan(BALANCED, 10, job("j", task("a", 3, MANY)), job("k", task("a", 7, MANY)))))
                .containsExactly(3, 7);
        assertThat(totals(plan(BALANCED, 4, job("j", task("a", 4, MANY)), job("k", task("a")), job("l", task("a")))))
                .containsExactly(0, 2, 2);
    }

    @Test
    void percentagesGoByTheLargestAsFarAsAHundredReaches() {
        assertThat(totals(plan(PERCENTAGE, 10, job("j", percent(70), task("a")), job("k", percent(30), task("a")))))
                .containsExactly(7, 3);
        assertThat(totals(plan(PERCENTAGE, 10, job("j", percent(40), task("a")), job("k", percent(70), task("a")))))
                .containsExactly(0, 7);
        assertThat(totals(plan(PERCENTAGE, 10, job("j", percent(50), task("a")))))
                .containsExactly(5);
    }

    @Test
    void equalFractionsGoToTheEarlierJob() {
        assertThat(totals(plan(PERCENTAGE, 5, job("j", percent(50), task("a")), job("k", percent(50), task("a")))))
                .containsExactly(3, 2);
    }

    @Test
    void percentageThatDoesNotCoverAJobIsGivenToThoseThatRun() {
        assertThat(totals(plan(
                        PERCENTAGE, 10, job("j", percent(60), task("a")), job("k", percent(40), task("a", 5, MANY)))))
                .containsExactly(10, 0);
    }

    @Test
    void queuedJobRunsOnAsManyPeersAsThereAre() {
        assertThat(counts(plan(BALANCED, 2, queued("j", task("a"), task("b"), task("c")))))
                .containsExactly(List.of(1, 1, 0));
        assertThat(counts(plan(BALANCED, 2, job("j", task("a"), task("b"), task("c")))))
                .containsExactly(List.of(0, 0, 0));
    }

    @Test
    void tagsAreThoseOfTheTaskByItsName() {
        var peers = Schedules.with(peers(1), "p2", "site", tags("gpu"));
        var job = job("j", task("a"), task("b").requiring(tags("gpu")));
        AssignmentPlan plan = Planner.plan(BALANCED, List.of(Demand.of(job)), peers);
        assertThat(names(plan, 0, 0)).containsExactly("p1");
        assertThat(names(plan, 0, 1)).containsExactly("p2");
    }

    @Test
    void jobThatCannotBePlacedHoldsNobodyAndOthersTakeWhatItHad() {
        var with = Schedules.with(peers(3), "p4", "site", tags("gpu"));
        var needsGpu = job("j", task("a"), task("b").requiring(tags("gpu")));
        var other = job("k", task("a"));
        AssignmentPlan before = Planner.plan(BALANCED, List.of(Demand.of(needsGpu), Demand.of(other)), with);
        assertThat(totals(before)).containsExactly(2, 2);
        var rest = before.demands().stream()
                .map(demand -> without(demand, PeerId.of("p4")))
                .toList();
        AssignmentPlan after = Planner.plan(BALANCED, rest, moved(with, before).without(PeerId.of("p4")));
        assertThat(totals(after)).containsExactly(0, 3);
        assertThat(after.why().get(0).finding().rule()).isEqualTo(Rule.DOES_NOT_FIT);
    }

    private static Demand without(Demand demand, PeerId peer) {
        Demand rest = demand;
        for (int t = 0; t < demand.stages().size(); t++) {
            rest = rest.with(t, demand.stages().get(t).without(peer));
        }
        return rest;
    }

    @Test
    void colocatedCopiesAreCountedSiteBySite() {
        OrderedTable<PeerId, Peer> peers = OrderedTable.empty();
        for (int i = 0; i < 10; i++) {
            peers = Schedules.with(peers, "p" + i, "site-" + i % 2, tags());
        }
        var job = job("j", TaskScheduler.COLOCATED, task("a"), task("b"), task("c"));
        assertThat(counts(Planner.plan(BALANCED, List.of(Demand.of(job)), peers)))
                .containsExactly(List.of(2, 2, 2));
    }

    @Test
    void onePeerMoreFillsAGapAndMovesNobodyElse() {
        var jobs = List.of(Demand.of(job("j", task("a"), task("b"))), Demand.of(job("k", task("a"))));
        AssignmentPlan before = Planner.plan(BALANCED, jobs, peers(6));
        var peers = moved(peers(6), before);
        AssignmentPlan after = Planner.plan(BALANCED, before.demands(), Schedules.with(peers, "p7", "site", tags()));
        assertThat(after.moves()).extracting(move -> move.peer().text()).containsExactly("p7");
        assertThat(Planner.plan(BALANCED, before.demands(), peers).moves()).isEmpty();
    }

    @Test
    void jobOfWhichNothingChangesIsTheVeryDemand() {
        AssignmentPlan before = plan(BALANCED, 4, job("j", task("a")), job("k", task("a")));
        AssignmentPlan after =
                Planner.plan(BALANCED, before.demands(), moved(peers(4), before).without(PeerId.of("p4")));
        assertThat(after.demands().get(0)).isSameAs(before.demands().get(0));
    }

    @Test
    void peersOfATaskAreSpreadOverSites() {
        OrderedTable<PeerId, Peer> peers = OrderedTable.empty();
        for (int i = 0; i < 4; i++) {
            peers = Schedules.with(peers, "p" + i, i < 2 ? "east" : "west", tags());
        }
        var jobs = List.of(Demand.of(job("j", task("a", 1, 2))), Demand.of(job("k", task("a", 1, 2))));
        AssignmentPlan plan = Planner.plan(BALANCED, jobs, peers);
        assertThat(plan.demands().get(0).stages().get(0).places())
                .extracting(place -> place.site().address())
                .containsExactlyInAnyOrder("east", "west");
    }

    @Test
    void everyVerdictNamesItsRule() {
        AssignmentPlan plan = plan(BALANCED, 3, job("j", task("a", 1, 1)), job("k", task("a", 5, MANY)));
        assertThat(plan.why())
                .extracting(why -> why.finding().rule())
                .containsExactly(Rule.AT_BOUND, Rule.BELOW_NEED, Rule.NO_ROOM, Rule.NO_ROOM);
        assertThat(plan(BALANCED, 1).why())
                .extracting(why -> why.finding().rule())
                .containsExactly(Rule.NO_LIVE_JOB);
        assertThat(plan(GREEDY, 3, job("j", task("a"))).why())
                .extracting(why -> why.finding().rule())
                .containsExactly(Rule.TAKES_ALL);
        assertThat(plan(PERCENTAGE, 2, job("j", percent(50), task("a"))).why())
                .extracting(why -> why.finding().rule())
                .containsExactly(Rule.HAS_ITS_SHARE, Rule.NOT_RESERVED);
    }

    @Test
    void rulesSayWhatTheirNumbersAre() {
        for (Rule rule : Rule.values()) {
            assertThat(rule.sentence()).isNotBlank();
            assertThat(rule.numbers()).isNotEmpty().hasSizeLessThanOrEqualTo(3);
        }
        var finding = new Finding(Rule.BELOW_NEED, 3, 2);
        assertThat(finding.holds()).isTrue();
        assertThat(List.of(finding.number(0), finding.number(1), finding.number(2)))
                .containsExactly(3L, 2L, 0L);
        assertThat(new Finding(Rule.BELOW_NEED, 2, 3).holds()).isFalse();
    }
}
