package io.sardonyx.assignment;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.PeerId;
import org.junit.jupiter.api.Test;

class StageTest {

    private static final PeerId P = PeerId.of("p");
    private static final PeerId Q = PeerId.of("q");
    private static final PeerId R = PeerId.of("r");

    private static final Stage THREE = Stage.EMPTY.with(P, null).with(Q, null).with(R, null);

    @Test
    void slotsAreGivenInOrderOfArrival() {
        assertThat(THREE.places()).containsExactly(new Place(P, 0, null), new Place(Q, 1, null), new Place(R, 2, null));
    }

    @Test
    void whoStaysKeepsItsSlotAndTheNextTakesTheLowestFree() {
        Stage gap = THREE.without(Q);
        assertThat(gap.places()).containsExactly(new Place(P, 0, null), new Place(R, 2, null));
        assertThat(gap.with(Q, null).places())
                .containsExactly(new Place(P, 0, null), new Place(R, 2, null), new Place(Q, 1, null));
    }

    @Test
    void holdsTellsWhoIsThere() {
        assertThat(THREE.holds(Q)).isTrue();
        assertThat(THREE.without(Q).holds(Q)).isFalse();
    }

    @Test
    void taskThatLosesItsSealerIsOpenAgain() {
        Stage sealing = THREE.sealing(Q);
        assertThat(sealing.isOpen()).isFalse();
        assertThat(sealing.without(P))
                .extracting(Stage::progress, Stage::sealer)
                .containsExactly(Progress.SEALING, Q);
        assertThat(sealing.without(Q))
                .extracting(Stage::progress, Stage::sealer)
                .containsExactly(Progress.OPEN, null);
    }

    @Test
    void taskBeingSealedThatLosesEverybodyIsOpenAgain() {
        Stage sealing = Stage.EMPTY.with(P, null).sealing(null);
        assertThat(sealing.without(P)).isEqualTo(Stage.EMPTY);
    }

    @Test
    void completeTaskIsNotOpen() {
        assertThat(Stage.COMPLETE.isOpen()).isFalse();
        assertThat(Stage.EMPTY.isOpen()).isTrue();
    }
}
