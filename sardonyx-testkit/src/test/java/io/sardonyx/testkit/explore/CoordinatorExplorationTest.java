package io.sardonyx.testkit.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.coordinator.Roster;
import io.sardonyx.log.Step;
import java.util.List;
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
    @ParameterizedTest(name = WORLD)
    @CsvSource({"2,0,1,0,1,1", "2,1,1,0,0,1"})
    void widerWorldsAreSoundAndCanFinishToo(int peers, int unfit, int crashes, int expiries, int mishaps, int backlog) {
        explore(peers, unfit, new FaultBounds(crashes, expiries, mishaps, backlog));
    }

    private static void explore(int peers, int unfit, FaultBounds faults) {
        var report = Explorer.explore(new CoordinatorModel(peers, unfit), faults);
        System.out.println(report);
        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(report.complete()).isTrue();
        assertThat(report.healthy()).isPositive();
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
