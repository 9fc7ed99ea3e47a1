package io.sardonyx.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AttemptsTest {

    @Test
    void theFirstAttemptDoesNotWait() {
        assertThat(Attempts.none(3, 10, 100).delayNanos()).isZero();
    }

    @Test
    void theDelayDoublesUpToTheLongest() {
        var attempts = Attempts.none(10, 10, 65);
        long[] expected = {10, 20, 40, 65, 65};
        for (long delay : expected) {
            attempts = attempts.afterFailure();
            assertThat(attempts.delayNanos()).isEqualTo(delay);
        }
    }

    @Test
    void theDelayNeverOverflows() {
        var attempts = new Attempts(200, 300, Long.MAX_VALUE / 3, Long.MAX_VALUE);
        assertThat(attempts.delayNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(new Attempts(200, 300, 0, 0).delayNanos()).isZero();
    }

    @Test
    void itIsPoisonAfterTheLimitAndStaysSo() {
        var attempts = Attempts.none(2, 1, 1).afterFailure();
        assertThat(attempts.isPoison()).isFalse();
        attempts = attempts.afterFailure();
        assertThat(attempts.isPoison()).isTrue();
        assertThat(attempts.afterFailure()).isEqualTo(attempts);
    }

    @Test
    void limitsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> Attempts.none(0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Attempts.none(1, 2, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Attempts.none(1, -1, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
