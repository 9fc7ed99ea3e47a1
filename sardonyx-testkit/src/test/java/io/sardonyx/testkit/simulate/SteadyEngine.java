package io.sardonyx.testkit.simulate;

import io.sardonyx.channel.RemoteChannels;
import io.sardonyx.engine.GroupEngine;
import io.sardonyx.group.PeerEngine;
import io.sardonyx.port.Store;
import io.sardonyx.secret.Secrets;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.TaskLoop;
import io.sardonyx.task.state.StateBudget;
import io.sardonyx.testkit.simulate.network.SimulatedNetwork;
import io.sardonyx.testkit.simulate.network.SimulatedWire;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * A machine on which the production engine works for days: only loops that are ready get turns, until none is, and then
 * there is nothing to do for a tenth of a second or so.
 */
final class SteadyEngine implements MachineEngine {

    private static final long LONGEST_PAUSE = 200 * World.MILLI;
    private static final int ROUNDS = 50;

    private final SimulatedWire wire;
    private final RemoteChannels exchange;
    private final ProcessResources workshop;
    private final List<TaskLoop> fresh = new ArrayList<>();
    private final List<Seat> seats = new ArrayList<>();

    /** A loop, and when it gets its next turn though nobody wakes it. */
    private static final class Seat {
        private final TaskLoop loop;
        private boolean ready = true;
        private long dueNanos;

        Seat(TaskLoop loop) {
            this.loop = loop;
            loop.onWake(() -> ready = true);
        }
    }

    SteadyEngine(
            JobWorld.Tools tools,
            SimulatedNetwork network,
            Map<String, Object> resources,
            LongSupplier clock,
            RandomGenerator random) {
        this.wire = network.wire();
        this.exchange = new RemoteChannels(wire, random);
        this.workshop = new ProcessResources(
                tools.functions(),
                tools.plugins(),
                exchange,
                fresh::add,
                resources,
                clock,
                () -> Instant.EPOCH.plusNanos(clock.getAsLong()),
                StateBudget.ofHeap(),
                random::nextLong,
                List::of,
                Secrets.all());
    }

    /** How many loops get turns here. */
    int loops() {
        return seats.size() + fresh.size();
    }

    @Override
    public Site site() {
        return wire.site();
    }

    @Override
    public PeerEngine create(GroupId group, Store store) {
        return new GroupEngine(group, store, workshop);
    }

    @Override
    public long longestPauseNanos() {
        return LONGEST_PAUSE;
    }

    @Override
    public void turn(long nowNanos) {
        fresh.forEach(loop -> seats.add(new Seat(loop)));
        fresh.clear();
        boolean worked = true;
        for (int round = 0; worked && round < ROUNDS; round++) {
            worked = exchange.turn(nowNanos);
            boolean over = false;
            for (int i = 0; i < seats.size(); i++) {
                Seat seat = seats.get(i);
                if (seat.ready || seat.dueNanos - nowNanos <= 0) {
                    worked |= turn(seat, nowNanos);
                    over |= seat.loop.isOver();
                }
            }
            if (over) {
                seats.removeIf(seat -> seat.loop.isOver());
            }
        }
    }

    private static boolean turn(Seat seat, long nowNanos) {
        seat.ready = false;
        boolean worked = seat.loop.turn(nowNanos);
        seat.dueNanos = nowNanos + Math.max(1, seat.loop.restNanos());
        seat.ready |= worked;
        return seat.ready;
    }

    @Override
    public void perish() {
        wire.die();
    }
}
