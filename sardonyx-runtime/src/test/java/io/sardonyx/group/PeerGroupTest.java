package io.sardonyx.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.command.CompleteCheckpoint;
import io.sardonyx.command.ForgetJob;
import io.sardonyx.command.Gc;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.PeerGc;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.entry.ReplicaHash;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Lease;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Trim;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.table.SortedTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A group over a store in memory, by a clock that the test moves. */
class PeerGroupTest {

    private static final ClusterParameters CLUSTER =
            new ClusterParameters("tested", Allocation.PLANNED, JobScheduler.BALANCED, ClusterParameters.REMEMBERED);

    private static final GroupSettings ELSEWHERE = GroupSettings.of(CLUSTER.withState("memory:state"), 1);

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

    private PeerGroup member(GroupSettings settings) {
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
        PeerGroup group = member(GroupSettings.of(CLUSTER, 1).trimming(150, Duration.ofDays(365)));
        append(group, 120);
        assertThat(group.replica().trim()).isNull();
        append(group, 40);
        turnUntil(group, () -> group.replica().trim() != null);
        group.close();
    }

    @Test
    void oldHistoryIsTrimmedThoughItIsShortButNotAnIdleOne() {
        PeerGroup group = member(GroupSettings.of(CLUSTER, 1).trimming(1_000, Duration.ofHours(1)));
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
        PeerGroup group = member(GroupSettings.of(CLUSTER, 1));
        var greedy =
                new ClusterParameters("tested", Allocation.PLANNED, JobScheduler.GREEDY, ClusterParameters.REMEMBERED);
        var other = new PeerGroup(store, GroupSettings.of(greedy, 1), new SplittableRandom(2));
        turnUntil(other, other::isOver);
        assertThat(other.end()).contains("BALANCED").contains("GREEDY");
        Replica replica = group.replica();
        assertThat(replica.ring().members().size()).isEqualTo(1);
        group.close();
        other.close();
    }

    @Test
    void firstAddressOfStateIsSetAndWhoIsConfiguredForAnotherLeaves() {
        PeerGroup group = member(GroupSettings.of(CLUSTER, 1));
        assertThat(group.replica().cluster().stateUri()).isNull();
        PeerGroup first =
                new PeerGroup(store, GroupSettings.of(CLUSTER.withState("memory:state"), 1), new SplittableRandom(2));
        turnUntil(first, () -> {
            group.turn(nowNanos);
            return first.isSettled();
        });
        assertThat(first.replica().cluster().stateUri()).isEqualTo("memory:state");
        long position = first.position();
        PeerGroup other = new PeerGroup(
                store, GroupSettings.of(CLUSTER.withState("file:/elsewhere"), 1), new SplittableRandom(3));
        turnUntil(other, other::isOver);
        assertThat(other.end()).contains("memory:state").contains("file:/elsewhere");
        turnUntil(group, () -> group.replica().cluster().stateUri() != null);
        assertThat(group.replica().ring().members().size()).isEqualTo(2);
        turnUntil(first, () -> first.isSettled());
        assertThat(first.position()).isEqualTo(position);
        group.close();
        first.close();
        other.close();
    }

    @Test
    void stateThatIsInTheStoreIsNotMovedElsewhere() {
        PeerGroup group = member(GroupSettings.of(CLUSTER, 1));
        Job job = Job.named("j")
                .input("read", Inputs.numbers())
                .output("write", Outputs.discard())
                .path("read", "write")
                .build();
        group.append(new SubmitJob(Outline.of(job, "x")));
        turnUntil(group, () -> group.replica().jobs().live().has(job.id()));
        long fence = group.replica().jobs().live().get(job.id()).version();
        group.append(new CompleteCheckpoint(job.id(), fence, 1, "hash", false, SortedTable.empty()));
        turnUntil(group, group::isSettled);
        assertNotMoved(group, 2);
        group.append(new KillJob(job.id(), Cause.UNSAID));
        turnUntil(group, group::isSettled);
        assertNotMoved(group, 3);
        group.append(new ForgetJob(job.id()));
        turnUntil(group, group::isSettled);
        var other = new PeerGroup(store, ELSEWHERE, new SplittableRandom(4));
        turnUntil(other, () -> {
            group.turn(nowNanos);
            return other.isSettled();
        });
        assertThat(other.replica().cluster().stateUri()).isEqualTo("memory:state");
        group.close();
        other.close();
    }

    private void assertNotMoved(PeerGroup group, long seed) {
        var other = new PeerGroup(store, ELSEWHERE, new SplittableRandom(seed));
        turnUntil(other, other::isOver);
        assertThat(other.end()).contains("checkpoints of job j,", "cannot be moved to memory:state", "job forget");
        assertThat(group.replica().cluster().stateUri()).isNull();
        other.close();
    }

    /** Folds like everybody, but forgets one entry, always or only the first time. */
    private static final class ForgetfulFold implements Follower.Fold<Replica> {

        private final ReplicaFold right = new ReplicaFold();
        private final boolean always;
        private boolean forgot;

        ForgetfulFold(boolean always) {
            this.always = always;
        }

        @Override
        public Replica empty() {
            return right.empty();
        }

        @Override
        public Replica fromOrigin(byte[] origin) {
            return right.fromOrigin(origin);
        }

        @Override
        public Entry<Replica> decode(long position, byte[] stored) {
            return right.decode(position, stored);
        }

        @Override
        public Change<Replica> apply(Replica before, Entry<Replica> entry) {
            if (entry.step() instanceof GroupLeaveCluster leave && leave.id().equals(STRANGER) && (always || !forgot)) {
                forgot = true;
                return new Change<>(before, before);
            }
            return right.apply(before, entry);
        }

