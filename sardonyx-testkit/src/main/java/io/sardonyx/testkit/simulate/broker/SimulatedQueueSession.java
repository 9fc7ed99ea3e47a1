package io.sardonyx.testkit.simulate.broker;

import io.sardonyx.port.BrokerUnavailable;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueueSession;
import io.sardonyx.port.QueuedMessage;
import io.sardonyx.queue.MessageBody;
import io.sardonyx.queue.QueueState;
import io.sardonyx.testkit.simulate.fault.RandomFaults;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A session at the simulated broker. Messages are pushed to it, as far as prefetching allows, and are in its hands from
 * then on, also while they travel. A lost commit breaks the connection: the client learns it at once, the broker only
 * after a while, so that messages return late.
 */
final class SimulatedQueueSession implements QueueSession {

    private final SimulatedBroker broker;
    private final int prefetchBytes;
    private final Runnable nudge;
    private final ArrayDeque<QueueState.Delivery> inbox = new ArrayDeque<>();
    /** Taken from the server and not yet polled, be it under way or in the inbox. */
    private final Set<QueueState.Delivery> unread = new LinkedHashSet<>();
    /** Polled, and no commit of it was called. */
    private final Set<QueuedMessage> polled = new LinkedHashSet<>();

    private final List<CompletableFuture<Void>> unanswered = new ArrayList<>();
    private QueueState.@Nullable Consumer consumer;
    private @Nullable RuntimeException failure;
    private long unreadBytes;
    private long lastThereNanos;
    private long lastBackNanos;
    private boolean hungry;
    /** Whether the client holds it for over. */
    private boolean over;
    /** Whether the connection is broken, so that nothing more arrives at the server. */
    private boolean broken;

    SimulatedQueueSession(SimulatedBroker broker, int prefetchBytes, Runnable nudge) {
        this.broker = broker;
        this.prefetchBytes = prefetchBytes;
        this.nudge = nudge;
    }

    boolean isOver() {
        return over && consumer != null && consumer.isOver();
    }

    void connect(List<QueueName> from) {
        there(broker.faults().fate(false), () -> {
            if (broken || broker.isDead()) {
                return;
            }
            if (broker.queues().isDown()) {
                back(() -> fail(new BrokerUnavailable(broker.address() + " is down")));
                return;
            }
            consumer = broker.queues().call(state -> broker.queues().opened(state.open(from, this::onServerNudge)));
            onServerNudge();
        });
    }

    /** Runs at the server when there may be something for this session, or it has ended there. */
    private void onServerNudge() {
        QueueState.Consumer mine = consumer;
        if (mine == null || broken) {
            return;
        }
        RuntimeException reason = mine.failure();
        if (reason != null) {
            broken = true;
            back(() -> fail(reason));
        } else {
            broker.time().after(0, this::push);
        }
    }

    private void push() {
        QueueState.Consumer mine = consumer;
        while (mine != null && !broken && !mine.isOver() && unreadBytes < prefetchBytes) {
            QueueState.Delivery next = broker.queues().call(state -> state.poll(mine));
            if (next == null) {
                return;
            }
            unread.add(next);
            unreadBytes += next.body().length;
            back(() -> {
                inbox.add(next);
                wake();
            });
        }
    }

    private void wake() {
        if (hungry && !over) {
            hungry = false;
            nudge.run();
        }
    }

    @Override
    public @Nullable QueuedMessage poll() {
        QueueState.Delivery next = over ? null : inbox.poll();
        if (next == null) {
            hungry = true;
            return null;
        }
        unread.remove(next);
        unreadBytes -= next.body().length;
        polled.add(next);
        there(broker.faults().fate(false), this::push);
        return next;
    }

