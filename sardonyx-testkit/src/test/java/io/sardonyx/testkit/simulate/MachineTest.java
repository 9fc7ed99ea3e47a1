package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.testkit.simulate.fault.LocalClock;
import io.sardonyx.testkit.simulate.fault.RandomFaults;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import io.sardonyx.testkit.simulate.store.SimulatedConnection;
import io.sardonyx.testkit.simulate.store.SimulatedStore;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A machine's own clock may leap and stand still, but never goes back. */
class MachineTest {

    private final VirtualTime time = new VirtualTime();
    private final LocalClock clock = new LocalClock(time);
    private final Machine machine = machine();

    private Machine machine() {
        var random = new SplittableRandom(1);
        var faults = new RandomFaults(random, Set.of());
        var storm = Storm.none(1, 1);
        var connection = new SimulatedConnection(new SimulatedStore(), faults, time);
        var cluster = new ClusterParameters("c", Allocation.PLANNED, JobScheduler.BALANCED, 10);
        var settings = GroupSettings.of(cluster, 0);
        var make = new World.Make(settings, ReplicaFold::new, store -> store, false, MachineEngine.NONE);
        var shop = MachineEngine.NONE.open(new World(storm, make, 1, entry -> {}), clock);
        clock.leap(1_000);
        return new Machine("m", connection, new PeerGroup(connection, settings, random), clock, shop);
    }

    private void passTo(long nanos) {
        time.after(nanos - time.nowNanos(), () -> {});
        while (time.nowNanos() < nanos) {
            time.step();
        }
    }

    @Test
    void aClockThatStoodStillGoesOnWhereItWas() {
        passTo(100);
        machine.stopUntil(400);
        assertThat(machine.isPaused(399)).isTrue();
        assertThat(machine.isPaused(400)).isFalse();
        passTo(400);
        assertThat(clock.getAsLong()).isEqualTo(1_100);
    }

    @Test
    void stopsThatOverlapCountOnce() {
        passTo(100);
        machine.stopUntil(400);
        passTo(200);
        machine.stopUntil(500);
        passTo(300);
        machine.stopUntil(350);
        passTo(500);
        assertThat(clock.getAsLong()).isEqualTo(1_100);
    }

    @Test
    void aLeapIsThereAtOnce() {
        machine.leap(7_000);
        passTo(100);
        assertThat(clock.getAsLong()).isEqualTo(8_100);
        assertThat(machine.isPaused(100)).isFalse();
    }
}
