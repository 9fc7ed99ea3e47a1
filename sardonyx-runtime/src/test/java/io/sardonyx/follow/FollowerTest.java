package io.sardonyx.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.command.Command;
import io.sardonyx.command.FoundCluster;
import io.sardonyx.command.PrepareJoinCluster;
import io.sardonyx.entry.EntryCodec;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.entry.UnreadableEntry;
import io.sardonyx.entry.UnreadableEntry.Fault;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.loop.BackOff;
import io.sardonyx.port.DamagedEntry;
import io.sardonyx.port.Forbidden;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Replica;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class FollowerTest {

    private static final long POLL = 1_000;

    private final ListLog log = new ListLog();
    private final List<Long> heard = new ArrayList<>();
    private int restarts;
    private long now;
    private final Follower<Replica> follower = follower(log);

    private Follower<Replica> follower(Log from) {
        var backOff = new BackOff(Duration.ofNanos(10), Duration.ofNanos(100), RandomGenerator.getDefault());
        return new Follower<>(from, new ReplicaFold(), new Hearing(), backOff, POLL);
    }

    private final class Hearing implements Follower.Reader<Replica> {
        @Override
        public void read(Entry<Replica> entry, Change<Replica> change) {
            heard.add(entry.position());
        }

        @Override
        public void restarted(Replica state, long position) {
            restarts++;
        }
    }

    private static byte[] entry(Command command) {
        return EntryCodec.encode(null, 0, command);
    }

    private static byte[] prepare(String joiner) {
        return entry(new PrepareJoinCluster(GroupId.of(joiner)));
    }

    private static byte[] found(String epoch) {
        return entry(new FoundCluster("onyx", Allocation.PLANNED, JobScheduler.BALANCED, 100, epoch, 1));
    }

    private void turns(int count) {
        for (int i = 0; i < count; i++) {
            follower.turn(now++);
        }
    }

    @Test
    void entriesAreHeardInOrderAndOnce() {
        log.entries.addAll(List.of(prepare("a"), prepare("b"), prepare("c")));
        turns(20);
        log.entries.add(prepare("d"));
        log.nudge.run();
        turns(20);
        assertThat(heard).containsExactly(0L, 1L, 2L, 3L);
        assertThat(follower.isAtEnd()).isTrue();
        assertThat(follower.state().ring().isMember(GroupId.of("a"))).isTrue();
    }

    @Test
    void whoReadsAboutAsFastAsOthersAppendIsCaughtUpThoughNeverAtTheEnd() {
        for (int i = 0; i < 300; i++) {
            log.entries.add(prepare("g" + i));
        }
        while (heard.isEmpty()) {
            follower.turn(now++);
        }
        assertThat(heard).hasSizeLessThan(300);
        assertThat(follower.isCaughtUp()).isFalse();
        while (heard.size() < 300) {
            follower.turn(now++);
        }
        assertThat(follower.isCaughtUp()).isTrue();
        assertThat(follower.isAtEnd()).isFalse();
    }

    @Test
    void lostNudgeIsMadeGoodByTheTimer() {
        turns(10);
        log.entries.add(prepare("a"));
        turns(10);
        assertThat(heard).isEmpty();
        now += POLL;
        turns(10);
        assertThat(heard).containsExactly(0L);
    }

    @Test
    void failedReadIsTriedAgainLater() {
        log.entries.add(prepare("a"));
        log.failures = 3;
        turns(20);
        now += POLL;
        turns(500);
        assertThat(heard).containsExactly(0L);
    }

    @Test
    void whatIsUnreadableStopsTheReaderHoweverItIsWrapped() {
        log.failures = 1;
        log.failure = new CompletionException(new Forbidden("closed"));
        assertThatThrownBy(() -> turns(20)).isInstanceOf(Forbidden.class).hasMessage("closed");
    }

    @Test
    void readerBehindATrimStartsAtTheOrigin() {
        log.entries.addAll(List.of(prepare("a"), prepare("b")));
        turns(20);
        Replica before = follower.state();
        log.trim(new Origin(5, ReplicaFold.origin(new ReplicaView(before, 5))));
        log.nudge.run();
        turns(20);
        assertThat(follower.position()).isEqualTo(5);
        assertThat(follower.state()).isEqualTo(before);
        assertThat(restarts).isEqualTo(1);
    }

    @Test
    void whoWantsAllOfItStartsAtTheBeginningWhileThatIsThere() {
        log.entries.addAll(List.of(prepare("a"), prepare("b")));
        var whole = follower(log).fromBeginning();
        log.origin = Optional.of(new Origin(0, ReplicaFold.origin(ReplicaView.EMPTY)));
        for (int i = 0; i < 20; i++) {
            whole.turn(now++);
        }
        assertThat(heard).containsExactly(0L, 1L);
        assertThat(restarts).isZero();
    }

    @Test
    void emptiedLogIsNoticedByTheTimer() {
        log.entries.addAll(List.of(prepare("a"), prepare("b")));
        turns(20);
        log.entries.clear();
        now += POLL;
        assertThatThrownBy(() -> turns(20))
                .isInstanceOf(LostHistory.class)
                .hasMessageContaining("entry 1 of the log is gone or another one")
                .hasMessageContaining("start them again");
    }

    @Test
    void doubterNoticesARestoredLogBeforeItReadsOn() {
        log.entries.addAll(List.of(prepare("a"), prepare("b")));
        turns(20);
        log.entries.set(1, prepare("x"));
        log.entries.add(prepare("c"));
        follower.doubt();
        assertThatThrownBy(() -> turns(20)).isInstanceOf(LostHistory.class);
        assertThat(heard).containsExactly(0L, 1L);
    }

    @Test
    void originOfAnotherEpochIsRefused() {
        log.entries.addAll(List.of(found("monday"), prepare("a")));
        turns(20);
        Replica other =
                Replica.EMPTY.change(EntryCodec.decode(0, found("tuesday"))).after();
        log.trim(new Origin(7, ReplicaFold.origin(new ReplicaView(other, 7))));
        log.nudge.run();
        assertThatThrownBy(() -> turns(20)).isInstanceOf(LostHistory.class).hasMessageContaining("another history");
    }

    @Test
    void corruptEntryStopsTheReaderBeforeItIsApplied() {
        log.entries.addAll(List.of(prepare("a"), "{}".getBytes(StandardCharsets.UTF_8), prepare("b")));
        assertThatThrownBy(() -> turns(20)).isInstanceOf(DamagedEntry.class).hasMessageContaining("1");
        assertThat(follower.position()).isZero();
    }

    @Test
    void readThatIsNeverAnsweredIsAskedAgainAndItsLateAnswerIsNotUsed() {
        turns(10);
        log.silent = true;
        log.entries.add(prepare("a"));
        log.nudge.run();
        turns(2);
        assertThat(log.unanswered).hasSize(1);
        for (int i = 0; i < 35 && follower.trouble() == null; i++) {
            now += 1_000_000_000L;
            turns(1);
        }
        assertThat(follower.trouble()).hasMessageContaining("no answer within 30 s");
        log.silent = false;
        for (int i = 0; i < 35; i++) {
            now += 1_000_000_000L;
            turns(5);
        }
        assertThat(heard).containsExactly(0L);
        log.unanswered.forEach(late -> late.complete(Slice.of(List.of(prepare("b")))));
        turns(10);
        assertThat(heard).containsExactly(0L);
        assertThat(follower.position()).isZero();
    }

    @Test
    void damagedEntryIsPassedOverWhenThatWasDecidedOfItsVeryBytes() {
        byte[] damaged = prepare("b");
        damaged[damaged.length / 2]++;
        try (Store store = Stores.open("memory:" + UUID.randomUUID())) {
            log.entries.addAll(List.of(prepare("a"), damaged, prepare("c")));
            var skips = new SkippedEntries(store);
            var stuck = follower(log).skipping(skips);
            assertThatThrownBy(() -> turns(stuck)).isInstanceOf(DamagedEntry.class);
            var another = new SkippedEntries.Skip(1, "another hash", "", "me", 1);
            assertThat(skips.write(another).toCompletableFuture().join()).isTrue();
            assertThatThrownBy(() -> turns(follower(log).skipping(skips))).isInstanceOf(DamagedEntry.class);
        }
        try (Store store = Stores.open("memory:" + UUID.randomUUID())) {
            var skips = new SkippedEntries(store);
            String hash = new DamagedEntry(1, damaged, "").hash();
            skips.write(new SkippedEntries.Skip(1, hash, "bad", "me", 1))
                    .toCompletableFuture()
                    .join();
            heard.clear();
            var late = follower(log).skipping(skips);
            turns(late);
            assertThat(heard).containsExactly(0L, 1L, 2L);
            assertThat(late.state().ring().knows(GroupId.of("b"))).isFalse();
        }
    }

    @Test
    void whatANewerProgramWroteIsNeverPassedOver() {
        byte[] newer = new String(prepare("b"), StandardCharsets.UTF_8)
                .replace("\"format\":1", "\"format\":99")
                .getBytes(StandardCharsets.UTF_8);
        log.entries.add(newer);
        try (Store store = Stores.open("memory:" + UUID.randomUUID())) {
            var skips = new SkippedEntries(store);
            String hash = new DamagedEntry(0, newer, "").hash();
            skips.write(new SkippedEntries.Skip(0, hash, "bad", "me", 1))
                    .toCompletableFuture()
                    .join();
            assertThatThrownBy(() -> turns(follower(log).skipping(skips)))
                    .isInstanceOfSatisfying(
                            UnreadableEntry.class, e -> assertThat(e.fault()).isEqualTo(Fault.NEWER_FORMAT));
        }
    }

    /** Until it has read everything, however long the store's thread takes. */
    private void turns(Follower<Replica> of) {
        while (!of.isAtEnd()) {
            of.turn(now++);
        }
    }
}
