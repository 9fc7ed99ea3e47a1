package io.sardonyx.command;

import static io.sardonyx.command.Story.group;
import static io.sardonyx.command.Story.prepare;
import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.log.Reaction;
import java.util.List;
import org.junit.jupiter.api.Test;

class AbortJoinClusterTest {

    private static final AbortJoinCluster ABORT = new AbortJoinCluster(group("b"));

    @Test
    void joinInFlightIsErasedInEitherPhaseAndTheJoinerTriesAgainLater() {
        var prepared = Story.members("a").then(prepare("b"));
        for (var story : List.of(prepared, prepared.then(new NotifyJoinCluster(group("b"))))) {
            var told = story.tell(ABORT);
            assertThat(told.after().ring().joining().isEmpty()).isTrue();
            assertThat(told.after().ring().aborted()).containsExactly(group("b"));
            told.onlySpeaks("b", prepare("b"));
            assertThat(ABORT.reactions(told.change(), group("b"))).containsExactly(new Reaction<>(prepare("b"), true));
        }
    }

    @Test
    void whoWasTurnedAwayAlreadyOnlyTriesAgain() {
        var told = Story.members("a").then(prepare("c"), prepare("b")).tell(ABORT);
        told.changesNothing().onlySpeaks("b", prepare("b"));
    }

    @Test
    void memberIsNeverAborted() {
        Story.members("a", "b").tell(ABORT).isRefused();
    }

    @Test
    void idThatNobodyKnowsLeavesNoTrace() {
        var told = Story.members("a").tell(ABORT).changesNothing();
        assertThat(told.after().ring().aborted()).isEmpty();
    }

    @Test
    void whoLeftDoesNotTryAgain() {
        Story.members("a")
                .then(prepare("b"), new GroupLeaveCluster(group("b")))
                .tell(ABORT)
                .isRefused();
    }

    @Test
    void abortIsMootOnceANewAttemptIsInFlight() {
        assertThat(ABORT.isMoot(Story.members("a").then(prepare("b")).replica()))
                .isTrue();
        assertThat(ABORT.isMoot(Story.members("a", "b").replica())).isTrue();
        assertThat(ABORT.isMoot(Story.members("a").replica())).isFalse();
    }
}
