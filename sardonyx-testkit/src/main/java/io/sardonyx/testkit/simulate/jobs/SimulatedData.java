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

/**
 * In-memory data of simulated inputs and outputs: partitions to read and settled segments. It survives the crash of any
 * simulated machine, and injects unavailability.
 */
public final class SimulatedData {

    /** Name under which all simulated processes provide it as a resource. */
    public static final String RESOURCE = "sardonyx.simulated.stock";

    private static final long LONGEST_OUTAGE = 3 * World.SECOND;

    private final VirtualTime time;
    private final RandomGenerator random;
    private final RandomFaults faults;
    /** Decorates outputs, for example with a planted bug. */
    private final UnaryOperator<Output> tinker;

    private final Witness witness;
    private final Map<String, List<List<Object>>> inputs = new TreeMap<>();
    private final Map<String, List<Object>> settled = new TreeMap<>();
    /** The furthest index read so far, by input and partition. */
    private final Map<String, Integer> read = new HashMap<>();
    /** The open output of each peer. */
    private final Map<PeerId, SimulatedOutput> open = new HashMap<>();

    private final Set<String> sealed = new LinkedHashSet<>();
    /** What was prepared for checkpoints and neither committed nor aborted. */
    private final Map<String, List<Object>> bundles = new HashMap<>();

    private long bundlesMade;
    /** Until when an input or output is unavailable, in virtual nanoseconds. */
    private final Map<String, Long> awayUntil = new HashMap<>();
    /** The latest writer of each output slot. */
    private final Map<String, Object> writers = new HashMap<>();
    /** Probability that a poll finds no segments. */
    private double dry = 0.1;

    private Predicate<TaskContext> entitled = context -> true;

    /** Which writers an output refuses. */
    enum Refusal {
        NOBODY,
        /** Writers whose slot has been taken over by another; with {@link Superseded}. */
        PREDECESSORS,
        /**
         * Writers that no longer hold their slot according to the log, whether they know it or not; with an arbitrary
         * exception.
         */
        STRANGERS
    }

    /** Check before each call of an output; throws when the writer is refused. */
    interface Guard {
        void check() throws Superseded;
    }

    /** Listener for segments that inputs emit and outputs settle. */
    public interface Witness {

        /** Called at the moment a segment is settled. */
        public void settled(String output, Object segment);

        /** Called for a segment that an output accepted and that was lost because it closed before settling it. */
        default void dropped(String output, Object segment) {}

        /** Called when an input emits a segment that it emitted before. */
        default void readAgain(String input, Object segment) {}
    }

    /** @param tinker decorates each output, for example with a planted bug */
    public SimulatedData(
            VirtualTime time,
            RandomGenerator random,
            RandomFaults faults,
            UnaryOperator<Output> tinker,
            Witness witness) {
        this.time = time;
        this.random = random;
        this.faults = faults;
        this.tinker = tinker;
        this.witness = witness;
    }

    /** Call of an input plugin that reads the partitions stored under that name. */
    public static Call input(String name) {
        return Call.to(SimulatedData.class.getName() + "::reading").with("from", name);
    }

    /** Call of an output plugin whose settled segments are stored under that name. */
    public static Call output(String name) {
        return output(name, Refusal.NOBODY);
    }

    /** Call of an output plugin that refuses some writers. */
    public static Call output(String name, Refusal refusal) {
        return Call.to(SimulatedData.class.getName() + "::writing")
                .with("to", name)
                .with("refuses", refusal.name());
    }

    /** Sets the predicate by which {@link Refusal#STRANGERS} tells entitled writers. */
    public void admit(Predicate<TaskContext> those) {
        entitled = those;
    }

    /** Factory of the input plugin; called reflectively by the engine. */
    public static Input reading(@Param("from") String name, @Param(RESOURCE) SimulatedData stock) throws Unavailable {
        stock.call(name);
        return new SimulatedInput(name, stock, stock.random, stock.dry);
    }

    /** Factory of the output plugin; called reflectively by the engine. */
    public static Output writing(@Param("to") String name, TaskContext context, @Param(RESOURCE) SimulatedData stock)
            throws Unavailable {
        stock.call(name);
        Refusal refusal =
                context.parameters().text("refuses").map(Refusal::valueOf).orElse(Refusal.NOBODY);
        Guard guard = stock.guard(refusal, name, context);
        var output = new SimulatedOutput(name, stock, guard, stock.time, stock.random, context.hasCheckpoints());
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

    /** Called before each operation of an input or output; throws while it is unavailable, which begins by chance. */
    void call(String name) throws Unavailable {
        if (faults.strikesTask(FaultKind.UNAVAILABLE)) {
            awayUntil.put(name, time.nowNanos() + random.nextLong(LONGEST_OUTAGE));
        }
        if (time.nowNanos() < awayUntil.getOrDefault(name, 0L)) {
            throw new Unavailable(name + " is away");
        }
    }

    /** Called from lifecycle callbacks; throws by chance, to make the task restart. */
    void disturb() throws TestFunctions.Restless {
        if (faults.strikesTask(FaultKind.RESTART)) {
            throw new TestFunctions.Restless();
        }
    }

    List<List<Object>> partitions(String input) {
        return inputs.getOrDefault(input, List.of());
    }

    /** Sets the probability that a poll finds no segments, for inputs opened from now on. */
    public void trickle(double often) {
        dry = often;
    }

    public void put(String name, List<List<Object>> partitions) {
        inputs.put(name, partitions);
    }

    /** Closes the outputs of peers that die, so that what they have not settled is lost. */
    public void die(Set<PeerId> peers) {
        for (PeerId peer : peers) {
            SimulatedOutput output = open.remove(peer);
            if (output != null) {
                output.close();
            }
        }
    }

    /** Records a read, and reports segments that were read before. */
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

    /** Stores a settled segment durably: no later crash removes it. */
    void settle(String output, Object segment) {
        settled.computeIfAbsent(output, ignored -> new ArrayList<>()).add(segment);
        witness.settled(output, segment);
    }

    /** Stores segments durably, not settled yet; returns the name of their bundle. */
    String prepare(String output, List<Object> segments) {
        String bundle = output + "#" + bundlesMade++;
        bundles.put(bundle, List.copyOf(segments));
        return bundle;
    }

    /** Settles the segments of a bundle, unless it was committed before. */
    void commit(String output, String bundle) {
        List<Object> segments = bundles.remove(bundle);
        if (segments != null) {
            segments.forEach(segment -> settle(output, segment));
        }
    }

    void abort(String bundle) {
        bundles.remove(bundle);
    }

    /** The segments of a bundle that is prepared; empty if there is none. */
    public List<Object> prepared(String bundle) {
        return bundles.getOrDefault(bundle, List.of());
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
