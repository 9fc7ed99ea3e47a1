package io.sardonyx.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.client.admin.EntrySkipper;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.coordinator.PeerState;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.RosterPeer;
import io.sardonyx.duty.Duties;
import io.sardonyx.follow.RosterFold;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerEngine;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.loop.Loop;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Replica;
import io.sardonyx.store.Stores;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CoordinatorTest {

    private static final long MILLI = 1_000_000;
    private static final JobId JOB = JobId.of("j");

    private final Store store = Stores.open("memory:" + UUID.randomUUID());
    private final SplittableRandom random = new SplittableRandom(5);
    private final List<Loop> loops = new ArrayList<>();
    private boolean answers = true;
    private long now;

    @AfterEach
    void close() {
        loops.forEach(Loop::close);
        store.close();
    }

    private <L extends Loop> L running(L loop) {
        loops.add(loop);
        return loop;
    }

    private Coordinator coordinator(CoordinatorSettings settings) {
        return running(new Coordinator(store, settings, random));
    }

    private PeerGroup group(Allocation allocation, int peers) {
        var cluster = new ClusterParameters("c", allocation, JobScheduler.BALANCED, 100);
        return running(new PeerGroup(store, GroupSettings.of(cluster, peers), (id, its) -> new Idler(), random));
    }

    /** Gives turns to all, at a clock on which each turn takes a millisecond. */
    private void until(BooleanSupplier condition) {
        long limit = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("within a minute").isLessThan(limit);
            loops.forEach(loop -> loop.turn(now));
            now += MILLI;
            LockSupport.parkNanos(10_000);
        }
    }

    private static long count(Roster roster, PeerState state) {
        return roster.peers().values().stream()
                .filter(peer -> peer.state() == state)
                .count();
    }

    private static Outline job(JobId id, Delivery delivery) {
        return new Outline(
                id,
                List.of(Task.named(TaskName.of("read")), Task.named(TaskName.of("write"))),
                TaskScheduler.BALANCED,
                Percentage.ZERO,
                Bounds.UNBOUNDED,
                delivery,
                false,
                "",
                0);
    }

    @Test
    void offersAreAcknowledgedAndAKilledJobIsWithdrawn() {
        Coordinator coordinator = coordinator(CoordinatorSettings.DEFAULT);
        PeerGroup group = group(Allocation.COORDINATED, 3);
        until(() -> count(coordinator.state().roster(), PeerState.IDLE) == 3);
        group.append(new SubmitJob(job(JOB, Delivery.AUTOMATIC)));
        until(() -> count(coordinator.state().roster(), PeerState.ACTIVE) == 3);
        until(() -> group.duties().work().size() == 3);
        assertThat(group.replica().jobs().live().get(JOB))
                .isNotNull()
                .satisfies(run -> assertThat(run.isQueued()).isTrue());
        group.append(new KillJob(JOB, new Cause("enough", null, null)));
        until(() -> count(coordinator.state().roster(), PeerState.IDLE) == 3);
        assertThat(coordinator.state().roster().jobs().isEmpty()).isTrue();
    }

    @Test
    void standByLeadsWhenTheLeaderGivesItsLeaseBack() {
        Coordinator first = coordinator(CoordinatorSettings.DEFAULT);
        PeerGroup group = group(Allocation.COORDINATED, 2);
        until(() -> first.state().leads() && count(first.state().roster(), PeerState.IDLE) == 2);
        Coordinator second = coordinator(CoordinatorSettings.DEFAULT);
        until(() -> second.state().position() == first.state().position());
        assertThat(second.state().leads()).isFalse();
        first.close();
        loops.remove(first);
        group.append(new SubmitJob(job(JOB, Delivery.QUEUED)));
        until(() -> second.state().leads() && count(second.state().roster(), PeerState.ACTIVE) == 2);
    }

    @Test
    void peerThatNeverAcknowledgesIsRevokedAndReplaced() {
        answers = false;
        Coordinator coordinator = coordinator(CoordinatorSettings.DEFAULT.revokingAfter(Duration.ofSeconds(2)));
        PeerGroup group = group(Allocation.COORDINATED, 1);
        group.append(new SubmitJob(job(JOB, Delivery.QUEUED)));
        until(() -> count(coordinator.state().roster(), PeerState.ACKING) == 1);
        PeerId silent = find(coordinator, peer -> peer.state() == PeerState.ACKING);
        long offered = now;
        until(() -> count(coordinator.state().roster(), PeerState.DEAD) == 1);
        assertThat(now - offered).isGreaterThanOrEqualTo(2_000 * MILLI);
        answers = true;
        until(() -> count(coordinator.state().roster(), PeerState.ACTIVE) == 1);
        assertThat(find(coordinator, peer -> peer.state() == PeerState.ACTIVE)).isNotEqualTo(silent);
        assertThat(group.replica().peers().knows(silent)).isFalse();
    }

    private static PeerId find(Coordinator coordinator, Predicate<RosterPeer> those) {
        Roster roster = coordinator.state().roster();
        return roster.peers().keys().stream()
                .filter(id -> those.test(Objects.requireNonNull(roster.peers().get(id))))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void crashedProcessIsDeadAlthoughNobodyElseWatchesIt() {
        Coordinator coordinator = coordinator(CoordinatorSettings.DEFAULT);
        PeerGroup group = group(Allocation.COORDINATED, 2);
        until(() -> count(coordinator.state().roster(), PeerState.IDLE) == 2);
        loops.remove(group);
        group.close();
        until(() -> count(coordinator.state().roster(), PeerState.DEAD) == 2);
    }

    @Test
    void directJobThatSomebodyAppendedIsKilledAndOthersAreNotTouched() {
        Coordinator coordinator = coordinator(CoordinatorSettings.DEFAULT);
        PeerGroup group = group(Allocation.COORDINATED, 1);
        group.append(new SubmitJob(job(JobId.of("direct"), Delivery.DIRECT)));
        group.append(new SubmitJob(job(JOB, Delivery.QUEUED)));
        until(() -> group.replica().jobs().killed().has(JobId.of("direct")));
        until(() -> count(coordinator.state().roster(), PeerState.ACTIVE) == 1);
        assertThat(group.replica().jobs().live().has(JOB)).isTrue();
    }

    @Test
    void itsLogIsTrimmedAndANewStandByStartsAtTheOrigin() {
        Coordinator coordinator = coordinator(CoordinatorSettings.DEFAULT.trimming(10));
        PeerGroup group = group(Allocation.COORDINATED, 2);
        for (int i = 0; i < 20; i++) {
            JobId id = JobId.of("j" + i);
            group.append(new SubmitJob(job(id, Delivery.QUEUED)));
            until(() -> coordinator.state().roster().jobs().has(id));
            group.append(new KillJob(id, new Cause("enough", null, null)));
            until(() -> !coordinator.state().roster().jobs().has(id));
        }
        var log = store.log(RosterFold.log(group.replica().cluster()));
        until(() -> log.origin().toCompletableFuture().join().isPresent());
        Coordinator late = coordinator(CoordinatorSettings.DEFAULT);
        until(() -> late.state().position() == coordinator.state().position());
        assertThat(late.state().roster()).isEqualTo(coordinator.state().roster());
    }

    @Test
    void damagedEventThatAnOperatorSkipsStopsNeitherCoordinatorsNorPeers() {
        Coordinator coordinator = coordinator(CoordinatorSettings.DEFAULT);
        PeerGroup group = group(Allocation.COORDINATED, 1);
        until(() -> count(coordinator.state().roster(), PeerState.IDLE) == 1);
        ClusterParameters cluster = group.replica().cluster();
        long damaged = store.log(RosterFold.log(cluster))
                .append(List.of("no event".getBytes(StandardCharsets.UTF_8)))
                .toCompletableFuture()
                .join();
        EntrySkipper skipper = EntrySkipper.ofCoordinator(store, cluster, Duration.ofMinutes(1));
        assertThat(skipper.skip(damaged, "me", Duration.ZERO).skip()).isNotNull();
        group.append(new SubmitJob(job(JOB, Delivery.QUEUED)));
        until(() -> count(coordinator.state().roster(), PeerState.ACTIVE) == 1);
        assertThat(coordinator.state().position()).isGreaterThan(damaged);
    }

    @Test
    void clusterOfAnotherAllocationOrNameHasNoUseForIt() {
        group(Allocation.PLANNED, 1);
        Coordinator coordinator = coordinator(CoordinatorSettings.DEFAULT);
        until(coordinator::isOver);
        assertThat(coordinator.end()).contains("is planned").contains("needs no coordinator");
    }

    @Test
    void coordinatorOfAnotherClusterSaysSo() {
        group(Allocation.COORDINATED, 1);
        Coordinator coordinator = coordinator(CoordinatorSettings.DEFAULT.of("other"));
        until(coordinator::isOver);
        assertThat(coordinator.end()).contains("called c").contains("configured for other");
    }

    @Test
    void offersAreNotRevokedBeforeAPeerCanAnswer() {
        assertThatThrownBy(() -> CoordinatorSettings.DEFAULT.revokingAfter(Duration.ofMillis(200)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("200 ms would revoke offers that are on their way");
    }

    /** An engine that runs nothing, and acknowledges offers if told so. */
    private final class Idler implements PeerEngine {

        @Override
        public void take(Duties duties, Replica replica) {}

        @Override
        public boolean mayBegin(PeerId peer, Outline job) {
            return answers;
        }

        @Override
        public void suspend(boolean suspended) {}

        @Override
        public void drain() {}

        @Override
        public boolean isQuiet() {
            return true;
        }

        @Override
        public boolean turn(long nowNanos) {
            return false;
        }

        @Override
        public List<Said> said() {
            return List.of();
        }

        @Override
        public void close() {}
    }
}
