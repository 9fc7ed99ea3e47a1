package io.sardonyx.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.port.BrokerUnavailable;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import io.sardonyx.port.QueuedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What does not fit on the heap goes to files, comes back as it was, and leaves no trace. */
class MemoryBrokerSpillTest {

    private static final QueueName QUEUE = QueueName.of("epoch", "job", "q");
    private static final int SIZE = 10_000;

    private static MemoryBroker broker(MessageBodies bodies) {
        var broker = new MemoryBroker("spill", new MemoryQueues("spill", bodies));
        broker.declare(List.of(QueueDeclaration.shared(QUEUE)))
                .toCompletableFuture()
                .join();
        return broker;
    }

    private static byte[] body(int number) {
        byte[] body = new byte[SIZE];
        new Random(number).nextBytes(body);
        return body;
    }

    private static void give(QueueSession session, int number) {
        session.commit(List.of(), List.of(new OutgoingMessage(QUEUE, body(number))))
                .toCompletableFuture()
                .join();
    }

    @Test
    void whatDoesNotFitOnTheHeapGoesToFilesAndComesBackInOrder() {
        var bodies = new MessageBodies(40 * SIZE, 1L << 30);
        try (var broker = broker(bodies);
                var session = broker.open(List.of(QUEUE), () -> {})) {
            for (int i = 0; i < 1000; i++) {
                give(session, i);
            }
            assertThat(bodies.fileBytes()).isEqualTo(961L * SIZE);
            for (int i = 0; i < 1000; i++) {
                QueuedMessage message = Objects.requireNonNull(session.poll());
                assertThat(message.body()).isEqualTo(body(i));
                session.commit(List.of(message), List.of())
                        .toCompletableFuture()
                        .join();
            }
            assertThat(bodies.fileBytes()).isZero();
        }
    }

    @Test
    void filesAreUsedAgain() {
        var bodies = new MessageBodies(2 * SIZE, 50L * SIZE);
        try (var broker = broker(bodies);
                var session = broker.open(List.of(QUEUE), () -> {})) {
            for (int i = 0; i < 40; i++) {
                give(session, i);
            }
            for (int i = 0; i < 20_000; i++) {
                QueuedMessage message = Objects.requireNonNull(session.poll());
                session.commit(List.of(message), List.of(new OutgoingMessage(QUEUE, message.body())))
                        .toCompletableFuture()
                        .join();
            }
            assertThat(bodies.fileBytes()).isBetween(39L * SIZE, 40L * SIZE);
        }
    }

    @Test
    void aFullBrokerFailsTheCommitAndKeepsWhatItHas() {
        var bodies = new MessageBodies(20 * SIZE, 10L * SIZE);
        try (var broker = broker(bodies)) {
            var session = broker.open(List.of(), () -> {});
            int given = 0;
            while (session.failure() == null) {
                var commit = session.commit(List.of(), List.of(new OutgoingMessage(QUEUE, body(given))));
                given += commit.toCompletableFuture().isCompletedExceptionally() ? 0 : 1;
            }
            assertThat(session.failure()).isInstanceOf(BrokerUnavailable.class).hasMessageContaining("full");
            assertThat(given).isEqualTo(29);
            var reader = broker.open(List.of(QUEUE), () -> {});
            var taken = new ArrayList<QueuedMessage>();
            for (var next = reader.poll(); next != null; next = reader.poll()) {
                assertThat(next.body()).isEqualTo(body(taken.size()));
                taken.add(next);
            }
            assertThat(taken).hasSize(given);
            reader.commit(taken, List.of()).toCompletableFuture().join();
            give(reader, 1);
        }
    }

    @Test
    void manySmallMessagesAreBoundedToo() {
        var bodies = new MessageBodies(100L * MessageBodies.OVERHEAD, 1L << 30);
        try (var broker = broker(bodies)) {
            var session = broker.open(List.of(), () -> {});
            int given = 0;
            while (session.failure() == null && given < 1000) {
                session.commit(List.of(), List.of(new OutgoingMessage(QUEUE, new byte[0])));
                given++;
            }
            assertThat(given).isEqualTo(201);
        }
    }
}
