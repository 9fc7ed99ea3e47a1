package io.sardonyx.queue;

import io.sardonyx.port.BrokerUnavailable;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueSession;
import io.sardonyx.port.QueuedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A session at the broker in memory. */
final class MemorySession implements QueueSession {

    private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

    private final MemoryBroker broker;
    private final QueueState.Consumer consumer;

    MemorySession(MemoryBroker broker, QueueState.Consumer consumer) {
        this.broker = broker;
        this.consumer = consumer;
    }

    @Override
    public @Nullable QueuedMessage poll() {
        QueueState.Delivery delivery = broker.queues().call(state -> state.poll(consumer));
        try {
            return delivery == null ? null : delivery.loaded();
        } catch (BrokerUnavailable unreadable) {
            fail(unreadable);
            return null;
        }
    }

    private void fail(RuntimeException failure) {
        broker.queues().call(state -> {
            state.fail(consumer, failure);
            return true;
        });
    }

    @Override
    public CompletionStage<Void> commit(List<QueuedMessage> taken, List<OutgoingMessage> given) {
        var bodies = new ArrayList<MessageBody>(given.size());
        try {
            given.forEach(message -> bodies.add(broker.queues().bodies().keep(message.body())));
            broker.queues().call(state -> {
                state.commit(consumer, taken, given, bodies, System.nanoTime());
                return true;
            });
            return DONE;
        } catch (IllegalArgumentException callersMistake) {
            bodies.forEach(MessageBody::discard);
            throw callersMistake;
        } catch (RuntimeException failure) {
            bodies.forEach(MessageBody::discard);
            fail(failure);
            return CompletableFuture.failedFuture(failure);
        }
    }

    @Override
    public @Nullable RuntimeException failure() {
        return consumer.failure();
    }

    @Override
    public void close() {
        broker.queues().call(state -> {
            state.close(consumer);
            return true;
        });
        broker.forget(this);
    }
}
