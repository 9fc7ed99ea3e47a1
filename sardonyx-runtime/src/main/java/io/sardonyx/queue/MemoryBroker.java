package io.sardonyx.queue;

import io.sardonyx.port.Broker;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * The broker in memory, for jobs that run in one process; nothing survives that process. Calls are answered at once, on
 * the caller's thread.
 *
 * <p>Beyond an eighth of the heap message bodies go to temporary files, which is logged once; they are bounded by half
 * of what is free there, and by 64 GiB. When they are full, commits fail with
 * {@link io.sardonyx.port.BrokerUnavailable}. Thread-safe.
 */
public final class MemoryBroker implements Broker {

    private final String name;
    private final MemoryQueues queues;
    private final Set<MemorySession> sessions = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();

    MemoryBroker(String name, MemoryQueues queues) {
        this.name = name;
        this.queues = queues;
    }

    static MemoryBroker open(String name) {
        return new MemoryBroker(name, MemoryQueues.join(name));
    }

    @Override
    public String address() {
        return MemoryQueues.address(name);
    }

    @Override
    public CompletionStage<String> id() {
        return call(state -> queues.id());
    }

    @Override
    public CompletionStage<Void> declare(Collection<QueueDeclaration> declarations) {
        return call(state -> {
            declarations.forEach(state::declare);
            return null;
        });
    }

    /** Nothing is prefetched, since a message is as near as its session. */
    @Override
    public QueueSession open(List<QueueName> from, int prefetchBytes, Runnable nudge) {
        if (closed.get()) {
            throw refusal();
        }
        var session = new MemorySession(this, queues.call(state -> state.open(from, nudge)));
        sessions.add(session);
        if (closed.get()) {
            session.close();
        }
        return session;
    }

    @Override
    public CompletionStage<OptionalLong> depth(QueueName queue) {
        return call(state -> OptionalLong.of(state.depth(queue)));
    }

    @Override
    public CompletionStage<Void> seed(QueueName queue, String id, byte[] body) {
        try {
            MessageBody kept = queues.bodies().keep(new OutgoingMessage(queue, body).body());
            CompletionStage<Boolean> added = call(state -> state.seed(queue, id, kept));
            return added.whenComplete((isNew, failure) -> {
                        if (failure != null || !isNew) {
                            kept.discard();
                        }
                    })
                    .thenAccept(isNew -> {});
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    @Override
    public CompletionStage<Void> remove(String prefix) {
        return call(state -> {
            state.remove(prefix);
            return null;
        });
    }

    private <T> CompletionStage<T> call(Function<QueueState, T> action) {
        if (closed.get()) {
            return CompletableFuture.failedFuture(refusal());
        }
        try {
            return CompletableFuture.completedFuture(queues.call(action));
        } catch (RuntimeException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private IllegalStateException refusal() {
        return new IllegalStateException("the broker " + address() + " is closed");
    }

    MemoryQueues queues() {
        return queues;
    }

    void forget(MemorySession session) {
        sessions.remove(session);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            sessions.forEach(MemorySession::close);
            queues.leave();
        }
    }
}
