package io.sardonyx.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.exchange.Acks;
import io.sardonyx.exchange.Batch;
import io.sardonyx.exchange.Origin;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RootsTest {

    private static final Origin ORIGIN = new Origin(TaskName.of("in"), "0", "9");
    private static final long SECOND = 1_000_000_000L;

    private final Tuning tuning =
            Tuning.DEFAULT.pending(3, Duration.ofSeconds(10)).poisonAfter(2);
    private final List<Root> left = new ArrayList<>();
    private boolean letters;
    private final Roots roots = new Roots(tuning, new Emission(3), root -> {
        if (letters) {
            root.makeLetter("too often");
            return false;
        }
        return left.add(root);
    });
    private final ReadPartition partition = new ReadPartition(
            new ReadPartition.Place(TaskName.of("in"), "0", "doc", tuning),
            Checkpoint.BEGINNING,
            -1,
            new Drawer(),
            new Mailbox());

    private Root root(Object... segments) {
        return partition.root(segments, 0, segments.length, ORIGIN);
    }

    private Batch open(Root root) {
        Batch batch = Batch.around(root.emitted(), root.emitted().length, 1);
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

    @Test
    void whatExpiresIsTriedAgainAfterAWaitThatGrows() {
        var patient = new Roots(tuning.poisonAfter(9), new Emission(3), poison -> true);
        var root = new Root(partition, new Object[] {"a"}, 0, 1, ORIGIN, Root.none(9));
        long now = 5;
        long lastDelay = 0;
        for (int failure = 1; failure <= 3; failure++) {
            Batch batch = Batch.around(root.emitted(), 1, 1);
            patient.open(root, batch, 1);
            long id = root.id();
            for (int tick = 0; tick < 11; tick++) {
                patient.tick(now);
                now += SECOND;
            }
            assertThat(root.failures()).isEqualTo(failure);
            long failedAt = root.dueNanos();
            assertThat(patient.again(failedAt - 1)).isNull();
            assertThat(patient.open()).isEqualTo(1);
            assertThat(patient.again(failedAt)).isSameAs(root);
            assertThat(root.id()).isEqualTo(id);
            long delay = (root.dueNanos() - 5) % SECOND;
            assertThat(delay).isGreaterThan(lastDelay);
            lastDelay = delay;
        }
        assertThat(patient.replays()).isEqualTo(3);
    }

    @Test
    void whatWaitsBehindASlowTaskDoesNotExpireAsLongAsTheLineMoves() {
        var line = new ArrayDeque<Batch>();
        for (String name : List.of("a", "b", "c")) {
            line.add(open(root(name)));
        }
        long now = 5;
        for (int root = 0; root < 30; root++) {
            for (int tick = 0; tick < 8; tick++) {
                roots.tick(now);
                now += SECOND;
            }
            ack(line.remove());
            line.add(open(root("more")));
        }
        assertThat(roots.replays()).isZero();
        assertThat(roots.again(now)).isNull();

        for (int tick = 0; tick < 11; tick++) {
            roots.tick(now);
            now += SECOND;
        }
        assertThat(roots.again(now + 60 * SECOND))
                .as("the first, once nothing moves")
                .isNotNull();
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
        assertThat(letter.emitted()).containsExactly(new Poisoned("a", "too often"));
        letter = fail(letter, 5);
        ack(open(letter));

        assertThat(whole.isDone()).isTrue();
        assertThat(left).isEmpty();
    }
}
