package io.sardonyx.testkit.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerFault;
import io.sardonyx.port.BrokerUnavailable;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Contract tests for {@link Broker}: identity, declaration, depth, seeds and removal of queues. */
public abstract class BrokerQueuesContract extends BrokerContract {

    @Test
    void allConnectionsSeeTheSameIdentity() {
        String id = answer(here().id());
        assertFalse(id.isBlank());
        assertEquals(id, answer(there().id()));
        assertFalse(here().address().contains("?"), here().address());
    }

    @Test
    void declaringAgainChangesNothing() {
        give(A, "kept");
        answer(there().declare(List.of(QueueDeclaration.shared(A), QueueDeclaration.exclusive(LANE))));
        assertEquals(1, depth(A));
    }

    @Test
    void concurrentDeclarationsOfOneQueueAllSucceed() {
        var declared = new ArrayList<CompletionStage<Void>>();
        QueueName name = QueueName.of("epoch", "job", "new");
        for (int i = 0; i < 8; i++) {
            declared.add((i % 2 == 0 ? here() : there()).declare(List.of(QueueDeclaration.shared(name))));
        }
        declared.forEach(this::answer);
        assertEquals(0, depth(name));
    }

    @Test
    void aQueueIsNotDeclaredOtherwise() {
        var fault = assertFails(BrokerFault.class, there().declare(List.of(QueueDeclaration.exclusive(A))));
        assertEquals(BrokerFault.Kind.QUEUE_CONFLICT, fault.kind());
        assertTrue(Objects.requireNonNull(fault.getMessage()).contains(A.text()), fault.getMessage());
        fault = assertFails(BrokerFault.class, here().declare(List.of(QueueDeclaration.shared(LANE))));
        assertEquals(BrokerFault.Kind.QUEUE_CONFLICT, fault.kind());
    }

    @Test
    void anyTextCanBePartOfAName() {
        QueueName odd = QueueName.of("epoch", "Größe * # > , :: / . %", "");
        answer(here().declare(List.of(QueueDeclaration.shared(odd))));
        give(odd, "x");
        assertEquals(List.of("x"), texts(take(session(there(), odd), 1)));
        assertEquals(odd, new QueueName(odd.text()));
    }

    @Test
    void depthCountsWhatIsWaitingTakenAndScheduled() {
        assertEquals(0, depth(A));
        try (QueueSession session = session(A)) {
            answer(session.commit(
                    List.of(),
                    List.of(
                            message(A, "1"),
                            message(A, "2"),
                            message(A, "later").withDelayMillis(3_600_000))));
            assertEquals(3, depth(A));
            var taken = take(session, 2);
            assertEquals(3, depth(A));
            answer(session.commit(taken.subList(0, 1), List.of(message(B, "1"))));
            assertEquals(2, depth(A));
            assertEquals(1, depth(B));
            answer(session.commit(taken.subList(1, 2), List.of()));
            assertEquals(1, depth(A));
        }
        assertEquals(1, depth(A));
    }

    @Test
    void depthCountsWhatOthersHaveTakenOrPrefetched() {
        give(A, numbered(20));
        try (QueueSession other = session(there(), A)) {
            take(other, 5);
            assertEquals(20, depth(A));
        }
        assertEquals(20, depth(A));
    }

    @Test
    void depthCountsWhatIsOnItsWayBackFromASessionThatEnds() {
        int count = 20;
        give(A, numbered(count));
        for (int i = 0; i < 20; i++) {
            Broker other = open();
            QueueSession session = session(other, A);
            take(session, 1 + i % 5);
            if (i % 2 == 0) {
                session.close();
            } else {
                crash(other);
            }
            for (int asked = 0; asked < 5; asked++) {
                assertEquals(count, depth(A));
            }
        }
    }

    @Test
    void depthCountsWhatACommitGivesBackToItsOwnQueue() {
        give(A, "token", "token");
        try (QueueSession session = session(A)) {
            CompletionStage<Void> commit = session.commit(List.of(), List.of());
            for (int i = 0; i < 200; i++) {
                if (commit.toCompletableFuture().isDone()) {
                    commit = session.commit(take(session, 1), List.of(message(A, "token")));
                }
                long depth = depth(A);
                assertTrue(depth >= 2, () -> "told " + depth);
            }
            answer(commit);
        }
        assertEquals(2, depth(A));
    }

    @Test
    void aSeedIsPutOnce() {
        answer(here().seed(A, "s", "seed".getBytes(UTF_8)));
        answer(there().seed(A, "s", "seed".getBytes(UTF_8)));
        assertEquals(1, depth(A));
        try (QueueSession session = session(A)) {
            var taken = take(session, 1);
            assertEquals(List.of("seed"), texts(taken));
            assertEquals(0, taken.get(0).attempt());
            answer(session.commit(taken, List.of()));
        }
        answer(open().seed(A, "s", "again".getBytes(UTF_8)));
        assertEquals(0, depth(A));
        answer(here().seed(A, "t", "another".getBytes(UTF_8)));
        answer(here().seed(B, "s", "elsewhere".getBytes(UTF_8)));
        assertEquals(List.of(1L, 1L), List.of(depth(A), depth(B)));
    }

    @Test
    void ofConcurrentSeedsOneIsPut() {
        var seeded = new ArrayList<CompletionStage<Void>>();
        for (int i = 0; i < 12; i++) {
            seeded.add((i % 2 == 0 ? here() : there()).seed(A, "s", new byte[] {(byte) i}));
        }
        seeded.forEach(this::answer);
        assertEquals(1, depth(A));
    }

