package io.sardonyx.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineTest {

    private final Deadline deadline = new Deadline();

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE})
    void whatWasNeverSetIsDueWhateverTheClockReads(long now) {
        assertThat(deadline.isDue(now)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -100, -1, 0, Long.MAX_VALUE - 100, Long.MAX_VALUE - 99, Long.MAX_VALUE})
    void whatIsSetIsDueFromThatMomentOnThoughTheClockWrapsAround(long now) {
        deadline.set(now + 100);
        assertThat(deadline.isDue(now)).isFalse();
        assertThat(deadline.isDue(now + 99)).isFalse();
        assertThat(deadline.isDue(now + 100)).isTrue();
        assertThat(deadline.isDue(now + 200)).isTrue();
    }

    @Test
    void whatIsHastenedIsDueUntilItIsSetAgain() {
        deadline.set(100);
        deadline.hasten();
        assertThat(deadline.isDue(0)).isTrue();
        deadline.set(100);
        assertThat(deadline.isDue(0)).isFalse();
    }
}
