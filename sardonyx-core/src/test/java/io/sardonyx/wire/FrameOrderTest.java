package io.sardonyx.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FrameOrderTest {

    private final FrameOrder order = new FrameOrder();

    @Test
    void takesEachFrameOnceInOrder() {
        for (long number = 0; number < 100; number++) {
            assertThat(order.takes(number)).isTrue();
        }
        assertThat(order.isBroken()).isFalse();
    }

    @Test
    void aDuplicateBreaksTheLink() {
        order.takes(0);
        assertThat(order.takes(0)).isFalse();
        assertThat(order.isBroken()).isTrue();
    }

    @Test
    void aGapBreaksTheLinkForGood() {
        assertThat(order.takes(1)).isFalse();
        assertThat(order.takes(0)).isFalse();
        assertThat(order.takes(1)).isFalse();
    }

    @Test
    void aBrokenLinkTakesNothingWhateverTheNumber() {
        order.takes(5);
        assertThat(order.takes(-1)).isFalse();
        assertThatThrownBy(() -> new FrameOrder(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
