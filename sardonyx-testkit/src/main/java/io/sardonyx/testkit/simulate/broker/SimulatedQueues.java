package io.sardonyx.testkit.simulate.broker;

import io.sardonyx.port.BrokerUnavailable;
import io.sardonyx.port.QueueName;
import io.sardonyx.queue.QueueState;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import java.util.LinkedHashSet;
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

    private final String address;
    private final VirtualTime time;
    private final QueueState state;
    private final Set<QueueState.Consumer> consumers = new LinkedHashSet<>();
    /** How many outages overlap at present. */
    private int outages;

    private long countedAtNanos;

    public SimulatedQueues(String name, VirtualTime time) {
        this.address = "simulated:" + name;
        this.time = time;
        this.state = new QueueState(address);
    }

    String address() {
        return address;
    }

    /** Calls the state, runs those who have to know, and lets scheduled messages be released. */
    <T> T call(Function<QueueState, T> action) {
        try {
            return action.apply(state);
        } finally {
            OptionalLong due = state.nextDueNanos();
            due.ifPresent(at -> time.after(at - time.nowNanos(), this::release));
            state.takeNudges().forEach(Runnable::run);
        }
    }

    private void release() {
        state.release(time.nowNanos());
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
        for (QueueState.Consumer consumer : Set.copyOf(consumers)) {
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
