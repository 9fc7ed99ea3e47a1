package io.sardonyx.testkit.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.testkit.explore.CheckpointExplorer.Limits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Exactly the bundles of the checkpoints in the log are committed, all begin at the same one at a fence, and from every
 * situation a checkpoint can be complete, whoever dies.
 */
class CheckpointExplorationTest {

    private static final String WORLD =
            "{0} groups, {1} checkpoints, {2} crashes, {3} expiries, {4} doubled appends, {5} rewinds";

    @ParameterizedTest(name = WORLD)
    @CsvSource({"1,2,0,0,1,1", "2,2,1,0,1,1", "2,2,0,1,0,0", "3,1,2,0,1,0"})
    void everySituationIsSoundAndACheckpointCanBeComplete(
            int groups, int checkpoints, int crashes, int expiries, int doubled, int rewinds) {
        explore(new Limits(groups, checkpoints, crashes, expiries, doubled, rewinds));
    }

    @Tag("campaign")
    @Tag("checkpoints")
    @ParameterizedTest(name = WORLD)
    @CsvSource({"2,2,1,1,1,1", "3,2,2,1,1,0"})
    void widerWorldsAreSoundToo(int groups, int checkpoints, int crashes, int expiries, int doubled, int rewinds) {
        explore(new Limits(groups, checkpoints, crashes, expiries, doubled, rewinds));
    }

    private static void explore(Limits limits) {
        var explorer = new CheckpointExplorer(limits, true);
        String violation = explorer.explore();
        System.out.printf("%s: %,d states%n", limits, explorer.states());
        assertThat(violation).isNull();
    }

    @Test
    void withoutTheFenceABundleIsAbortedThatTheLogHasCommitted() {
        String violation = new CheckpointExplorer(new Limits(2, 2, 1, 0, 0, 1), false).explore();
        System.out.println(violation);
        assertThat(violation).contains(" aborts ", " of a checkpoint of the log");
    }
}
