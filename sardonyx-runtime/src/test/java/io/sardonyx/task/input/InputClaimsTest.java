package io.sardonyx.task.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.PartitionCodec;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.partition.InputClaims;
import io.sardonyx.plugin.Spread;
import io.sardonyx.port.Document;
import io.sardonyx.task.Drawer;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Claims of partitions by the readers of several processes, turn by turn. */
class InputClaimsTest {

    private static final JobId JOB = JobId.of("job");
    private static final TaskName READ = TaskName.of("read");
    private static final Duration LEASE = Duration.ofSeconds(9);
    private static final long THIRD = LEASE.toNanos() / 3;

    private final Drawer shelf = new Drawer();
    private long nowNanos = 1;
    private long seed;

    private PartitionDocument partition(String name) {
        Document document = Objects.requireNonNull(shelf.documents.get(PartitionCodec.name(JOB, READ, name)), name);
        return PartitionCodec.decoded(document.body());
    }

    private boolean has(String name) {
        return shelf.documents.containsKey(PartitionCodec.name(JOB, READ, name));
    }

    /** A process with one reader, which takes its turn only when it is asked to. */
    private final class GroupProcess {

        private final Mailbox mailbox = new Mailbox(() -> {});
        private final InputClaims claims;
        private final PartitionClaims reader;
        private final Spread spread;
        private List<String> listing;

        GroupProcess(int index, int peers, Spread spread, String... partitions) {
            this.claims = new InputClaims(new InputClaims.Setting(LEASE, shelf, mailbox, () -> nowNanos, () -> ++seed));
            this.reader = claims.open(new Assignment(PeerId.of("peer-" + index), JOB, READ, index));
            this.spread = spread;
            this.listing = List.of(partitions);
            reader.follow(index, peers);
        }

        /** Lets the group work until there is nothing to do. */
        void turns() {
            boolean worked = true;
            for (int i = 0; worked && i < 100; i++) {
                worked = mailbox.drain(nowNanos);
                worked |= claims.turn(nowNanos);
            }
        }

        /** A turn of the task loop, which takes what was granted. */
        @Nullable
        ClaimedProgress reads() {
            reader.spread(spread);
            if (reader.wantsList()) {
                reader.listed(listing);
            }
            ClaimedProgress next = reader.next(true);
            return next != null && next.take(() -> {}) ? next : null;
        }

        /** The next partition, which must be granted. */
        ClaimedProgress reading() {
            ClaimedProgress next = null;
            for (int i = 0; next == null && i < 10; i++) {
                turns();
                next = reads();
            }
            return Objects.requireNonNull(next, "a partition");
        }

        @Nullable
        ClaimedProgress idling() {
            turns();
            ClaimedProgress first = reads();
            turns();
            return first == null ? reads() : first;
        }

        void finishes(ClaimedProgress progress, String end) {
            progress.finish(new Checkpoint(end, true, 1));
            turns();
        }
    }

    private GroupProcess process(int index, Spread spread, String... partitions) {
        return new GroupProcess(index, 2, spread, partitions);
    }

    private void pass(long nanos) {
        nowNanos += nanos;
    }

    @Test
    void eachPartitionIsReadByOneAndTheInputIsExhaustedWhenAllAreDone() {
        GroupProcess one = process(0, Spread.LISTED, "a", "b");
        GroupProcess other = process(1, Spread.LISTED, "a", "b");
        ClaimedProgress first = one.reading();
        ClaimedProgress second = other.reading();
        assertThat(List.of(first.partition(), second.partition())).containsExactlyInAnyOrder("a", "b");
        one.finishes(first, "7");
        assertThat(one.idling()).isNull();
        assertThat(one.reader.isExhausted()).isFalse();
        other.finishes(second, "8");
        assertThat(other.reader.isExhausted()).isTrue();
        assertThat(partition("a").isDone()).isTrue();
        assertThat(partition("b").isDone()).isTrue();
    }

    @Test
    void partitionOfAProcessThatDiedGoesOnWhereItIsSettledAfterALease() {
        GroupProcess dead = process(0, Spread.LISTED, "a");
        ClaimedProgress lost = dead.reading();
        lost.settle(new Checkpoint("5", false, 1), false, false);
        pass(THIRD);
        dead.turns();
        assertThat(partition("a").position()).isEqualTo("5");
        lost.settle(new Checkpoint("6", false, 1), false, false);
        GroupProcess heir = process(1, Spread.LISTED, "a");
        assertThat(heir.idling()).isNull();
        pass(LEASE.toNanos() - 1);
        assertThat(heir.idling()).isNull();
        pass(THIRD);
        ClaimedProgress taken = heir.reading();
        assertThat(taken.from().position()).isEqualTo("5");
        assertThat(partition("a").lock().fence()).isEqualTo(2);
        dead.turns();
        assertThat(lost.isStopping())
                .as("it was only paused, and has to let go")
                .isTrue();
        lost.close();
        dead.turns();
        assertThat(partition("a").position())
                .as("what it settled after its lease")
                .isEqualTo("5");
    }

