package io.sardonyx.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import io.sardonyx.port.QueuedMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contract tests for {@link QueueSession}: order, transactions, redelivery, exclusive queues and limits. */
public abstract class BrokerSessionsContract extends BrokerContract {

    @Test
    void messagesComeInTheOrderInWhichTheyWereGiven() {
        try (QueueSession giver = session()) {
            var given = new ArrayList<OutgoingMessage>();
            for (String body : numbered(100)) {
                given.add(message(A, body));
            }
            var first = giver.commit(List.of(), given.subList(0, 60));
            var second = giver.commit(List.of(), given.subList(60, 100));
            answer(second);
            assertTrue(first.toCompletableFuture().isDone());
        }
        assertEquals(List.of(numbered(100)), texts(take(session(there(), A), 100)));
    }

    @Test
    void commitsTakeEffectInTheOrderOfTheCalls() {
        give(A, numbered(64));
        try (QueueSession mover = session(A)) {
            var moved = new ArrayList<CompletionStage<Void>>();
            for (QueuedMessage each : take(mover, 64)) {
                moved.add(mover.commit(List.of(each), List.of(new OutgoingMessage(LANE, each.body()))));
            }
            moved.forEach(this::answer);
        }
        assertEquals(List.of(0L, 64L), List.of(depth(A), depth(LANE)));
        assertEquals(List.of(numbered(64)), texts(take(session(there(), LANE), 64)));
    }

    @Test
    void anyOfTheTakenMessagesMayBeCommitted() {
        give(A, numbered(6));
        try (QueueSession session = session(A)) {
            var taken = take(session, 6);
            answer(session.commit(List.of(taken.get(4), taken.get(1)), List.of()));
            answer(session.commit(List.of(), List.of()));
        }
        assertEquals(List.of("m0", "m2", "m3", "m5"), texts(take(session(there(), A), 4)));
        assertEquals(4, depth(A));
    }

    @Test
    void whatIsNotCommittedReturnsInOrderWhenTheSessionCloses() {
        give(LANE, numbered(10));
        QueueSession session = session(LANE);
        var taken = take(session, 6);
        answer(session.commit(taken.subList(0, 2), List.of()));
        session.close();
        session.close();
        assertNull(session.poll());
        assertNull(session.failure());
        assertFails(RuntimeException.class, session.commit(List.of(), List.of()));
        assertEquals(8, depth(LANE));
        assertEquals(List.of(numbered(10)).subList(2, 10), texts(take(session(there(), LANE), 8)));
    }

    @Test
    void whatIsNotCommittedReturnsInOrderWhenTheProcessDies() {
        give(LANE, numbered(10));
        Broker doomed = open();
        QueueSession session = session(doomed, LANE);
        var taken = take(session, 6);
        answer(session.commit(taken.subList(0, 2), List.of()));
        crash(doomed);
        assertEquals(8, depth(LANE));
        var again = take(session(there(), LANE), 8);
        assertEquals(List.of(numbered(10)).subList(2, 10), texts(again));
        assertEquals(8, depth(LANE));
    }

    @Test
    void noNumberOfDeliveriesLosesAMessage() {
        give(A, "x");
        for (int i = 0; i < 12; i++) {
            Broker doomed = open();
            take(session(doomed, A), 1);
            crash(doomed);
        }
        assertEquals(List.of("x"), texts(take(session(A), 1)));
        assertEquals(1, depth(A));
    }

    @Test
    void aCommitWhoseAnswerIsLostHappensWhollyOrNotAtAll() {
        int rounds = 20;
        give(A, numbered(rounds));
        for (int i = 0; i < rounds; i++) {
            Broker doomed = open();
            QueueSession session = session(doomed, A);
            var taken = take(session, 1);
            var unused = session.commit(taken, List.of(message(B, "1"), message(LANE, "2")));
            crash(doomed);
        }
        eventually("all was as before or moved", () -> depth(A) + depth(B) == rounds && depth(B) == depth(LANE));
        long moved = depth(B);
        assertEquals(rounds - moved, depth(A));
        take(session(there(), A), (int) (rounds - moved));
        take(session(there(), B), (int) moved);
    }