    @Test
    void queuesAreRemovedByPrefix() {
        QueueName other = QueueName.of("epoch", "job2", "a");
        answer(here().declare(List.of(QueueDeclaration.shared(other))));
        give(A, "x");
        give(other, "y");
        answer(there().remove(QueueName.prefix("epoch", "job")));
        answer(there().remove(QueueName.prefix("epoch", "job")));
        answer(there().remove("nothing begins like this"));
        assertEquals(1, depth(other));
        for (QueueName name : List.of(A, B, LANE)) {
            var fault = assertFails(BrokerFault.class, here().depth(name));
            assertEquals(BrokerFault.Kind.NO_QUEUE, fault.kind());
            assertTrue(Objects.requireNonNull(fault.getMessage()).contains(name.text()), fault.getMessage());
        }
    }

    @Test
    void aRemovedQueueForgetsEverything() {
        answer(here().seed(A, "s", new byte[] {1}));
        give(A, "x");
        answer(here().remove(A.text()));
        answer(there().declare(List.of(QueueDeclaration.exclusive(A))));
        assertEquals(0, depth(A));
        answer(here().seed(A, "s", new byte[] {1}));
        assertEquals(1, depth(A));
    }

    @Test
    void whoReadsARemovedQueueIsTold() {
        var nudges = new NudgeCounter();
        give(A, "x");
        QueueSession reader = here().open(List.of(A, B), nudges);
        var taken = take(reader, 1);
        assertNull(reader.poll());
        answer(there().remove(A.text()));
        var fault = fault(reader);
        assertEquals(BrokerFault.Kind.NO_QUEUE, fault.kind());
        assertTrue(Objects.requireNonNull(fault.getMessage()).contains(A.text()), fault.getMessage());
        eventually("a nudge came", () -> nudges.count() > 0);
        assertNull(reader.poll());
        assertFails(RuntimeException.class, reader.commit(taken, List.of()));
        reader.close();
    }

    @Test
    void anUnknownQueueIsNamed() {
        QueueName none = QueueName.of("epoch", "none");
        var refusals = List.of(
                assertFails(BrokerFault.class, here().depth(none)),
                assertFails(BrokerFault.class, here().seed(none, "s", new byte[0])),
                fault(session(A, none)));
        for (BrokerFault fault : refusals) {
            assertEquals(BrokerFault.Kind.NO_QUEUE, fault.kind());
            assertTrue(Objects.requireNonNull(fault.getMessage()).contains(none.text()), fault.getMessage());
            assertTrue(Objects.requireNonNull(fault.getMessage()).contains(here().address()), fault.getMessage());
        }
    }

    @Test
    void aMessageOverTheLimitIsRefusedAndOneAtTheLimitIsNot() {
        byte[] tooLarge = new byte[Broker.MAX_BODY_BYTES + 1];
        var fault = assertThrows(BrokerFault.class, () -> new OutgoingMessage(A, tooLarge));
        assertEquals(BrokerFault.Kind.MESSAGE_TOO_LARGE, fault.kind());
        assertTrue(Objects.requireNonNull(fault.getMessage()).contains(A.text()), fault.getMessage());
        assertFails(BrokerFault.class, here().seed(A, "s", tooLarge));

        byte[] largest = new byte[Broker.MAX_BODY_BYTES];
        new Random(1).nextBytes(largest);
        try (QueueSession session = session(there(), A)) {
            answer(session.commit(
                    List.of(), List.of(new OutgoingMessage(A, largest), new OutgoingMessage(A, new byte[0]))));
            var taken = take(session, 2);
            assertEquals(0, taken.get(1).body().length);
            assertArrayEquals(largest, taken.get(0).body());
            answer(session.commit(taken, List.of()));
        }
        assertEquals(0, depth(A));
    }

    @Test
    void aClosedConnectionRefusesAndTheOtherGoesOn() {
        QueueSession session = session(A);
        give(A, "x");
        take(session, 1);
        here().close();
        here().close();
        assertNull(session.poll());
        assertFails(IllegalStateException.class, here().depth(A));
        assertFails(IllegalStateException.class, here().id());
        assertFails(IllegalStateException.class, here().seed(A, "s", new byte[0]));
        assertFails(IllegalStateException.class, here().declare(List.of()));
        assertFails(IllegalStateException.class, here().remove("x"));
        assertThrows(IllegalStateException.class, () -> session(A));
        assertNotNull(take(session(there(), A), 1));
    }

    @Test
    void everythingCommittedSurvivesARestartOfTheBroker() {
        give(A, numbered(50));
        give(LANE, numbered(50));
        answer(here().seed(B, "s", new byte[] {1}));
        String id = answer(here().id());
        try (QueueSession session = session(A)) {
            answer(session.commit(take(session, 10), List.of(message(B, "x").withDelayMillis(3_600_000))));
            take(session, 10);
            shared().restart();
            eventually("the session was over", () -> session.failure() != null);
        }
        Broker again = open();
        eventually("the broker was back", () -> reaches(again));
        assertEquals(id, answer(again.id()));
        assertEquals(List.of(40L, 2L, 50L), List.of(depth(A), depth(B), depth(LANE)));
        answer(again.seed(B, "s", new byte[] {1}));
        assertEquals(2, depth(B));
        answer(again.declare(List.of(QueueDeclaration.shared(A), QueueDeclaration.exclusive(LANE))));
        assertEquals(List.of(numbered(50)), texts(take(session(again, LANE), 50)));
    }

    private boolean reaches(Broker broker) {
        try {
            return answer(broker.depth(A)).isPresent();
        } catch (BrokerUnavailable notYet) {
            return false;
        }
    }
}
