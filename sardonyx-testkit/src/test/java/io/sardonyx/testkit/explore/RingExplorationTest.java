package io.sardonyx.testkit.explore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ring, with its real commands and duties, survives everything that small worlds can do to it. */
class RingExplorationTest {

    private static final int BACKLOG = 2;

    @ParameterizedTest(name = "{0} groups, {1} crashes, {2} expiries, {3} lost or duplicated appends")
    @CsvSource({"2,2,1,1", "3,2,0,1", "3,1,1,1", "4,0,0,1"})
    void everySituationIsSoundAndCanHeal(int groups, int crashes, int expiries, int mishaps) {
        explore(groups, crashes, expiries, mishaps);
    }

    @Tag("campaign")
    @ParameterizedTest(name = "{0} groups, {1} crashes, {2} expiries, {3} lost or duplicated appends")
    @CsvSource({"3,3,0,1", "3,2,2,1", "4,1,0,1"})
    void widerWorldsAreSoundAndCanHealToo(int groups, int crashes, int expiries, int mishaps) {
        explore(groups, crashes, expiries, mishaps);
    }

    private static void explore(int groups, int crashes, int expiries, int mishaps) {
        var report = Explorer.explore(new RingModel(groups), new FaultBounds(crashes, expiries, mishaps, BACKLOG));
        System.out.println(report);
        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(report.complete()).isTrue();
        assertThat(report.healthy()).isPositive();
    }

    @ParameterizedTest(name = "{0} groups, {1} crashes, {2} expiries, {3} lost or duplicated appends")
    @CsvSource({"2,2,1,1", "3,2,0,0", "3,0,1,0", "3,0,0,1"})
    void theReducedSearchMissesNothing(int groups, int crashes, int expiries, int mishaps) {
        var faults = new FaultBounds(crashes, expiries, mishaps, BACKLOG);
        var reduced = Explorer.explore(new RingModel(groups), faults);
        var whole = Explorer.exploreUnreduced(new RingModel(groups), faults);
        assertThat(reduced.states()).isLessThan(whole.states());
        assertThat(reduced.replicas()).isEqualTo(whole.replicas());
        assertThat(reduced.healthy()).isEqualTo(whole.healthy());
        assertThat(whole.isClean()).isTrue();
    }
}
