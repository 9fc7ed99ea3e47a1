package io.sardonyx.testkit.simulate.jobs;

import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Superseded;
import io.sardonyx.plugin.Unavailable;
import io.sardonyx.testkit.simulate.World;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Simulated output with a bounded queue: accepts as many segments as it has room for and settles each after a random
 * delay. Unsettled segments are lost when it closes. In a job with checkpoints it settles what was accepted between two
 * marks when that is committed.
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
    /** Accepted since the last checkpoint; null in a job without checkpoints. */
    private final @Nullable List<Object> unprepared;

    SimulatedOutput(
            String name,
            SimulatedData stock,
            SimulatedData.Guard guard,
            VirtualTime time,
            RandomGenerator random,
            boolean checkpointed) {
        this.unprepared = checkpointed ? new ArrayList<>() : null;
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
        if (unprepared != null) {
            for (int i = from; i < from + count; i++) {
                unprepared.add(segments[i]);
            }
            return Math.max(0, count);
        }
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
    public Optional<String> prepare(long checkpoint) throws Unavailable, Superseded {
        stock.call(name);
        guard.check();
        if (unprepared == null || unprepared.isEmpty()) {
            return Optional.empty();
        }
        settled += unprepared.size();
        String bundle = stock.prepare(name, unprepared);
        unprepared.clear();
        return Optional.of(bundle);
    }

    @Override
    public void commit(String bundle) throws Unavailable {
        stock.call(name);
        stock.commit(name, bundle);
    }

    @Override
    public void abort(String bundle) throws Unavailable {
        stock.call(name);
        stock.abort(bundle);
    }

    @Override
    public void seal() throws Unavailable, Superseded {
        stock.call(name);
        guard.check();
        stock.seal(name);
    }

    @Override
    public void close() {
        if (unprepared != null) {
            unprepared.forEach(segment -> stock.drop(name, segment));
            unprepared.clear();
        }
        waiting.forEach(unsettled -> stock.drop(name, unsettled.segment));
        waiting.clear();
    }
}