    @Test
    void aFailedCommitGivesNothingAndEndsTheSession() {
        give(A, "x", "y");
        var nudges = new NudgeCounter();
        QueueSession session = here().open(List.of(A), nudges);
        var taken = take(session, 2);
        QueueName none = QueueName.of("epoch", "none");
        var failed = session.commit(taken.subList(0, 1), List.of(message(B, "b"), message(none, "n")));
        var fault = assertFails(BrokerFault.class, failed);
        assertEquals(BrokerFault.Kind.NO_QUEUE, fault.kind());
        assertTrue(Objects.requireNonNull(fault.getMessage()).contains(none.text()), fault.getMessage());
        assertEquals(fault.kind(), fault(session).kind());
        eventually("a nudge came", () -> nudges.count() > 0);
        assertNull(session.poll());
        assertFails(RuntimeException.class, session.commit(taken.subList(1, 2), List.of(message(B, "b"))));
        session.close();
        assertEquals(List.of("x", "y"), texts(take(session(there(), A), 2)));
        assertEquals(List.of(2L, 0L), List.of(depth(A), depth(B)));
    }

    @Test
    void onlyWhatWasPolledHereAndNotCommittedIsTaken() {
        give(A, "x");
        give(B, "y");
        QueueSession mine = session(A);
        QueueSession other = session(there(), B);
        var x = take(mine, 1);
        var y = take(other, 1);
        assertThrows(IllegalArgumentException.class, () -> mine.commit(y, List.of()));
        assertThrows(IllegalArgumentException.class, () -> mine.commit(List.of(x.get(0), x.get(0)), List.of()));
        answer(mine.commit(x, List.of()));
        assertThrows(IllegalArgumentException.class, () -> mine.commit(x, List.of()));
        answer(other.commit(y, List.of()));
        assertEquals(List.of(0L, 0L), List.of(depth(A), depth(B)));
    }

    @Test
    void anExclusiveQueueHasOneReaderAndIsHandedOverInOrder() {
        give(LANE, numbered(30));
        QueueSession first = session(LANE);
        var taken = take(first, 10);
        QueueSession second = session(there(), LANE);
        answer(first.commit(taken.subList(0, 5), List.of()));
        assertNull(second.poll());
        first.close();
        var next = take(second, 10);
        assertEquals(List.of(numbered(30)).subList(5, 15), texts(next));
        QueueSession third = session(LANE);
        answer(second.commit(next, List.of()));
        assertNull(third.poll());
        second.close();
        assertEquals(List.of(numbered(30)).subList(15, 30), texts(take(third, 15)));
    }

    @Test
    void anExclusiveQueueIsHandedOverInOrderWhenItsReaderDies() {
        give(LANE, numbered(30));
        Broker doomed = open();
        QueueSession first = session(doomed, LANE);
        var taken = take(first, 10);
        QueueSession second = session(there(), LANE);
        answer(first.commit(taken.subList(0, 5), List.of()));
        crash(doomed);
        assertEquals(List.of(numbered(30)).subList(5, 30), texts(take(second, 25)));
    }

    @Test
    void scheduledMessagesComeLater() {
        try (QueueSession session = session(LANE)) {
            answer(session.commit(
                    List.of(),
                    List.of(
                            message(LANE, "third").withDelayMillis(400),
                            message(LANE, "second").withDelayMillis(200).withAttempt(7),
                            message(LANE, "first"))));
            assertEquals(3, depth(LANE));
            var taken = take(session, 3);
            assertEquals(List.of("first", "second", "third"), texts(taken));
            assertEquals(
                    List.of(0, 7, 0), taken.stream().map(QueuedMessage::attempt).toList());
        }
    }

    @Test
    void whoFoundNothingIsNudgedWhenSomethingCame() {
        var nudges = new NudgeCounter();
        try (QueueSession session = here().open(List.of(A, B), nudges)) {
            for (int i = 0; i < 10; i++) {
                assertNull(session.poll());
                int before = nudges.count();
                give(i % 2 == 0 ? A : B, "x");
                eventually("a nudge came", () -> nudges.count() > before);
                answer(session.commit(take(session, 1), List.of()));
            }
        }
    }

    @Test
    void whoFoundNothingIsNudgedWhenSomethingReturns() {
        give(A, "x");
        QueueSession first = session(A);
        take(first, 1);
        var nudges = new NudgeCounter();
        QueueSession second = there().open(List.of(A), nudges);
        assertNull(second.poll());
        first.close();
        eventually("a nudge came", () -> nudges.count() > 0);
        take(second, 1);
    }

