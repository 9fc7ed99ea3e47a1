package io.sardonyx.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueStateTest {

    private static final QueueName NAME = QueueName.of("epoch", "job", "edge");

    private final QueueState state = new QueueState("memory:test");
    private final List<String> served = new ArrayList<>();

    /** A consumer that takes what there is as soon as it is nudged, and asks for more. */
    private final class Eager {

        private final String name;
        private final QueueState.Consumer consumer;

        Eager(String name) {
            this.name = name;
            this.consumer = state.open(List.of(NAME), this::take);
            take();
        }

        void take() {
            for (var message = state.poll(consumer); message != null; message = state.poll(consumer)) {
                served.add(name);
                state.commit(consumer, List.of(message), List.of(), List.of(), 0);
            }
        }
    }

    private void give(QueueState.Consumer giver) {
        byte[] body = {1};
        state.commit(giver, List.of(), List.of(new OutgoingMessage(NAME, body)), List.of(MessageBody.onHeap(body)), 0);
        state.takeNudges().forEach(Runnable::run);
    }

    private List<String> served(boolean exclusive) {
        state.declare(new QueueDeclaration(NAME, exclusive));
        new Eager("a");
        new Eager("b");
        new Eager("c");
        QueueState.Consumer giver = state.open(List.of(), () -> {});
        for (int i = 0; i < 6; i++) {
            give(giver);
        }
        return served;
    }

    @Test
    void singleMessagesGoToEachConsumerInTurn() {
        assertThat(served(false)).containsExactly("a", "b", "c", "a", "b", "c");
    }

    @Test
    void anExclusiveQueueServesTheFirst() {
        assertThat(served(true)).containsOnly("a");
    }
}
