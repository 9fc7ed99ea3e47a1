package io.sardonyx.zookeeper;

import static io.sardonyx.zookeeper.Patience.answer;
import static io.sardonyx.zookeeper.Patience.bytes;
import static io.sardonyx.zookeeper.Patience.eventually;
import static io.sardonyx.zookeeper.Patience.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.port.Lease;
import io.sardonyx.port.Lease.Standing;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a store says and does when its server goes away, or its session ends. */
class BrokenConnectionTest {

    private TestingServer server;
    private Store store;

    @BeforeEach
    void start() throws Exception {
        server = new TestingServer();
        store = open(20_000);
    }

    @AfterEach
    void stop() throws Exception {
        store.close();
        server.close();
    }

    @Test
    void aLeaseIsSuspendedWithoutAServerAndHeldAgainWhenItIsBackInTime() throws Exception {
        Lease lease = claimed(store, "n");
        var nudges = new AtomicInteger();
        lease.onChange(nudges::incrementAndGet);
        server.stop();
        eventually("the lease was suspended", () -> lease.standing() == Standing.SUSPENDED);
        eventually("the holder was nudged", () -> nudges.get() > 0);
        int before = nudges.get();
        server.restart();
        eventually("the lease was held again", () -> lease.standing() == Standing.HELD);
        eventually("the holder was nudged again", () -> nudges.get() > before);
        assertThat(answer(store.leases().isHeld("n"))).isTrue();
    }

    @Test
    void aLeaseThatCannotBeProvedInTimeIsLostOnOurOwnClock() throws Exception {
        try (Store hasty = open(6_000)) {
            Lease lease = claimed(hasty, "n");
            var nudges = new AtomicInteger();
            lease.onChange(nudges::incrementAndGet);
            server.stop();
            eventually("the lease was lost", () -> lease.standing() == Standing.LOST);
            eventually("the holder was nudged", () -> nudges.get() > 0);
            server.restart();
            eventually("the name was free", () -> !isHeld("n"));
            assertThat(lease.standing()).isEqualTo(Standing.LOST);
        }
    }

    @Test
    void whoseSessionEndsLosesItsLeasesAndGoesOnInANewOne() throws Exception {
        var nudges = new AtomicInteger();
        answer(store.log("log").append(List.of(bytes("a"))));
        store.log("log").onAppend(nudges::incrementAndGet);
        Lease lease = claimed(store, "n");
        SharedZooKeeper.endSession(store, server.getConnectString());
        eventually("the lease was lost", () -> lease.standing() == Standing.LOST);
        try (Store other = open(20_000)) {
            Lease next = claimed(other, "n");
            assertThat(next.fence()).isGreaterThan(lease.fence());
            lease.close();
            eventually("the store had a new session", () -> isAppended("b"));
            assertThat(next.standing()).isEqualTo(Standing.HELD);
            assertThat(answer(store.leases().claim("n", "again"))).isEmpty();
            int before = nudges.get();
            answer(other.log("log").append(List.of(bytes("c"))));
            eventually("the watch was set in the new session", () -> nudges.get() > before);
            assertThat(readAll(store.log("log"))).containsSubsequence("a", "b", "c");
        }
    }

    @Test
    void whatIsAppendedWithoutAServerFailsAndWhatIsQueuedBehindItToo() throws Exception {
        var log = store.log("log");
        answer(log.append(List.of(bytes("a"))));
        server.stop();
        var first = log.append(List.of(bytes("b")));
        var second = log.append(List.of(bytes("c")));
        for (var unknown : List.of(first, second)) {
            assertThatThrownBy(() -> answer(unknown))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(KeeperException.class);
        }
        server.restart();
        assertThat(readAll(log)).startsWith("a").doesNotHaveDuplicates();
        eventually("it could be appended again", () -> isAppended("d"));
    }

    @Test
    void aReadWaitsForTheServerToComeBack() throws Exception {
        answer(store.log("log").append(List.of(bytes("a"))));
        server.stop();
        var read = store.log("log").read(0, 1);
        server.restart();
        assertThat(answer(read).entries()).hasSize(1);
    }

    @Test
    void aLogThatWentBackwardsIsRefusedByName() throws Exception {
        var log = store.log("log");
        answer(log.append(List.of(bytes("a"), bytes("b"))));
        var zooKeeper = ((ZooKeeperStore) store).connection().zooKeeper();
        for (String entry : zooKeeper.getChildren("/tests/logs/log/entries", false)) {
            zooKeeper.delete("/tests/logs/log/entries/" + entry, -1);
        }
        zooKeeper.delete("/tests/logs/log/entries", -1);
        assertThatThrownBy(() -> answer(log.append(List.of(bytes("c"))))).hasMessageContaining("went backwards");
    }

    @Test
    void anEntryTooLargeForZooKeeperIsRefusedByName() {
        assertThatThrownBy(() -> store.log("log").append(List.of(new byte[Log.MAX_ENTRY_BYTES + 1])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("an entry has 524289 bytes");
    }

    @Test
    void theLargestEntryIsAppendedAndManyOfThemAreReadAtOnce() throws Exception {
        byte[] large = new byte[Log.MAX_ENTRY_BYTES];
        for (int i = 0; i < 10; i++) {
            answer(store.log("log").append(List.of(large)));
        }
        try (Store other = open(20_000)) {
            assertThat(readAll(other.log("log"))).hasSize(10).allMatch(entry -> entry.length() == large.length);
        }
    }

    private Store open(int sessionTimeoutMillis) {
        return new ZooKeeperStoreProvider()
                .open("zookeeper://" + server.getConnectString() + "/tests?sessionTimeoutMillis="
                        + sessionTimeoutMillis);
    }

    private static Lease claimed(Store store, String name) throws Exception {
        return answer(store.leases().claim(name, "holder")).orElseThrow();
    }

    private boolean isHeld(String name) {
        try {
            return answer(store.leases().isHeld(name));
        } catch (Exception e) {
            return true;
        }
    }

    private boolean isAppended(String entry) {
        try {
            answer(store.log("log").append(List.of(bytes(entry))));
            return true;
        } catch (Exception e) {
            return false;
        }
    }
}