    @Override
    public CompletionStage<Void> commit(List<QueuedMessage> taken, List<OutgoingMessage> given) {
        var answer = new CompletableFuture<Void>();
        if (over) {
            answer.completeExceptionally(reason());
            return answer;
        }
        if (Set.copyOf(taken).size() < taken.size() || !polled.containsAll(taken)) {
            throw new IllegalArgumentException("a message is not in the hands of this session");
        }
        taken.forEach(polled::remove);
        unanswered.add(answer);
        RandomFaults.Fate fate = broker.faults().fate(true);
        there(fate, () -> arrive(taken, given, fate, answer));
        return answer;
    }

    private void arrive(
            List<QueuedMessage> taken,
            List<OutgoingMessage> given,
            RandomFaults.Fate fate,
            CompletableFuture<Void> answer) {
        if (broken || broker.isDead() && fate.lostBefore()) {
            return;
        }
        if (fate.lostBefore()) {
            breakConnection(fate);
            return;
        }
        QueueState.Consumer mine = consumer;
        var bodies = given.stream()
                .map(message -> MessageBody.onHeap(message.body()))
                .toList();
        try {
            broker.queues().call(state -> {
                if (mine == null) {
                    throw new BrokerUnavailable("there is no connection to " + broker.address());
                }
                state.commit(mine, taken, given, bodies, broker.time().nowNanos());
                return true;
            });
        } catch (RuntimeException refused) {
            return; // the end of the consumer is told by its nudge
        }
        broker.queues().witness().committed(broker.address(), taken, given);
        if (fate.lostAfter()) {
            breakConnection(fate);
        } else {
            backAfter(fate.backNanos(), () -> {
                unanswered.removeIf(each -> each == answer);
                answer.complete(null);
            });
        }
    }

    /** The client knows soon, the server when the connection times out. */
    private void breakConnection(RandomFaults.Fate fate) {
        broken = true;
        backAfter(fate.backNanos(), () -> fail(new BrokerUnavailable("no answer from " + broker.address())));
        broker.time().after(SimulatedQueues.CONNECTION_TIMEOUT_NANOS, this::endAtServer);
    }

    /** The server gives the connection up; a process that lives learns it. */
    void expire() {
        broken = true;
        endAtServer();
        back(() -> fail(new BrokerUnavailable(broker.address() + " has given the connection up")));
    }

    private void endAtServer() {
        QueueState.Consumer mine = consumer;
        if (mine != null) {
            broker.queues().call(state -> {
                state.close(mine);
                return true;
            });
        }
    }

    private void fail(RuntimeException reason) {
        if (!over) {
            over = true;
            failure = reason;
            failUnanswered();
            nudge.run();
        }
    }

    private void failUnanswered() {
        List.copyOf(unanswered).forEach(answer -> answer.completeExceptionally(reason()));
        unanswered.clear();
    }

    private RuntimeException reason() {
        return failure != null
                ? failure
                : new IllegalStateException("this session at " + broker.address() + " is closed");
    }

    @Override
    public @Nullable RuntimeException failure() {
        return failure;
    }

    @Override
    public void close() {
        if (over) {
            return;
        }
        over = true;
        there(broker.faults().fate(false), () -> {
            if (!broken) {
                broken = true;
                unread.forEach(delivery -> broker.queues().call(state -> {
                    state.uncount(delivery);
                    return true;
                }));
                endAtServer();
            }
            back(this::failUnanswered);
        });
    }

    /** Runs at the server, in the order of the calls. */
    private void there(RandomFaults.Fate fate, Runnable action) {
        long now = broker.time().nowNanos();
        lastThereNanos = Math.max(lastThereNanos, now + fate.thereNanos());
        broker.time().after(lastThereNanos - now, action);
    }

    private void back(Runnable action) {
        backAfter(broker.faults().fate(false).backNanos(), action);
    }

    /** Runs at the client, in the order in which it was sent, unless that process is dead. */
    private void backAfter(long nanos, Runnable action) {
        long now = broker.time().nowNanos();
        lastBackNanos = Math.max(lastBackNanos, now + nanos);
        broker.time().after(lastBackNanos - now, () -> {
            if (!broker.isDead()) {
                action.run();
            }
        });
    }
}