    @Test
    void readerThatDoesNotBeginGivesThePartitionBack() {
        GroupProcess stuck = process(0, Spread.LISTED, "a");
        assertThat(stuck.idling()).isNull();
        for (int i = 0; i < 5; i++) {
            stuck.reader.spread(Spread.LISTED);
            stuck.turns();
        }
        stuck.reader.listed(List.of("a"));
        stuck.turns();
        assertThat(partition("a").lock().isFree()).isFalse();
        pass(THIRD + 1);
        stuck.turns();
        assertThat(partition("a").lock().isFree()).isTrue();
        pass(THIRD);
        stuck.turns();
        assertThat(partition("a").lock().isFree())
                .as("before its next turn it gets none")
                .isTrue();
        assertThat(process(1, Spread.LISTED, "a").reading().partition()).isEqualTo("a");
    }

    @Test
    void readerThatIsClosedGivesBackAtItsSettledPosition() {
        GroupProcess leaving = process(0, Spread.LISTED, "a");
        ClaimedProgress read = leaving.reading();
        read.settle(new Checkpoint("3", false, 1), false, false);
        leaving.reader.close();
        leaving.turns();
        assertThat(partition("a").lock().isFree()).isTrue();
        assertThat(partition("a").position()).isEqualTo("3");
    }

    @Test
    void drainGivesBackWhatIsSettled() {
        GroupProcess leaving = process(0, Spread.LISTED, "a");
        ClaimedProgress read = leaving.reading();
        read.settle(new Checkpoint("3", false, 1), false, false);
        leaving.claims.drain();
        leaving.turns();
        assertThat(read.isDraining()).isTrue();
        assertThat(leaving.claims.isQuiet()).isFalse();
        read.settle(new Checkpoint("4", false, 1), true, false);
        leaving.turns();
        assertThat(read.isStopping()).isTrue();
        read.close();
        leaving.turns();
        assertThat(leaving.claims.isQuiet()).isTrue();
        assertThat(partition("a").position()).isEqualTo("4");
    }

    @Test
    void firstPeerListsAgainAndForgetsWhatIsGone() {
        Spread grows = Spread.growing(Duration.ofSeconds(1), Spread.Done.LISTED);
        GroupProcess first = process(0, grows, "a");
        GroupProcess other = process(1, grows, "never asked");
        ClaimedProgress read = first.reading();
        assertThat(read.partition()).isEqualTo("a");
        first.finishes(read, "9");
        assertThat(first.idling()).isNull();
        assertThat(first.reader.isExhausted()).isFalse();
        first.listing = List.of("a", "b");
        pass(Duration.ofSeconds(2).toNanos());
        first.turns();
        first.reader.listed(first.listing);
        assertThat(first.reading().partition()).isEqualTo("b");
        assertThat(other.idling()).isNull();
        assertThat(has("a")).as("it is still listed, and not to be read again").isTrue();
        first.reader.listed(List.of("b"));
        pass(THIRD);
        first.turns();
        assertThat(has("a")).isFalse();
        assertThat(has("never asked")).isFalse();
        first.reader.listed(List.of("a", "b"));
        pass(THIRD);
        first.turns();
        assertThat(partition("a").lock().fence())
                .as("a name that comes back begins above its former fences")
                .isPositive();
    }

    @Test
    void markStandsForAllThatAreDoneWhereNamesGrow() {
        Spread grows = Spread.growing(Duration.ofSeconds(1), Spread.Done.BELOW_NEW_NAMES);
        String[] names = new String[120];
        for (int i = 0; i < names.length; i++) {
            names[i] = String.valueOf(1_000 + i);
        }
        GroupProcess first = new GroupProcess(0, 1, grows, names);
        for (int i = 0; i < 100; i++) {
            first.finishes(first.reading(), "1");
        }
        for (int i = 0; i < 10; i++) {
            pass(THIRD);
            first.turns();
        }
        Document head = Objects.requireNonNull(shelf.documents.get(PartitionCodec.head(JOB, READ)));
        assertThat(new String(head.body(), StandardCharsets.UTF_8)).contains("\"mark\":\"1099\"");
        assertThat(shelf.names(PartitionCodec.prefix(JOB, READ))
                        .toCompletableFuture()
                        .join())
                .hasSize(20);
    }

    @Test
    void tooManyPartitionsAreAFailureWithItsReason() {
        String[] names = new String[100_001];
        for (int i = 0; i < names.length; i++) {
            names[i] = String.valueOf(i);
        }
        GroupProcess process = process(0, Spread.LISTED, names);
        assertThat(process.idling()).isNull();
        process.turns();
        assertThat(process.reader.failure()).contains("at most 100000 can be claimed");
    }
}
