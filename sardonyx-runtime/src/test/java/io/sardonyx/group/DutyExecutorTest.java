package io.sardonyx.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.content.DocumentSweeper;
import io.sardonyx.duty.Duties;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.ListLog;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.follow.Silent;
import io.sardonyx.loop.BackOff;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Replica;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DutyExecutorTest {

    private static final long POLL = 1_000;
    private static final GroupId A = GroupId.of("a");

    private static final long SECOND = 1_000_000_000;

    private final Store store = Stores.open("memory:hands");
    private final ListLog log = new ListLog();
    private final AskedLeases leases = new AskedLeases();
    private final List<GroupId> dead = new ArrayList<>();
    private final DutyExecutor hands =
            new DutyExecutor(leases, new DocumentSweeper(store.documents()), log, dead::add, POLL);
    private final Follower<Replica> follower = new Follower<>(
            log, new ReplicaFold(), new Silent(), new BackOff(Duration.ZERO, Duration.ZERO, () -> 0), POLL);
    private long now;
    private long wished = -1;

    @AfterEach
    void close() {
        store.close();
    }

    private static Duties duties(List<GroupId> watches, Optional<Long> trims) {
        return new Duties(watches, List.of(), List.of(), List.of(), trims, false);
    }

    private void read(int entries) {
        for (int i = 0; i < entries; i++) {
            log.entries.add(EntryCodec.encode(null, 0, new PrepareJoinCluster(A)));
        }
        log.nudge.run();
        for (int i = 0; i < 10; i++) {
            follower.turn(now);
        }
        assertThat(follower.isAtEnd()).isTrue();
    }

    /** Whoever holds another replica has time to object before the log is trimmed. */
    private void trim(long wanted) {
        if (wanted > wished) {
            wished = wanted;
            hands.trim(now, duties(List.of(), Optional.of(wanted)), follower);
            now += SECOND;
        }
        hands.trim(now, duties(List.of(), Optional.of(wanted)), follower);
    }

    /** Where origins were stored since it was asked last. */
    private Optional<Long> stored() {
        Optional<Long> position = log.origin.map(Origin::position);
        log.origin = Optional.empty();
        return position;
    }

    @Test
    void originIsStoredOfWhatWasReadWhichMayBeBehindTheWantedPosition() {
        read(3);
        trim(1);
        Origin origin = log.origin.orElseThrow();
        assertThat(origin.position()).isEqualTo(2);
        assertThat(new ReplicaFold().fromOrigin(origin.state())).isEqualTo(follower.state());
    }

    @Test
    void originIsStoredOnceHoweverOftenTheSameIsWanted() {
        read(3);
        trim(1);
        assertThat(stored()).hasValue(2L);
        trim(1);
        assertThat(stored()).isEmpty();
        assertThat(hands.turn(now)).isTrue();
        trim(1);
        trim(2);
        assertThat(stored()).isEmpty();
    }

    @Test
    void laterWishIsGrantedWithAnotherOrigin() {
        read(3);
        trim(2);
        assertThat(stored()).hasValue(2L);
        hands.turn(now);
        read(1);
        trim(3);
        assertThat(stored()).hasValue(3L);
    }

    @Test
    void nothingIsStoredUnlessItIsWanted() {
        read(3);
        hands.trim(now, duties(List.of(), Optional.empty()), follower);
        assertThat(stored()).isEmpty();
    }

    @Test
    void originThatCouldNotBeStoredIsTriedAgainButNotInEveryTurn() {
        read(3);
        log.failures = 1;
        trim(2);
        hands.turn(now);
        trim(2);
        assertThat(stored()).isEmpty();
        now += POLL;
        trim(2);
        assertThat(stored()).hasValue(2L);
    }

    @Test
    void pulsesAreWatchedAsLongAsThatIsADuty() {
        hands.take(duties(List.of(A), Optional.empty()));
        assertThat(hands.turn(now)).isTrue();
        leases.latest().complete(false);
        assertThat(hands.turn(now)).isTrue();
        assertThat(dead).containsExactly(A);
        hands.close();
        assertThat(leases.isWatched(A)).isFalse();
    }

    @Test
    void nothingIsTrimmedBeforeOthersHadTimeToObject() {
        read(3);
        hands.trim(now, duties(List.of(), Optional.of(1L)), follower);
        hands.trim(now + SECOND - 1, duties(List.of(), Optional.of(1L)), follower);
        assertThat(stored()).isEmpty();
    }

    @Test
    void whatIsLeftOfJobsThatNobodyKnowsIsSweptUpAfterATrim() {
        String name = "checkpoints/gone/read/0";
        assertThat(store.documents().write(name, new byte[3], Documents.ABSENT).toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(60));
        read(3);
        trim(1);
        long grace = DocumentSweeper.GRACE.toNanos();
        for (long at = 0; at < 2 * grace && !names().isEmpty(); at += 10_000_000_000L) {
            for (int i = 0; i < 100; i++) {
                now = at + i;
                follower.turn(now);
                hands.turn(now);
                trim(1);
                assertThat(names().isEmpty() && now < grace).as("too early").isFalse();
            }
        }
        assertThat(names()).isEmpty();
    }

    @Test
    void whoHasNotReadTheLogSinceMayKnowTooLittleToSweep() {
        assertThat(store.documents()
                        .write("checkpoints/perhaps-live/read/0", new byte[3], Documents.ABSENT)
                        .toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(60));
        read(3);
        trim(1);
        for (long at = 0; at < 2 * DocumentSweeper.GRACE.toNanos(); at += 10_000_000_000L) {
            for (now = at; now < at + 100; now++) {
                hands.turn(now);
                trim(1);
            }
            assertThat(names()).hasSize(1);
        }
    }

    private List<String> names() {
        return store.documents().names("").toCompletableFuture().join();
    }
}
