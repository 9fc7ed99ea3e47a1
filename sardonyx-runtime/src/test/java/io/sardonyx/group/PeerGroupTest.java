package io.sardonyx.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.PeerGc;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Cluster;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Trim;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A group over a store in memory, by a clock that the test moves. */
class PeerGroupTest {

    private static final Cluster CLUSTER =
            new Cluster("tested", Allocation.PLANNED, JobScheduler.BALANCED, Cluster.REMEMBERED);

    private final Store store = Stores.open("memory:peer-group-test");
    private long nowNanos;

    @AfterEach
    void close() {
        store.close();
    }

    private void turnUntil(PeerGroup group, BooleanSupplier wish) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!wish.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            nowNanos += 1_000_000;
            if (!group.turn(nowNanos)) {
                LockSupport.parkNanos(100_000);
            }
        }
    }

    private PeerGroup member(Settings settings) {
        var group = new PeerGroup(store, settings, new SplittableRandom(1));
        turnUntil(group, group::isSettled);
        return group;
    }

    private void append(PeerGroup group, int entries) {
        for (int i = 0; i < entries; i++) {
            group.append(new PeerGc(GroupId.of("mark-" + i)));
        }
        turnUntil(group, group::isSettled);
    }

    @Test
    void longHistoryIsTrimmed() {
        PeerGroup group = member(Settings.of(CLUSTER, 1).trimming(150, Duration.ofDays(365)));
        append(group, 120);
        assertThat(group.replica().trim()).isNull();
        append(group, 40);
        turnUntil(group, () -> group.replica().trim() != null);
        group.close();
    }

    @Test
    void oldHistoryIsTrimmedThoughItIsShortButNotAnIdleOne() {
        PeerGroup group = member(Settings.of(CLUSTER, 1).trimming(1_000, Duration.ofHours(1)));
        append(group, 120);
        assertThat(group.replica().trim()).isNull();
        nowNanos += Duration.ofHours(2).toNanos();
        turnUntil(group, () -> group.replica().trim() != null);
        Trim first = group.replica().trim();
        long position = group.position();
        nowNanos += Duration.ofHours(2).toNanos();
        append(group, 1);
        assertThat(group.replica().trim()).isEqualTo(first);
        assertThat(group.position()).isEqualTo(position + 1);
        group.close();
    }

    @Test
    void processThatIsConfiguredOtherwiseLeavesAndNamesTheDifference() {
        PeerGroup group = member(Settings.of(CLUSTER, 1));
        var greedy = new Cluster("tested", Allocation.PLANNED, JobScheduler.GREEDY, Cluster.REMEMBERED);
        var other = new PeerGroup(store, Settings.of(greedy, 1), new SplittableRandom(2));
        turnUntil(other, other::isOver);
        assertThat(other.end()).contains("BALANCED").contains("GREEDY");
        Replica replica = group.replica();
        assertThat(replica.ring().members().size()).isEqualTo(1);
        group.close();
        other.close();
    }
}
