package io.sardonyx.testkit.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.coordinator.Ack;
import io.sardonyx.coordinator.Born;
import io.sardonyx.coordinator.Complete;
import io.sardonyx.coordinator.Exhaust;
import io.sardonyx.coordinator.Offer;
import io.sardonyx.coordinator.Plan;
import io.sardonyx.coordinator.Post;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.log.Step;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Coordinator with a hot stand-by gets every job done, or has nobody left to do it. */
class CoordinatorExplorationTest {

    private static final String WORLD =
            "{0} peers, {1} unfit, {2} crashes, {3} expiries, {4} lost or duplicated appends, backlog {5}";

    @ParameterizedTest(name = WORLD)
    @CsvSource({"1,0,1,1,1,2", "2,0,1,0,0,1", "2,0,0,0,0,2", "2,1,0,0,1,1"})
    void everySituationIsSoundAndCanFinish(int peers, int unfit, int crashes, int expiries, int mishaps, int backlog) {
        explore(peers, unfit, new FaultBounds(crashes, expiries, mishaps, backlog));
    }

    @Tag("campaign")
    @Tag("coordinator")
    @ParameterizedTest(name = WORLD)
    @CsvSource({"2,0,1,0,1,1", "2,1,1,0,0,1", "2,0,2,0,1,1", "3,0,1,0,0,1"})
    void widerWorldsAreSoundAndCanFinishToo(int peers, int unfit, int crashes, int expiries, int mishaps, int backlog) {
        var world = peers > 2 ? new CoordinatorModel(peers, unfit) : CoordinatorModel.symmetric(peers, unfit);
        explore(world, new FaultBounds(crashes, expiries, mishaps, backlog));
    }

    @Test
    void symmetryMissesNoConfiguration() {
        assertNoneMissed(new CoordinatorModel(2, 0, true) {
            @Override
            public boolean isEvicted(Roster roster, int actor) {
                return actor == 1 || super.isEvicted(roster, actor);
            }
        });
    }

    @Test
    @Tag("campaign")
    @Tag("coordinator")
    void symmetryMissesNoConfigurationWithAStandByEither() {
        assertNoneMissed(CoordinatorModel.symmetric(2, 0));
    }

    /** Every interleaving, so that both searches find exactly the same configurations but for the names. */
    private static void assertNoneMissed(CoordinatorModel world) {
        var kernel = new FoldCache<>(world);
        var faults = new FaultBounds(0, 0, 0, 1);
        var all = Explorer.canonicalForms(kernel, faults, false);
        System.out.println(all.size() + " configurations but for names");
        assertThat(Explorer.canonicalForms(kernel, faults, true).equals(all)).isTrue();
        assertThat(all).hasSizeGreaterThan(10_000);
    }

    @ParameterizedTest(name = WORLD)
    @CsvSource({"2,0,0,0,0,1", "2,2,0,0,0,1"})
    void withAndWithoutSymmetryTheVerdictIsTheSame(
            int peers, int unfit, int crashes, int expiries, int mishaps, int backlog) {
        var faults = new FaultBounds(crashes, expiries, mishaps, backlog);
        var named = explore(new NamedPeers(peers, unfit), faults);
        var unnamed = explore(CoordinatorModel.symmetric(peers, unfit), faults);
        assertThat(unnamed.states()).isBetween(named.states() / 2, named.states() * 3 / 5);
        assertThat(unnamed.replicas()).isGreaterThanOrEqualTo(named.replicas());
    }

    @Test
    void symmetryHidesNoCounterexample() {
        for (boolean symmetric : new boolean[] {true, false}) {
            var world = new CoordinatorModel(2, 0, symmetric) {
                @Override
                public List<? extends Step<Roster>> owed(Roster roster, int actor, int pulses) {
                    return actor == 1 ? List.of() : super.owed(roster, actor, pulses);
                }
            };
            var report = Explorer.explore(world, new FaultBounds(1, 0, 0, 1), 3_000_000, states -> {});
            System.out.println(report);
            assertThat(report.story()).as(report.toString()).isPresent();
        }
    }

