package io.sardonyx.testkit.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.testkit.explore.SealingExplorer.Rules;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The end of a queued job is never announced early and always announced, whatever crashes. */
class SealingExplorationTest {

    @ParameterizedTest(name = "{0} peers, {1} messages, {2} crashes, {3} lost answers")
    @CsvSource({"1,3,0,1", "2,3,1,1", "3,2,1,0"})
    void everySituationIsSoundAndCanFinish(int peers, int messages, int crashes, int losses) {
        explore(peers, messages, crashes, losses);
    }

    @Tag("campaign")
    @Tag("sealing")
    @ParameterizedTest(name = "{0} peers, {1} messages, {2} crashes, {3} lost answers")
    @CsvSource({"3,4,2,1"})
    void widerWorldsAreSoundAndCanFinishToo(int peers, int messages, int crashes, int losses) {
        explore(peers, messages, crashes, losses);
    }

    private static void explore(int peers, int messages, int crashes, int losses) {
        var explorer = new SealingExplorer(new Rules(true, true));
        String violation = explorer.explore(peers, messages, crashes, losses);
        System.out.printf(
                "%d peers, %d messages, %d crashes, %d lost answers: %,d states%n",
                peers, messages, crashes, losses, explorer.states());
        assertThat(violation).isNull();
    }

    @Test
    void withoutTheDepthTheEndIsAnnouncedEarly() {
        assertThat(new SealingExplorer(new Rules(false, true)).explore(2, 2, 0, 0))
                .contains("are not done");
    }

    @Test
    void withoutAnElectionTheJobMayNeverEnd() {
        assertThat(new SealingExplorer(new Rules(true, false)).explore(2, 1, 1, 0))
                .contains("cannot end");
    }
}
