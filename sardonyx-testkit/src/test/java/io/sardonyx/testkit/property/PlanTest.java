package io.sardonyx.testkit.property;

import static io.sardonyx.testkit.property.Scenarios.assignments;
import static io.sardonyx.testkit.property.Scenarios.peersOf;
import static io.sardonyx.testkit.property.Scenarios.placed;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Flux;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Task;
import io.sardonyx.log.Change;
import io.sardonyx.replica.Replica;
import io.sardonyx.schedule.AssignmentPlan;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Move;
import io.sardonyx.testkit.generate.AnyHistory;
import io.sardonyx.testkit.generate.AnyJob;
import io.sardonyx.testkit.generate.AnyScenario;
import io.sardonyx.testkit.generate.PlannerScenario;
import io.sardonyx.testkit.generate.Property;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.Id;
import io.sardonyx.value.PeerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What holds of every plan, whatever the scheduler. */
class PlanTest extends Claims {

    private interface PlanCheck {
        void of(PlannerScenario scenario, AssignmentPlan plan);
    }

    private void forEveryPlan(PlanCheck check) {
        Property.forAll(Scenarios.all()).runs(runs(4000)).check(scenario -> check.of(scenario, scenario.plan()));
    }

    private interface StageCheck {
        void of(Task task, Stage before, Stage after);
    }

    private static void forEveryStage(
            PlannerScenario scenario, AssignmentPlan plan, Predicate<Demand> jobs, StageCheck check) {
        for (int j = 0; j < plan.demands().size(); j++) {
            Demand before = scenario.demands().get(j);
            Demand after = plan.demands().get(j);
            for (int t = 0; jobs.test(after) && t < after.stages().size(); t++) {
                check.of(
                        after.job().tasks().get(t),
                        before.stages().get(t),
                        after.stages().get(t));
            }
        }
    }

    @Test
    void everyPeerHasOnePlaceAtMost() {
        forEveryPlan((scenario, plan) -> assertThat(placed(plan.demands()))
                .doesNotHaveDuplicates()
                .isSubsetOf(scenario.peers().keys()));
    }

    @Test
    void movesLeadFromWhatIsToWhatIsPlanned() {
        forEveryPlan((scenario, plan) -> {
            Map<PeerId, Assignment> moved = new TreeMap<>(assignments(scenario.demands()));
            assertThat(plan.moves()).extracting(Move::peer).doesNotHaveDuplicates();
            for (Move move : plan.moves()) {
                Assignment old = move.to() == null ? moved.remove(move.peer()) : moved.put(move.peer(), move.to());
                assertThat(old).isNotEqualTo(move.to());
            }
            assertThat(moved).isEqualTo(assignments(plan.demands()));
        });
    }

    @Test
    void boundsSaturationAndTagsAreRespected() {
        forEveryPlan((scenario, plan) -> {
            assertThat(plan.demands())
                    .allSatisfy(demand -> assertThat(demand.size())
                            .isLessThanOrEqualTo(demand.job().saturation()));
            forEveryStage(scenario, plan, any -> true, (task, before, after) -> {
                assertThat(after.places())
                        .hasSizeLessThanOrEqualTo(task.bounds().max());
                assertThat(peersOf(after))
                        .allMatch(peer -> scenario.peers().get(peer).tags().satisfy(task.tags()));
            });
        });
    }

    @Test
    void wholeJobIsCoveredOrEmpty() {
        forEveryPlan((scenario, plan) -> forEveryStage(
                scenario, plan, demand -> demand.job().wholeOnly() && demand.size() > 0, (task, before, after) -> {
                    if (after.isOpen()) {
                        assertThat(after.places())
                                .hasSizeGreaterThanOrEqualTo(task.bounds().min());
                    }
                }));
    }

    @Test
    void newcomersLeaveFrozenAndSealingTasksAlone() {
        var grown = AnyScenario.of(AnyJob.full().withTasks(4), 3, 10).withTags().grown();
        Property.forAll(grown).runs(runs(2000)).check(scenario -> {
            if (scenario.scheduler() == JobScheduler.BALANCED) {
                forEveryStage(scenario, scenario.plan(), any -> true, (task, before, after) -> {
                    int present = before.places().size();
                    boolean frozen = task.flux() == Flux.KILL
                            && present >= Math.max(1, task.bounds().min());
                    if (frozen || before.progress() == Progress.SEALING) {
                        assertThat(after).isSameAs(before);
                    }
                });
            }
        });
    }

    @Test
    void completeTasksTakeNobody() {
        forEveryPlan((scenario, plan) -> forEveryStage(scenario, plan, any -> true, (task, before, after) -> {
            if (before.progress() == Progress.COMPLETE) {
                assertThat(after).isSameAs(before);
            }
        }));
    }

    @Test
    void whoStaysKeepsItsSlotAndNewSlotsAreTheLowestFree() {
        forEveryPlan((scenario, plan) -> forEveryStage(scenario, plan, any -> true, (task, before, after) -> {
            var stay = new ArrayList<>(after.places());
            stay.retainAll(before.places());
            assertThat(peersOf(after).stream().filter(peersOf(before)::contains))
                    .hasSize(stay.size());
            var expected = new ArrayList<Integer>();
            for (int slot = 0; expected.size() < after.places().size() - stay.size(); slot++) {
                int free = slot;
                if (stay.stream().noneMatch(place -> place.slot() == free)) {
                    expected.add(slot);
                }
            }
            assertThat(after.places().subList(0, stay.size())).isEqualTo(stay);
            assertThat(after.places().subList(stay.size(), after.places().size()))
                    .extracting(Place::slot)
                    .isEqualTo(expected);
        }));
    }

    @Test
    void planningIsDeterministic() {
        forEveryPlan((scenario, plan) -> {
            assertThat(scenario.plan().demands()).isEqualTo(plan.demands());
            assertThat(scenario.plan().moves()).isEqualTo(plan.moves());
            assertThat(scenario.plan().why()).isEqualTo(plan.why());
        });
    }

    @Test
    void planningAgainMovesNobody() {
        forEveryPlan((scenario, plan) -> {
            AssignmentPlan again = scenario.planned().plan();
            assertThat(again.moves()).isEmpty();
            assertThat(again.demands()).isEqualTo(plan.demands());
        });
    }

    @Test
    void plannedReplicaIsAlwaysAsPlanned() {
        Property.forAll(AnyHistory.faithful(200)).runs(runs(400)).check(history -> {
            for (Change<Replica> change : history.changes()) {
                if (change.happened() && change.after().cluster().allocation() == Allocation.PLANNED) {
                    assertThat(change.after().plan().moves()).isEmpty();
                }
            }
        });
    }

    @Test
    void everyJobAndEveryIdlePeerHasOneReasonThatHolds() {
        forEveryPlan((scenario, plan) -> {
            List<Id<?>> subjects = new ArrayList<>();
            plan.why().forEach(why -> {
                subjects.add(why.subject());
                assertThat(why.finding().holds()).as("%s", why).isTrue();
            });
            List<Id<?>> expected = new ArrayList<>();
            plan.demands().forEach(demand -> expected.add(demand.job().id()));
            Scenarios.idle(scenario, plan).forEach(peer -> expected.add(peer.id()));
            assertThat(subjects).isEqualTo(expected);
        });
    }
}