    /** Of two peers that waited, the name decides which one is idle first. */
    @Test
    void threePeersAreNotInterchangeable() {
        assertThatThrownBy(() -> CoordinatorModel.symmetric(3, 0)).hasMessageContaining("in the order of ids");
        var post = new Post(JobId.of("job"), TaskName.of("write"), 0);
        var kernel = new FoldCache<>(new CoordinatorModel(3, 0, true));
        int waiting = kernel.state(sealing(post, "p1", "p3", "p2"));
        int complete = kernel.step(new Complete(PeerId.of("p1"), post));
        assertThatThrownBy(() -> kernel.apply(waiting, complete, 0))
                .hasMessageStartingWith("names matter, so symmetry is unsound: what follows of Complete");
    }

    /** A roster in which the first peer seals a task and the others wait; their slots are in this order. */
    private static Roster sealing(Post post, String... peers) {
        var steps = new ArrayList<Step<Roster>>();
        for (String peer : peers) {
            steps.add(new Born(PeerId.of(peer)));
        }
        steps.add(new Plan(
                post.job(),
                0,
                List.of(
                        new Plan.PlannedTask(TaskName.of("read"), 0, Plan.Consumption.SEQUENTIAL),
                        new Plan.PlannedTask(post.task(), 1, Plan.Consumption.CONCURRENT))));
        for (String peer : peers) {
            steps.add(new Offer(PeerId.of(peer), post));
            steps.add(new Ack(PeerId.of(peer), post));
        }
        for (int i = peers.length - 1; i >= 0; i--) {
            steps.add(new Exhaust(PeerId.of(peers[i]), post));
        }
        Roster roster = Roster.EMPTY;
        for (Step<Roster> step : steps) {
            roster = step.apply(roster, 0);
        }
        return roster;
    }

    /** A leader that appends what it owes in the order of names. */
    @Test
    void symmetryThatIsNoneIsRefused() {
        var world = new CoordinatorModel(2, 0, true) {
            @Override
            public List<? extends Step<Roster>> owed(Roster roster, int actor, int pulses) {
                var owed = super.owed(roster, actor, pulses);
                return owed.subList(0, Math.min(1, owed.size()));
            }
        };
        assertThatThrownBy(() -> Explorer.explore(world, new FaultBounds(2, 0, 0, 1)))
                .hasMessageStartingWith("names matter, so symmetry is unsound: duties of leader");
    }

    /** A world in which peers could be renamed and are not. */
    private static final class NamedPeers extends CoordinatorModel {

        NamedPeers(int peers, int unfit) {
            super(peers, unfit, true);
        }

        @Override
        public Symmetry<Roster> symmetry() {
            return new CoordinatorModel(1).symmetry();
        }
    }

    private static void explore(int peers, int unfit, FaultBounds faults) {
        explore(new CoordinatorModel(peers, unfit), faults);
    }

    private static ExplorationReport explore(CoordinatorModel world, FaultBounds faults) {
        var report = Explorer.explore(world, faults, Integer.MAX_VALUE, progress());
        System.out.println(report);
        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(report.complete()).isTrue();
        assertThat(report.healthy()).isPositive();
        return report;
    }

    /** Tells about every ten million states, since the worlds of the campaign take many minutes. */
    private static LongConsumer progress() {
        long[] due = {10_000_000};
        return states -> {
            if (states >= due[0]) {
                System.out.printf("%,d states so far%n", states);
                due[0] = states + 10_000_000;
            }
        };
    }

    @Test
    void aStandByThatNeverTakesOverLeavesTheJobUndone() {
        var world = new CoordinatorModel(1) {
            @Override
            public List<? extends Step<Roster>> owed(Roster roster, int actor, int pulses) {
                return actor == 1 ? List.of() : super.owed(roster, actor, pulses);
            }
        };
        var report = Explorer.explore(world, new FaultBounds(1, 0, 0, 2));
        assertThat(report.story()).as(report.toString()).isPresent();
    }
}
