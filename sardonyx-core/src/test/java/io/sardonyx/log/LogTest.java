package io.sardonyx.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.GroupId;
import org.junit.jupiter.api.Test;

class LogTest {

    private static final Step<String> SHOUT = (before, position) -> before + position;

    @Test
    void changeHappenedUnlessTheVeryStateCameOut() {
        String state = "state";
        assertThat(new Change<>(state, state).happened()).isFalse();
        assertThat(new Change<>(state, SHOUT.apply(state, 1)).happened()).isTrue();
    }

    @Test
    void stepThatSaysNothingElseMakesNobodySpeak() {
        assertThat(SHOUT.reactions(new Change<>("a", "b"), GroupId.of("x"))).isEmpty();
    }

    @Test
    void reactionIsForNowOrForAfterTheBackOff() {
        assertThat(Reaction.now(SHOUT)).containsExactly(new Reaction<>(SHOUT, false));
        assertThat(Reaction.later(SHOUT)).containsExactly(new Reaction<>(SHOUT, true));
    }

    @Test
    void anonymousEntryHasNoAuthor() {
        assertThat(Entry.anonymous(3, SHOUT)).isEqualTo(new Entry<>(3, null, 0, SHOUT));
    }
}
