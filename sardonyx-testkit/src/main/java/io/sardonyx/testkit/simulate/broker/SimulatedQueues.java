package io.sardonyx.testkit.simulate.broker;

import io.sardonyx.port.BrokerUnavailable;
import io.sardonyx.port.OutgoingMessage;
import io.sardonyx.port.QueueName;
import io.sardonyx.port.QueuedMessage;
import io.sardonyx.queue.QueueState;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * The simulated broker's server side, shared by all processes. It is always correct; faults are on the
 * {@link SimulatedBroker connections} to it, and in its restarts.
 */
public final class SimulatedQueues {

    /** Silence after which it gives a connection up: then the messages of a dead process return. */
    public static final long CONNECTION_TIMEOUT_NANOS = 4_000_000_000L;

    /** How long after a restart it does not know the depth of its queues. */
    public static final long RECOUNT_NANOS = 500_000_000L;

    /** Listener for what happens to messages at the server. */
    public interface Witness {

        /** A transaction happened. */
        default void committed(String broker, List<QueuedMessage> taken, List<OutgoingMessage> given) {}

        /** A seed was put into a queue. */
        default void seeded(String broker, QueueName queue) {}

        /** All queues whose name begins so were removed. */
        default void removed(String broker, String prefix) {}
    }

    private final String address;
    private final VirtualTime time;
    private final int mostPrefetchBytes;
    private final Witness witness;
    private final QueueState state;
    private final Set<QueueState.Consumer> consumers = new LinkedHashSet<>();
    /** How many outages overlap at present. */
    private int outages;

    private long countedAtNanos;
    /** When scheduled messages are released next. */
    private long releaseAtNanos = Long.MAX_VALUE;

    public SimulatedQueues(String name, VirtualTime time) {
        this(name, time, Integer.MAX_VALUE, new Witness() {});
    }

    /** @param mostPrefetchBytes to which sessions are held; simulated messages are small */
    public SimulatedQueues(String name, VirtualTime time, int mostPrefetchBytes, Witness witness) {
        this.address = "simulated:" + name;
        this.time = time;
        this.mostPrefetchBytes = mostPrefetchBytes;
        this.witness = witness;
        this.state = new QueueState(address);
    }

    public String address() {
        return address;
    }

    int mostPrefetchBytes() {
        return mostPrefetchBytes;
    }

    Witness witness() {
        return witness;
    }

    /** Names of all queues, for oracles. */
    public List<QueueName> names() {
        return state.names();
    }

    /** Calls the state, runs those who have to know, and lets scheduled messages be released. */
    <T> T call(Function<QueueState, T> action) {
        try {
            return action.apply(state);
        } finally {
            scheduleRelease();
            state.takeNudges().forEach(Runnable::run);
        }
    }

    private void scheduleRelease() {
        long due = state.nextDueNanos().orElse(Long.MAX_VALUE);
        if (due < releaseAtNanos) {
            releaseAtNanos = due;
            time.after(due - time.nowNanos(), this::release);
        }
    }

    private void release() {
        if (time.nowNanos() >= releaseAtNanos) {
            releaseAtNanos = Long.MAX_VALUE;
        }
        state.release(time.nowNanos());
        scheduleRelease();
        state.takeNudges().forEach(Runnable::run);
    }

    QueueState.Consumer opened(QueueState.Consumer consumer) {
        consumers.removeIf(QueueState.Consumer::isOver);
        consumers.add(consumer);
        return consumer;
    }

    OptionalLong depth(QueueName queue) {
        long depth = call(it -> it.depth(queue));
        return time.nowNanos() < countedAtNanos ? OptionalLong.empty() : OptionalLong.of(depth);
    }

    /** The depth as it is, for oracles. */
    public long trueDepth(QueueName queue) {
        return state.depth(queue);
    }

    boolean isDown() {
        return outages > 0;
    }

    /** Crashes it and starts it again: all sessions are over, what was committed is there. */
    public void restart() {
        countedAtNanos = time.nowNanos() + RECOUNT_NANOS;
        for (QueueState.Consumer consumer : List.copyOf(consumers)) {
            call(it -> {
                it.fail(consumer, new BrokerUnavailable(address + " was restarted"));
                return true;
            });
        }
        consumers.clear();
    }

    /** Begins an outage: it crashes, and all calls fail until a matching {@link #recover}. Calls nest. */
    public void fail() {
        outages++;
        restart();
    }

    public void recover() {
        outages--;
        countedAtNanos = time.nowNanos() + RECOUNT_NANOS;
    }
}
