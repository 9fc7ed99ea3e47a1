package io.sardonyx.testkit.simulate.jobs;

import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Superseded;
import io.sardonyx.plugin.Unavailable;
import io.sardonyx.testkit.simulate.World;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import java.util.ArrayDeque;
import java.util.random.RandomGenerator;

/**
 * Simulated output with a bounded queue: accepts as many segments as it has room for and settles each after a random
 * delay. Unsettled segments are lost when it closes.
 */
final class SimulatedOutput implements Output {

    private static final long LONGEST_LAG = 50 * World.MILLI;
    private static final int MOST_WAITING = 30;

    /** An accepted segment, and the virtual time from which on it may be settled. */
    private record Unsettled(Object segment, long fromNanos) {}

    private final String name;
    private final SimulatedData stock;
    private final SimulatedData.Guard guard;
    private final VirtualTime time;
    private final RandomGenerator random;
    private final ArrayDeque<Unsettled> waiting = new ArrayDeque<>();
    /** When the last accepted segment may be settled; segments settle in order. */
    private long lastNanos;

    private long settled;

    SimulatedOutput(
            String name, SimulatedData stock, SimulatedData.Guard guard, VirtualTime time, RandomGenerator random) {
        this.name = name;
        this.stock = stock;
        this.guard = guard;
        this.time = time;
        this.random = random;
    }

    @Override
    public int write(Object[] segments, int from, int to) throws Unavailable, Superseded {
        stock.call(name);
        guard.check();
        int count = Math.min(random.nextInt(to - from + 1), MOST_WAITING - waiting.size());
        for (int i = from; i < from + count; i++) {
            lastNanos = Math.max(lastNanos, time.nowNanos() + random.nextLong(LONGEST_LAG));
            waiting.add(new Unsettled(segments[i], lastNanos));
        }
        return Math.max(0, count);
    }

    @Override
    public long settled() throws Unavailable, Superseded {
        stock.call(name);
        guard.check();
        for (Unsettled first = waiting.peek();
                first != null && first.fromNanos <= time.nowNanos();
                first = waiting.peek()) {
            waiting.remove();
            stock.settle(name, first.segment);
            settled++;
        }
        return settled;
    }

    @Override
    public void seal() throws Unavailable, Superseded {
        stock.call(name);
        guard.check();
        stock.seal(name);
    }

    @Override
    public void close() {
        waiting.forEach(unsettled -> stock.drop(name, unsettled.segment));
        waiting.clear();
    }
}
