package io.sardonyx.bench.race;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineTest {

    @Test
    void waitingIsNotWorkAndGuestsAreCountedOnce() {
        assertThat(Machine.busyTicks("cpu  1 20 300 4000 50000 600000 7000000 80000000 900000000 1000000000"))
                .isEqualTo(87_600_321);
    }

    @Test
    void coarseTicksNeverMakeOthersIdleBelowNothing() {
        assertThat(new Machine(30, 5).since(new Machine(10, 8))).isEqualTo(new Machine(20, 0));
    }
}