        @Override
        public Entry<Replica> skipped(long position) {
            return right.skipped(position);
        }

        @Override
        public boolean isContinued(Replica before, Replica after) {
            return right.isContinued(before, after);
        }
    }

    private static final GroupId STRANGER = GroupId.of("stranger");

    /** Two members, of which the second forgets that somebody left; then two gc entries. */
    private PeerGroup[] diverging(boolean always) {
        GroupSettings settings = GroupSettings.of(CLUSTER, 1).trimming(1_000, Duration.ofDays(365));
        PeerGroup first = member(settings);
        var second =
                new PeerGroup(store, settings, PeerEngine.NONE, new ForgetfulFold(always), new SplittableRandom(2));
        turnBothUntil(first, second, () -> first.isSettled() && second.isSettled());
        first.append(new GroupLeaveCluster(STRANGER));
        turnBothUntil(first, second, () -> second.position() == first.position() && first.isSettled());
        return new PeerGroup[] {first, second};
    }

    private void turnBothUntil(PeerGroup first, PeerGroup second, BooleanSupplier wish) {
        turnUntil(first, () -> {
            second.turn(nowNanos);
            return wish.getAsBoolean();
        });
    }

    private Gc gc(PeerGroup author, long formerPosition, Replica former) {
        String hash = ReplicaHash.of(new ReplicaView(former, formerPosition));
        return new Gc(author.id(), formerPosition < 0 ? null : new Gc.Checksum(formerPosition, hash));
    }

    private void tellHashes(PeerGroup first, PeerGroup second) {
        first.append(new Gc(first.id()));
        turnBothUntil(first, second, () -> second.position() == first.position() && first.isSettled());
        first.append(gc(first, first.position(), first.replica()));
    }

    @Test
    void memberWhoseMemoryWasWrongReadsTheLogAnew() {
        PeerGroup[] two = diverging(false);
        GroupId wrong = two[1].id();
        assertThat(two[1].replica().ring().hasLeft(STRANGER)).isFalse();
        tellHashes(two[0], two[1]);
        turnBothUntil(two[0], two[1], () -> !two[1].id().equals(wrong) && two[1].isSettled());
        assertThat(two[1].formerEnd()).contains("reads the log anew");
        assertThat(two[1].replica().ring().hasLeft(STRANGER)).isTrue();
        assertThat(two[1].isOver()).isFalse();
        two[0].close();
        two[1].close();
    }

    @Test
    void membersThatFoldDifferentlyBothStop() {
        PeerGroup[] two = diverging(true);
        tellHashes(two[0], two[1]);
        assertThatThrownBy(() -> turnBothUntil(two[0], two[1], () -> false)).isInstanceOf(Diverged.class);
        for (PeerGroup each : two) {
            assertThatThrownBy(() -> turnUntil(each, () -> false))
                    .isInstanceOf(Diverged.class)
                    .hasMessageContaining("different replicas");
        }
        two[0].close();
        two[1].close();
    }

    /** A store whose leases are suspended while it is away. */
    private record StoreThatMayBeAway(Store to, AtomicBoolean away) implements Store, Leases {

        @Override
        public Log log(String name) {
            return to.log(name);
        }

        @Override
        public Documents documents() {
            return to.documents();
        }

        @Override
        public Leases leases() {
            return this;
        }

        @Override
        public CompletionStage<Optional<Lease>> claim(String name, String holder) {
            return to.leases().claim(name, holder).thenApply(claimed -> claimed.map(this::suspendable));
        }

        private Lease suspendable(Lease lease) {
            return new Lease() {
                @Override
                public long fence() {
                    return lease.fence();
                }

                @Override
                public Standing standing() {
                    return away.get() ? Standing.SUSPENDED : lease.standing();
                }

                @Override
                public Watch onChange(Runnable nudge) {
                    return lease.onChange(nudge);
                }

                @Override
                public void close() {
                    lease.close();
                }
            };
        }

        @Override
        public CompletionStage<Boolean> isHeld(String name) {
            return to.leases().isHeld(name);
        }

        @Override
        public Watch onFree(String name, Runnable nudge) {
            return to.leases().onFree(name, nudge);
        }

        @Override
        public void close() {
            to.close();
        }
    }

    /** Lets another member die, and returns what this one says of it. */
    private GroupLeaveCluster deathOfAnother(PeerGroup group) throws TimeoutException {
        var other = new PeerGroup(store, GroupSettings.of(CLUSTER, 1), new SplittableRandom(nowNanos));
        turnBothUntil(group, other, () -> group.isSettled() && other.isSettled());
        GroupId dead = other.id();
        other.close();
        turnUntil(group, () -> group.replica().ring().hasLeft(dead));
        var said = new ArrayList<GroupLeaveCluster>();
        LogScanner.read(store, Long.MAX_VALUE, Duration.ofSeconds(60), (entry, change) -> {
            if (entry.step() instanceof GroupLeaveCluster leave && leave.id().equals(dead)) {
                said.add(leave);
            }
        });
        return said.get(0);
    }

    @Test
    void deathsAreNotHeldAgainstJobsSoonAfterTheStoreWasAway() throws TimeoutException {
        var away = new AtomicBoolean();
        var group = new PeerGroup(
                new StoreThatMayBeAway(store, away), GroupSettings.of(CLUSTER, 1), new SplittableRandom(1));
        turnUntil(group, group::isSettled);
        assertThat(deathOfAnother(group).died()).isTrue();
        away.set(true);
        group.turn(nowNanos);
        away.set(false);
        assertThat(deathOfAnother(group).died()).isFalse();
        nowNanos += StoreOutage.AFTERMATH.toNanos();
        assertThat(deathOfAnother(group).died()).isTrue();
        group.close();
    }
}
