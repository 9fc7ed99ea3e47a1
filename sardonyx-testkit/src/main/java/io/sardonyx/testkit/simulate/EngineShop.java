package io.sardonyx.testkit.simulate;

import io.sardonyx.delivery.WireExchange;
import io.sardonyx.engine.GroupEngine;
import io.sardonyx.engine.Plugins;
import io.sardonyx.engine.Secrets;
import io.sardonyx.engine.TaskLoop;
import io.sardonyx.engine.TaskStats;
import io.sardonyx.engine.Workshop;
import io.sardonyx.exchange.Exchange;
import io.sardonyx.function.Functions;
import io.sardonyx.group.Workforce;
import io.sardonyx.port.Store;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** A machine on which the production engine works; its task loops get turns in an order that only the seed decides. */
final class EngineShop implements Shop {

    private final SimulatedWire wire;
    private final WireExchange exchange;
    private final RandomGenerator random;
    private final Runnable check;
    private final Workshop workshop;
    private final boolean fit;
    private final List<TaskLoop> loops = new ArrayList<>();
    private final List<TaskLoop> fresh = new ArrayList<>();
    private final CallTime callTime;
    /* Loops that are inside a function, and until when. */
    private final Map<TaskLoop, Long> busyUntilNanos = new HashMap<>();

    /**
     * What all machines of a world work with.
     *
     * @param exchanges what stands between the engine and the links, such as a check or a planted bug
     * @param check what throws when something was seen there that must not be
     */
    record Equipment(
            Functions functions,
            Plugins plugins,
            Network network,
            UnaryOperator<Exchange> exchanges,
            Runnable check,
            CallTime callTime,
            Map<String, Object> resources) {}

    /** @param fit whether the machine has the functions of jobs */
    EngineShop(Equipment equipment, boolean fit, LongSupplier clock, RandomGenerator random) {
        this.fit = fit;
        this.check = equipment.check;
        this.callTime = equipment.callTime;
        this.random = random;
        this.wire = equipment.network.wire();
        this.exchange = new WireExchange(wire, random);
        this.workshop = new Workshop(
                fit ? equipment.functions : Functions.in(List.of(), List.of()),
                equipment.plugins,
                equipment.exchanges.apply(exchange),
                fresh::add,
                equipment.resources,
                () -> clock.getAsLong() + callTime.spentNanos(),
                random::nextLong,
                Secrets.all());
    }

    boolean isFit() {
        return fit;
    }

    SimulatedWire wire() {
        return wire;
    }

    @Override
    public Site site() {
        return wire.site();
    }

    @Override
    public Workforce hire(GroupId group, Store store) {
        return new GroupEngine(group, store, workshop);
    }

    @Override
    public void turn(long nowNanos) {
        loops.addAll(fresh);
        fresh.clear();
        exchange.turn(nowNanos);
        for (int turns = loops.isEmpty() ? 0 : random.nextInt(3 * loops.size() + 1); turns > 0; turns--) {
            turn(loops.get(random.nextInt(loops.size())), nowNanos);
        }
        loops.removeIf(TaskLoop::isOver);
        busyUntilNanos.keySet().retainAll(loops);
        if (random.nextBoolean()) {
            exchange.turn(nowNanos);
        }
        check.run();
    }

    private void turn(TaskLoop loop, long nowNanos) {
        if (busyUntilNanos.getOrDefault(loop, nowNanos) - nowNanos <= 0) {
            loop.turn(nowNanos);
            busyUntilNanos.put(loop, nowNanos + callTime.endTurn());
        }
    }

    /** How the tasks do that get turns here. */
    List<TaskStats> stats() {
        return loops.stream().map(TaskLoop::stats).toList();
    }

    @Override
    public void perish() {
        wire.die();
    }
}
