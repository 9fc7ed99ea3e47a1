package io.sardonyx.task.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.SegmentOrigin;
import io.sardonyx.content.Checkpoint;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.task.AckValues;
import io.sardonyx.task.Drawer;
import io.sardonyx.task.FailureHandler;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PendingRootsTest {

    private static final SegmentOrigin ORIGIN = new SegmentOrigin(TaskName.of("in"), "0", "9");
    private static final long SECOND = 1_000_000_000L;

    private final Tuning tuning =
            Tuning.DEFAULT.pending(3, Duration.ofSeconds(10)).poisonAfter(2);
    private final List<Root> left = new ArrayList<>();
    private boolean letters;
    private boolean killing;
    private final PendingRoots roots =
            new PendingRoots(tuning, new AckValues(3), this::poisoned, List.of(TaskName.of("in")));
    private final PartitionReader partition = new PartitionReader(
            new PartitionReader.Place(TaskName.of("in"), "0", "doc", tuning),
            Checkpoint.BEGINNING,
            -1,
            new Drawer(),
            new Mailbox());

    private FailureHandler.Verdict poisoned(Root root) {
        if (letters) {
            root.makeLetter("too often");
            return FailureHandler.Verdict.DEAD_LETTER;
        }
        left.add(root);
        return killing ? FailureHandler.Verdict.WAIT : FailureHandler.Verdict.LEAVE_OUT;
    }

    private Root root(Object... segments) {
        return partition.root(segments, ORIGIN);
    }

    private Batch open(Root root) {
        Batch batch = Batch.around(root.emitted(), 1, 0);
        roots.open(root, batch, batch.size());
        return batch;
    }

    private void ack(Batch batch) {
        var acks = new Acks(4);
        acks.add(batch.root(0), batch.value(0));
        roots.take(acks);
    }

    private void fail(Root root) {
        var acks = new Acks(4);
        acks.fail(root.id());
        roots.take(acks);
    }

    @Test
    void aRootIsDoneWhenAllThatWasGivenIsTaken() {
        Root root = root("a");
        Batch batch = open(root);
        var acks = new Acks(4);
        acks.add(batch.root(0), batch.value(0) ^ 77);
        roots.take(acks);
        assertThat(root.isDone()).isFalse();
        assertThat(roots.open()).isEqualTo(1);

        var rest = new Acks(4);
        rest.add(batch.root(0), 77);
        roots.take(rest);
        assertThat(root.isDone()).isTrue();
        assertThat(roots.open()).isZero();
    }

    @Test
    void whatGotLostIsEmittedAgainAtOnceAndHasNotFailed() {
        Root root = root("a");
        for (int times = 0; times < 5; times++) {
            open(root);
            var acks = new Acks(4);
            acks.lose(root.id());
            acks.lose(77);
            roots.take(acks);
            assertThat(roots.again(0)).isSameAs(root);
            assertThat(roots.again(0)).isNull();
        }
        assertThat(root.failures()).isZero();
        assertThat(left).isEmpty();
        ack(open(root));
        assertThat(root.isDone()).isTrue();
    }

    @Test
    void itTakesNoMoreThanItsCapacity() {
        open(root("a"));
        open(root("b"));
        assertThat(roots.hasRoomFor(1)).isTrue();
        assertThat(roots.hasRoomFor(2)).isFalse();
        open(root("c"));
        assertThat(roots.hasRoomFor(1)).isFalse();
    }

    private long now = 5;

    private void ticks(int count) {
        for (int i = 0; i < count; i++) {
            roots.tick(now);
            now += SECOND;
        }
    }

    private void name(Root root) {
        var acks = new Acks(4);
        acks.add(root.id(), 0);
        roots.take(acks);
    }

    @Test
    void whereNothingIsHeardTheOldestIsLostAndTheTimeoutDoubles() {
        List<Root> opened = List.of(root("a"), root("b"), root("c"));
        opened.forEach(this::open);
        for (int times = 0; times < 6; times++) {
            Root oldest = opened.get(times % 3);
            ticks((10 << times) - 1);
            assertThat(roots.again(now)).isNull();
            ticks(1);
            assertThat(roots.again(now)).isSameAs(oldest);
            assertThat(roots.again(now)).isNull();
            open(oldest);
        }
        assertThat(opened).allSatisfy(root -> assertThat(root.failures()).isZero());
        assertThat(roots.replays()).isEqualTo(6);
        assertThat(left).isEmpty();
    }

    @Test
    void whatAnyTaskSaysOfAnyRootKeepsAllOthersFromExpiring() {
        List<Root> opened = List.of(root("a"), root("b"));
        opened.forEach(this::open);
        for (int i = 0; i < 100; i++) {
            ticks(9);
            roots.take(new Acks(0));
        }
        assertThat(roots.again(now)).isNull();
        assertThat(roots.abandoned()).isNull();
    }

    @Test
    void silencesThatEndWithAWordAreWaitedForTheNextTime() {
        open(root("a"));
        ticks(1);
        ticks(10);
        open(roots.again(now));
        ticks(15);
        roots.take(new Acks(0));
        ticks(1);
        ticks(28);
        assertThat(roots.again(now)).as("twice the silence that was seen").isNull();
        ticks(2);
        assertThat(roots.again(now)).isNotNull();
    }

    @Test
    void whatANewerOneHasOvertakenIsLostWhenNothingIsHeard() {
        List<Root> opened = List.of(root("a"), root("b"));
        opened.forEach(this::open);
        ack(open(root("c")));
        ticks(1);
        ticks(10);
        assertThat(roots.again(now)).isSameAs(opened.get(0));
        assertThat(roots.again(now)).isSameAs(opened.get(1));
        Acks abandoned = roots.abandoned();
        assertThat(abandoned.lost(0)).isEqualTo(opened.get(0).id());
        assertThat(abandoned.lost(1)).isEqualTo(opened.get(1).id());
    }

    @Test
    void whatIsOvertakenWhileOthersMoveExpiresUnlessATaskNamesIt() {
        Root lost = root("lost");
        Root named = root("named");
        open(lost);
        open(named);
        for (int i = 0; i < 99; i++) {
            ack(open(root("another")));
            name(named);
            ticks(1);
        }
        assertThat(roots.again(now)).isNull();
        ack(open(root("another")));
        ticks(1);
        assertThat(roots.again(now)).isSameAs(lost);
        assertThat(roots.again(now)).isNull();
        assertThat(lost.failures()).isZero();
    }

    @Test
    void whatWaitsBehindASlowTaskDoesNotExpireHoweverLongTheLineIs() {
        var line = new ArrayDeque<Batch>();
        for (String name : List.of("a", "b", "c")) {
            line.add(open(root(name)));
        }
        for (int root = 0; root < 30; root++) {
            for (int beat = 0; beat < 60; beat++) {
                roots.take(new Acks(0));
                ticks(1);
            }
            ack(line.remove());
            line.add(open(root("more")));
        }
        assertThat(roots.replays()).isZero();
        assertThat(roots.again(now)).isNull();
    }

    @Test
    void fewerSegmentsAreReadForARootWhereRootsTakeLongAndMoreWhereTheyAreQuick() {
        assertThat(roots.rootSize()).isEqualTo(256);
        for (int half = 128; half > 0; half /= 2) {
            Batch one = open(root("a"));
            Batch other = open(root("b"));
            ticks(4);
            roots.take(new Acks(0));
            ack(one);
            ack(other);
            assertThat(roots.rootSize()).isEqualTo(half);
        }
        ticks(1);
        for (int twice = 2; twice <= 256; twice *= 2) {
            ack(open(root("a")));
            assertThat(roots.rootSize()).isEqualTo(twice);
        }
        ack(open(root("a")));
        assertThat(roots.rootSize()).isEqualTo(256);
    }

    private void skip(Root root, long count) {
        var acks = new Acks(4);
        acks.skip(root.id(), 0, count);
        roots.take(acks);
    }

    @Test
    void whatWasLeftOutCountsOnceWhateverAttemptsThereWere() {
        Root root = root("a", "b", "c");
        open(root);
        skip(root, 2);
        roots.follow(0);
        roots.again(now);
        Batch batch = open(root);
        skip(root, 1);
        skip(root, 1);
        ack(batch);
        assertThat(root.skipped()).containsExactly(Map.entry(TaskName.of("in"), 2L));
    }

    @Test
    void whatThePartsOfARootLeftOutIsLeftOutOfTheWhole() {
        Root whole = root("a", "b");
        open(whole);
        skip(whole, 2);
        fail(whole);
        open(roots.again(SECOND));
        fail(whole);
        for (Root part = roots.again(0); part != null; part = roots.again(0)) {
            Batch batch = open(part);
            skip(part, 1);
            ack(batch);
        }
        assertThat(whole.isDone()).isTrue();
        assertThat(whole.skipped()).containsExactly(Map.entry(TaskName.of("in"), 2L));
    }

    @Test
    void poisonThatKillsTheJobIsNeverDone() {
        killing = true;
        Root root = poisoned("a");
        assertThat(left).contains(root);
        assertThat(root.isDone()).isFalse();
        assertThat(roots.open()).isEqualTo(1);
    }

    @Test
    void lateAcksOfAnOlderAttemptCountForNothing() {
        Root root = root("a");
        Batch first = open(root);
        roots.follow(0);
        assertThat(roots.again(0)).isSameAs(root);
        Batch second = open(root);
        ack(first);
        assertThat(root.isDone()).isFalse();
        ack(second);
        assertThat(root.isDone()).isTrue();
        assertThat(first.root(0)).isNotEqualTo(second.root(0));
    }

    @Test
    void aNewFenceAbandonsAllRootsWithoutBlame() {
        List<Root> opened = List.of(root("a"), root("b"), root("c"));
        opened.forEach(this::open);
        roots.follow(5);

        assertThat(roots.open()).isEqualTo(3);
        assertThat(opened).allSatisfy(root -> assertThat(root.failures()).isZero());
        for (Root root : opened) {
            assertThat(roots.again(0)).isSameAs(root);
            assertThat(open(root).root(0) >>> 48).isEqualTo(5);
        }
        assertThat(roots.again(0)).isNull();
    }

    @Test
    void theRootsOfALostPartitionAreForgotten() {
        open(root("a"));
        Root failed = root("b");
        open(failed);
        fail(failed);
        roots.follow(0);
        roots.forget(partition);

        assertThat(roots.open()).isZero();
    }

    private Root poisoned(Object... segments) {
        Root root = root(segments);
        for (int i = 0; i < 2; i++) {
            open(root);
            fail(root);
            if (i == 0) {
                assertThat(roots.again(SECOND)).isSameAs(root);
            }
        }
        return root;
    }

    @Test
    void aPoisonedBatchIsSplitAndIsDoneWithItsLastPart() {
        Root whole = poisoned("a", "b", "c", "d", "e");
        var parts = new ArrayList<Batch>();
        for (Root part = roots.again(0); part != null; part = roots.again(0)) {
            assertThat(part.isSingle()).isTrue();
            parts.add(open(part));
        }
        assertThat(parts).as("no more than there is room for").hasSize(3);
        assertThat(roots.hasRoomFor(1)).isFalse();

        parts.forEach(this::ack);
        assertThat(whole.isDone()).isFalse();
        for (Root part = roots.again(0); part != null; part = roots.again(0)) {
            ack(open(part));
        }
        assertThat(whole.isDone()).isTrue();
        assertThat(roots.open()).isZero();
        assertThat(left).isEmpty();
    }

    private Root fail(Root part, int times) {
        Root next = part;
        for (int i = 0; i < times; i++) {
            open(next);
            fail(next);
            Root again = roots.again(Long.MAX_VALUE / 2);
            next = again == null ? next : again;
        }
        return next;
    }

    @Test
    void aPartThatIsPoisonItselfIsLeftOutAndTheOthersAreNot() {
        Root whole = poisoned("a", "b");
        Root first = roots.again(0);
        ack(open(first));
        Root second = roots.again(0);
        fail(second, 2);

        assertThat(left).containsExactly(second);
        assertThat(whole.isDone()).isTrue();
        assertThat(roots.open()).isZero();
    }

    @Test
    void aDeadLetterIsTriedUntilItArrives() {
        letters = true;
        Root whole = poisoned("a");
        Root letter = roots.again(0);
        assertThat(letter).isSameAs(whole);
        assertThat(letter.emitted()).containsExactly(new PoisonSegment("a", "too often"));
        letter = fail(letter, 5);
        ack(open(letter));

        assertThat(whole.isDone()).isTrue();
        assertThat(left).isEmpty();
    }

    private static PendingRoots of(Tuning tuning) {
        return new PendingRoots(tuning, new AckValues(4), root -> FailureHandler.Verdict.WAIT, List.of());
    }

    @Test
    void smallRootsAreReadTogetherButNoMoreThanThereMayBe() {
        assertThat(of(Tuning.DEFAULT).readSize()).isEqualTo(256);
        assertThat(of(Tuning.DEFAULT.batchesOf(1)).readSize()).isEqualTo(256);
        assertThat(of(Tuning.DEFAULT.batchesOf(1_000)).readSize()).isEqualTo(1_000);
        assertThat(of(tuning.batchesOf(2)).readSize()).isEqualTo(6);
        assertThat(of(tuning.batchesOf(8).with(Tuning.Roots.SEGMENT)).readSize())
                .isEqualTo(3);
        assertThat(of(tuning.batchesOf(8).with(Tuning.Roots.SEGMENT)).rootSize())
                .isEqualTo(1);
    }

    private Batch openParts(Root root, int step) {
        Batch batch = Batch.around(root.emitted(), 1, 0);
        roots.openParts(root, batch, step);
        return batch;
    }

    private void ack(Batch batch, int run) {
        var acks = new Acks(1);
        acks.add(batch.root(run), batch.value(run));
        roots.take(acks);
    }

    @Test
    void aRootOfPartsIsDoneWithTheLastOfThem() {
        Root root = root("a", "b", "c", "d", "e");
        Batch batch = openParts(root, 2);

        assertThat(batch.runs()).isEqualTo(3);
        assertThat(batch.end(0)).isEqualTo(2);
        assertThat(batch.end(2)).isEqualTo(5);
        for (int run = 2; run >= 0; run--) {
            assertThat(root.isDone()).isFalse();
            assertThat(roots.open()).isEqualTo(run + 1);
            ack(batch, run);
        }
        assertThat(root.isDone()).isTrue();
        assertThat(roots.open()).isZero();
    }

    @Test
    void onlyThePartThatWasLostComesAgainAndItsSkipsCountOnce() {
        Root root = root("a", "b", "c");
        Batch batch = openParts(root, 1);
        ack(batch, 0);
        ack(batch, 2);
        var lost = new Acks(1);
        lost.skip(batch.root(1), 0, 1);
        roots.take(lost);
        lost = new Acks(1);
        lost.lose(batch.root(1));
        roots.take(lost);

        Root again = Objects.requireNonNull(roots.again(0));
        assertThat(again.emitted()).containsExactly("b");
        assertThat(roots.again(0)).isNull();
        Batch second = open(again);
        assertThat(second.root(0)).isNotEqualTo(batch.root(1));
        var skips = new Acks(1);
        skips.skip(second.root(0), 0, 1);
        roots.take(skips);
        assertThat(root.isDone()).isFalse();
        ack(second, 0);
        assertThat(root.isDone()).isTrue();
        assertThat(root.skipped()).isEqualTo(Map.of(TaskName.of("in"), 1L));
    }

    private void failPart(long id) {
        var failed = new Acks(1);
        failed.fail(id);
        roots.take(failed);
    }

    @Test
    void aPartThatFailsTooOftenIsTakenApartLikeAnyRoot() {
        Root root = root("a", "b", "c", "d");
        Batch batch = openParts(root, 2);
        ack(batch, 0);
        failPart(batch.root(1));
        Batch second = open(Objects.requireNonNull(roots.again(60 * SECOND)));
        failPart(second.root(0));

        Root first = Objects.requireNonNull(roots.again(60 * SECOND));
        Root last = Objects.requireNonNull(roots.again(60 * SECOND));
        assertThat(first.emitted()).containsExactly("c");
        assertThat(last.emitted()).containsExactly("d");
        ack(open(first), 0);
        assertThat(root.isDone()).isFalse();
        ack(open(last), 0);
        assertThat(root.isDone()).isTrue();
    }
}