    @Test
    void queuesAreServedInTurn() {
        give(A, numbered(200));
        give(B, numbered(200));
        try (QueueSession session = session(A, B)) {
            var both = new ArrayList<QueueName>();
            eventually("both queues were served", () -> {
                for (var next = session.poll(); next != null; next = session.poll()) {
                    both.add(next.queue());
                }
                return both.contains(A) && both.contains(B);
            });
            assertTrue(Math.min(both.indexOf(A), both.indexOf(B)) < 200);
            assertTrue(Math.max(both.indexOf(A), both.indexOf(B)) < 250, "one queue has to wait for the other");
        }
    }

    @Test
    void aSessionPrefetchesNoMoreThanItMay() {
        int size = 32 << 10;
        int count = 4 * Broker.PREFETCH_BYTES / size;
        try (QueueSession giver = session()) {
            for (int i = 0; i < count; i++) {
                answer(giver.commit(List.of(), List.of(new OutgoingMessage(A, new byte[size]))));
            }
        }
        QueueSession idle = session(A);
        take(idle, 1);
        try (QueueSession busy = session(there(), A)) {
            int reserved = 1 + Broker.PREFETCH_BYTES / size + 1;
            for (int i = 0; i < count - reserved; i++) {
                answer(busy.commit(take(busy, 1), List.of()));
            }
        }
        assertTrue(depth(A) >= 1);
    }

    @Test
    void aSmallPrefetchLeavesMostToOthers() {
        int count = 20;
        give(A, numbered(count));
        QueueSession modest = here().open(List.of(A), 1, () -> {});
        take(modest, 1);
        try (QueueSession other = session(there(), A)) {
            take(other, count - 3);
        }
    }

    @Test
    void whatWasOnlyPrefetchedIsNotCountedAsADelivery() {
        give(A, numbered(20));
        try (QueueSession session = session(A)) {
            answer(session.commit(take(session, 1), List.of()));
        }
        try (QueueSession session = session(there(), A)) {
            take(session, 19).forEach(message -> assertEquals(1, message.deliveries(), text(message)));
        }
    }

    @Test
    void whatWasTakenAndNotCommittedIsCountedAgain() {
        give(A, "x");
        Broker doomed = open();
        assertEquals(1, take(session(doomed, A), 1).get(0).deliveries());
        crash(doomed);
        assertTrue(take(session(A), 1).get(0).deliveries() >= 2);
    }

    @Test
    void messagesOfAGroupReturnToTheSameSession() {
        QueueSession one = session(A);
        QueueSession other = session(there(), A);
        int groups = 8;
        try (QueueSession giver = session()) {
            answer(giver.commit(
                    List.of(),
                    IntStream.range(0, groups)
                            .mapToObj(i -> message(A, "t" + i).withGroup("g" + i))
                            .toList()));
        }
        QueueSession[] owners = new QueueSession[groups];
        var reading = new HashSet<QueueSession>();
        int[] returns = new int[1];
        eventually("tokens went around", () -> {
            for (QueueSession session : List.of(one, other)) {
                QueuedMessage token = session.poll();
                if (token != null) {
                    int group = Integer.parseInt(text(token).substring(1));
                    assertTrue(owners[group] == null || owners[group] == session, "the group changed hands");
                    owners[group] = session;
                    reading.add(session);
                    returns[0] = reading.size() < 2 ? 0 : returns[0] + 1;
                    if (returns[0] <= 4 * groups) { // groups are dealt anew while the second session is opened
                        Arrays.fill(owners, null);
                    }
                    answer(session.commit(
                            List.of(token), List.of(message(A, text(token)).withGroup("g" + group))));
                }
            }
            return returns[0] > 20 * groups;
        });
        long ofOne = Arrays.stream(owners).filter(owner -> owner == one).count();
        assertTrue(ofOne >= 2 && ofOne <= groups - 2, ofOne + " of " + groups + " groups went to one of two sessions");
        one.close();
        other.close();
        var seen = take(session(A), groups);
        assertEquals(groups, texts(seen).stream().distinct().count());
    }

