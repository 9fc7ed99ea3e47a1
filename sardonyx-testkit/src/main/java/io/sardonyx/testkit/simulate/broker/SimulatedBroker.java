package io.sardonyx.testkit.simulate.broker;

import io.sardonyx.port.Broker;
import io.sardonyx.port.BrokerUnavailable;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueDeclaration;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import io.sardonyx.queue.MessageBody;
import io.sardonyx.testkit.simulate.fault.RandomFaults;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Connection of one process to the simulated broker: delays calls and answers in virtual time, and loses them before or
 * after they were applied.
 */
public final class SimulatedBroker implements Broker {

    private final SimulatedQueues queues;
    private final RandomFaults faults;
    private final VirtualTime time;
    private final List<SimulatedQueueSession> sessions = new ArrayList<>();
    private long lastArrivalNanos;
    private boolean dead;
    private boolean closed;

    public SimulatedBroker(SimulatedQueues queues, RandomFaults faults, VirtualTime time) {
        this.queues = queues;
        this.faults = faults;
        this.time = time;
    }

    /**
     * Kills the process without closing anything: what its sessions have taken returns after the connection timeout.
     */
    public void kill() {
        dead = true;
        if (isConnected()) {
            time.after(SimulatedQueues.CONNECTION_TIMEOUT_NANOS, this::expire);
        }
    }

    /** Lets the broker give the connection up although the process is alive, as one that was stopped for long. */
    public void expire() {
        List.copyOf(sessions).forEach(SimulatedQueueSession::expire);
    }

    /** Whether it has sessions. */
    public boolean isConnected() {
        return !sessions.isEmpty();
    }

    boolean isDead() {
        return dead;
    }

    SimulatedQueues queues() {
        return queues;
    }

    RandomFaults faults() {
        return faults;
    }

    VirtualTime time() {
        return time;
    }

    @Override
    public String address() {
        return queues.address();
    }

    @Override
    public CompletionStage<String> id() {
        return call(false, () -> "id of " + address());
    }

    @Override
    public CompletionStage<Void> declare(Collection<QueueDeclaration> declarations) {
        List<QueueDeclaration> wanted = List.copyOf(declarations);
        return call(
                        true,
                        () -> queues.call(state -> {
                            wanted.forEach(state::declare);
                            return true;
                        }))
                .thenAccept(done -> {});
    }

    @Override
    public QueueSession open(List<QueueName> from, int prefetchBytes, Runnable nudge) {
        if (closed) {
            throw refusal();
        }
        var session = new SimulatedQueueSession(this, Math.min(prefetchBytes, queues.mostPrefetchBytes()), nudge);
        sessions.removeIf(SimulatedQueueSession::isOver);
        sessions.add(session);
        session.connect(List.copyOf(from));
        return session;
    }

    @Override
    public CompletionStage<OptionalLong> depth(QueueName queue) {
        boolean unknown = faults.hidesDepth();
        return call(false, () -> unknown ? OptionalLong.empty() : queues.depth(queue));
    }

    @Override
    public CompletionStage<Void> seed(QueueName queue, String id, byte[] body) {
        return call(true, () -> {
                    boolean isNew = queues.call(state ->
                            state.seed(queue, id, MessageBody.onHeap(new OutgoingMessage(queue, body).body())));
                    if (isNew) {
                        queues.witness().seeded(address(), queue);
                    }
                    return isNew;
                })
                .thenAccept(isNew -> {});
    }

    @Override
    public CompletionStage<Void> remove(String prefix) {
        return call(
                        true,
                        () -> queues.call(state -> {
                            state.remove(prefix);
                            queues.witness().removed(address(), prefix);
                            return true;
                        }))
                .thenAccept(done -> {});
    }

    private <T> CompletionStage<T> call(boolean write, Supplier<T> action) {
        if (closed) {
            return CompletableFuture.failedFuture(refusal());
        }
        var answer = new CompletableFuture<T>();
        RandomFaults.Fate fate = faults.fate(write);
        lastArrivalNanos = Math.max(lastArrivalNanos, time.nowNanos() + fate.thereNanos());
        time.after(lastArrivalNanos - time.nowNanos(), () -> {
            var result = new CompletableFuture<T>();
            if (queues.isDown() || fate.lostBefore()) {
                result.completeExceptionally(new BrokerUnavailable("no answer from " + address()));
            } else {
                try {
                    result.complete(action.get());
                } catch (RuntimeException refused) {
                    result.completeExceptionally(refused);
                }
                if (fate.lostAfter()) {
                    result.obtrudeException(new BrokerUnavailable("no answer from " + address()));
                }
            }
            time.after(fate.backNanos(), () -> deliver(result, answer));
        });
        return answer;
    }

    <T> void deliver(CompletableFuture<T> result, CompletableFuture<T> answer) {
        if (!dead) {
            var unused = result.whenComplete((value, failure) -> {
                if (failure == null) {
                    answer.complete(value);
                } else {
                    answer.completeExceptionally(failure);
                }
            });
        }
    }

    private IllegalStateException refusal() {
        return new IllegalStateException("the broker " + address() + " is closed");
    }

    @Override
    public void close() {
        closed = true;
        List.copyOf(sessions).forEach(SimulatedQueueSession::close);
    }
}
