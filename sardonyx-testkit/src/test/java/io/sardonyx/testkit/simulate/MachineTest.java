package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.group.PeerGroup;
import io.sardonyx.group.Settings;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.replica.Cluster;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A machine's own clock may leap and stand still, but never goes back. */
class MachineTest {

    private final Machine machine = machine();

    private static Machine machine() {
        var random = new SplittableRandom(1);
        var connection = new Connection(new SimulatedStore(), new Weather(random, Set.of()), new VirtualTime());
        var cluster = new Cluster("c", Allocation.PLANNED, JobScheduler.BALANCED, 10);
        return new Machine("m", connection, new PeerGroup(connection, Settings.of(cluster, 0), random), 1_000);
    }

    @Test
    void aClockThatStoodStillGoesOnWhereItWas() {
        machine.stopUntil(100, 400);
        assertThat(machine.isPaused(399)).isTrue();
        assertThat(machine.isPaused(400)).isFalse();
        assertThat(machine.clockNanos(400)).isEqualTo(1_100);
    }

    @Test
    void stopsThatOverlapCountOnce() {
        machine.stopUntil(100, 400);
        machine.stopUntil(200, 500);
        machine.stopUntil(300, 350);
        assertThat(machine.clockNanos(500)).isEqualTo(1_100);
    }

    @Test
    void aLeapIsThereAtOnce() {
        machine.leap(7_000);
        assertThat(machine.clockNanos(100)).isEqualTo(8_100);
        assertThat(machine.isPaused(100)).isFalse();
    }
}
