package io.sardonyx.testkit.simulate.jobs;

import io.sardonyx.job.Call;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.Superseded;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.plugin.Unavailable;
import io.sardonyx.testkit.simulate.FaultKind;
import io.sardonyx.testkit.simulate.World;
import io.sardonyx.testkit.simulate.fault.RandomFaults;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import io.sardonyx.value.PeerId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** What simulated inputs give, and what simulated outputs took so that it survives every machine. */
public final class SimulatedData {

    /** Under this name all simulated processes provide it. */
    public static final String RESOURCE = "sardonyx.simulated.stock";

    private static final long LONGEST_OUTAGE = 3 * World.SECOND;

    private final VirtualTime time;
    private final RandomGenerator random;
    private final RandomFaults weather;
    private final UnaryOperator<Output> tinker;
    private final Witness witness;
    private final Map<String, List<List<Object>>> inputs = new TreeMap<>();
    private final Map<String, List<Object>> settled = new TreeMap<>();
    private final Map<String, Integer> read = new HashMap<>();
    private final Map<PeerId, SimulatedOutput> open = new HashMap<>();
    private final Set<String> sealed = new LinkedHashSet<>();
    private final Map<String, Long> awayUntil = new HashMap<>();
    private final Map<String, Object> writers = new HashMap<>();
    private double dry = 0.1;
    private Predicate<TaskContext> entitled = context -> true;

    /** Whom an output refuses. */
    enum Refusal {
        NOBODY,
        /** Who has a successor in its slot, with the word that is for that. */
        PREDECESSORS,
        /** Who has lost its slot by now, whether it knows that or not, with any exception. */
        STRANGERS
    }

    /** Throws when an output is not to be written by that peer. */
    interface Guard {
        void check() throws Superseded;
    }

    /** Sees what inputs give and outputs take. */
    public interface Witness {

        /** At the moment it is settled. */
        public void settled(String output, Object segment);

        /** An output took it and ended before it was settled. */
        default void dropped(String output, Object segment) {}

        /** An input gives it, and gave it before. */
        default void readAgain(String input, Object segment) {}
    }

    /** @param tinker what stands between the engine and each output, such as a planted bug */
    public SimulatedData(
            VirtualTime time,
            RandomGenerator random,
            RandomFaults weather,
            UnaryOperator<Output> tinker,
            Witness witness) {
        this.time = time;
        this.random = random;
        this.weather = weather;
        this.tinker = tinker;
        this.witness = witness;
    }

    /** An input of a job: the partitions that were put here under that name. */
    public static Call input(String name) {
        return Call.to(SimulatedData.class.getName() + "::reading").with("from", name);
    }

    /** An output of a job: what it settles is found here under that name. */
    public static Call output(String name) {
        return output(name, Refusal.NOBODY);
    }

    /** An output of a job that refuses some who write to it. */
    public static Call output(String name, Refusal refusal) {
        return Call.to(SimulatedData.class.getName() + "::writing")
                .with("to", name)
                .with("refuses", refusal.name());
    }

    /** From now on strangers are those of whom this is not so. */
    public void admit(Predicate<TaskContext> those) {
        entitled = those;
    }

    /** Called by the engine. */
    public static Input reading(@Param("from") String name, @Param(RESOURCE) SimulatedData stock) throws Unavailable {
        stock.call(name);
        return new SimulatedInput(name, stock, stock.random, stock.dry);
    }

    /** Called by the engine. */
    public static Output writing(@Param("to") String name, TaskContext context, @Param(RESOURCE) SimulatedData stock)
            throws Unavailable {
        stock.call(name);
        Refusal refusal =
                context.parameters().text("refuses").map(Refusal::valueOf).orElse(Refusal.NOBODY);
        Guard guard = stock.guard(refusal, name, context);
        var output = new SimulatedOutput(name, stock, guard, stock.time, stock.random);
        stock.open.put(context.peer(), output);
        return stock.tinker.apply(output);
    }

    private Guard guard(Refusal refusal, String name, TaskContext context) {
        String slot = name + " " + context.slot();
        var writer = new Object();
        writers.put(slot, writer);
        return switch (refusal) {
            case NOBODY -> () -> {};
            case PREDECESSORS ->
                () -> {
                    if (writers.get(slot) != writer) {
                        throw new Superseded(slot + " has another writer by now");
                    }
                };
            case STRANGERS ->
                () -> {
                    if (!entitled.test(context)) {
                        throw new IllegalStateException(slot + " is not to be written by " + context.peer());
                    }
                };
        };
    }

    /** Somebody calls an input or output, which may be away for a while. */
    void call(String name) throws Unavailable {
        if (weather.strikesTask(FaultKind.UNAVAILABLE)) {
            awayUntil.put(name, time.nowNanos() + random.nextLong(LONGEST_OUTAGE));
        }
        if (time.nowNanos() < awayUntil.getOrDefault(name, 0L)) {
            throw new Unavailable(name + " is away");
        }
    }

    /** A lifecycle is called, which may fail. */
    void disturb() throws TestFunctions.Restless {
        if (weather.strikesTask(FaultKind.RESTART)) {
            throw new TestFunctions.Restless();
        }
    }

    List<List<Object>> partitions(String input) {
        return inputs.getOrDefault(input, List.of());
    }

    /** From now on inputs have nothing to give that often. */
    public void trickle(double often) {
        dry = often;
    }

    public void put(String name, List<List<Object>> partitions) {
        inputs.put(name, partitions);
    }

    /** The peers die, and with them what their outputs have not settled. */
    public void die(Set<PeerId> peers) {
        for (PeerId peer : peers) {
            SimulatedOutput output = open.remove(peer);
            if (output != null) {
                output.close();
            }
        }
    }

    /** An input gives the segments of a partition from one index to another. */
    void read(String input, int partition, int from, int to) {
        int furthest = read.getOrDefault(input + "/" + partition, 0);
        partitions(input)
                .get(partition)
                .subList(from, Math.max(from, Math.min(to, furthest)))
                .forEach(segment -> witness.readAgain(input, segment));
        read.put(input + "/" + partition, Math.max(furthest, to));
    }

    void drop(String output, Object segment) {
        witness.dropped(output, segment);
    }

    /** Whatever dies now, this stays. */
    void settle(String output, Object segment) {
        settled.computeIfAbsent(output, ignored -> new ArrayList<>()).add(segment);
        witness.settled(output, segment);
    }

    void seal(String output) {
        sealed.add(output);
    }

    public boolean isSealed(String output) {
        return sealed.contains(output);
    }

    public List<Object> settled(String output) {
        return Collections.unmodifiableList(settled.getOrDefault(output, List.of()));
    }
}