    @Test
    void aSessionThatComesLaterGetsItsShareOfTheGroups() {
        int groups = 8;
        QueueSession early = here().open(List.of(A), 1, () -> {});
        try (QueueSession giver = session()) {
            answer(giver.commit(
                    List.of(),
                    IntStream.range(0, groups)
                            .mapToObj(i -> message(A, "t" + i).withGroup("g" + i))
                            .toList()));
        }
        for (int i = 0; i < 2 * groups; i++) {
            QueuedMessage token = take(early, 1).get(0);
            answer(early.commit(List.of(token), List.of(message(A, text(token)).withGroup(text(token)))));
        }
        QueueSession late = there().open(List.of(A), 1, () -> {});
        var ofLate = new HashSet<String>();
        eventually("the later session gets its share", () -> {
            for (QueueSession session : List.of(early, late)) {
                QueuedMessage token = session.poll();
                if (token != null) {
                    String name = text(token);
                    if (session == late) {
                        ofLate.add(name);
                    }
                    answer(session.commit(
                            List.of(token), List.of(message(A, name).withGroup(name))));
                }
            }
            return ofLate.size() >= 2;
        });
    }

    @Test
    void aGroupIsNotLostWithItsSession() {
        QueueSession one = session(A);
        give(A, "x");
        try (QueueSession giver = session()) {
            answer(giver.commit(
                    List.of(),
                    List.of(message(A, "1").withGroup("g"), message(A, "2").withGroup("g"))));
        }
        take(one, 2);
        QueueSession other = session(there(), A);
        one.close();
        assertEquals(List.of("x", "1", "2"), texts(take(other, 3)));
    }

    @Test
    void aForeignMessageEndsTheSessionWithAName() {
        shared().putForeignMessage(A);
        var fault = fault(session(A));
        assertEquals(BrokerFault.Kind.DAMAGED_MESSAGE, fault.kind());
        assertTrue(Objects.requireNonNull(fault.getMessage()).contains(A.text()), fault.getMessage());
        assertEquals(1, depth(A));
    }

    /**
     * Three readers move messages, close and crash in the middle, and nothing is lost or doubled. Each lives until it
     * was given some, and in the end another one moves what is left.
     */
    @Test
    void whateverCrashesEachMessageIsMovedOnce() {
        int count = 300;
        give(A, numbered(count));
        var random = new Random(7);
        var readers = new ArrayList<Broker>(List.of(open(), open(), open()));
        var sessions = new ArrayList<QueueSession>();
        readers.forEach(reader -> sessions.add(session(reader, A)));
        int[] faults = {20};
        eventually("all were moved, or many readers ended", () -> {
            int i = random.nextInt(3);
            boolean moved = move(sessions.get(i), 1 + random.nextInt(10), random);
            int fate = moved ? random.nextInt(6) : 6;
            if (fate == 0) {
                crash(readers.get(i));
                readers.set(i, open());
            } else if (fate == 1) {
                sessions.get(i).close();
            }
            if (fate < 2 || sessions.get(i).failure() != null) {
                faults[0]--;
                sessions.set(i, session(readers.get(i), A));
            }
            return faults[0] <= 0 || depth(A) == 0;
        });
        sessions.forEach(QueueSession::close);
        QueueSession last = session(A);
        eventually("the last one moved what was left", () -> {
            move(last, Integer.MAX_VALUE, random);
            return depth(A) == 0;
        });
        assertEquals(count, depth(B));
        assertEquals(Set.of(numbered(count)), Set.copyOf(texts(take(session(B), count))));
    }

    /**
     * Polls a few messages and moves some of them, all if there is no limit, without waiting for the answer; whether
     * there were any.
     */
    private static boolean move(QueueSession session, int most, Random random) {
        var taken = new ArrayList<QueuedMessage>();
        for (var next = session.poll(); next != null; next = taken.size() < most ? session.poll() : null) {
            taken.add(next);
        }
        if (taken.isEmpty()) {
            return false;
        }
        int some = most == Integer.MAX_VALUE ? taken.size() : 1 + random.nextInt(taken.size());
        List<QueuedMessage> moved = taken.subList(0, some);
        var unused = session.commit(
                moved,
                moved.stream()
                        .map(message -> new OutgoingMessage(B, message.body()))
                        .toList());
        return true;
    }
}
