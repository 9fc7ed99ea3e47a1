package io.sardonyx.testkit.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Statistics over many simulation runs: turns and injected faults, and whether they were enough to count as a test. */
public final class FaultCoverage {

    /** Least number of turns of a run; below it, the run tests too little. */
    public static final int FEWEST_TURNS = 2_000;

    /** Least number of injected faults of a run; below it, the run tests too little. */
    public static final int FEWEST_FAULTS = 5;

    private final Map<FaultKind, Integer> faults = new EnumMap<>(FaultKind.class);
    private final List<String> tooLittle = new ArrayList<>();
    /** Kinds of fault that must have been injected at least once. */
    private final Set<FaultKind> expected;

    private long seeds;
    private long turns;

    /** Coverage for simulations without jobs, where machines send each other nothing. */
    public FaultCoverage() {
        this(EnumSet.allOf(FaultKind.class).stream()
                .filter(kind -> !kind.isOfWork())
                .collect(Collectors.toSet()));
    }

    private FaultCoverage(Set<FaultKind> expected) {
        this.expected = expected;
    }

    /** Coverage for simulations that run jobs, where all kinds of fault are expected. */
    public static FaultCoverage ofWork() {
        return new FaultCoverage(EnumSet.allOf(FaultKind.class));
    }

    /** Coverage for simulations that run queued jobs only, where machines send each other no frames. */
    static FaultCoverage ofQueues() {
        return new FaultCoverage(
                EnumSet.complementOf(EnumSet.of(FaultKind.FRAME_LOST, FaultKind.FRAME_TWICE, FaultKind.FRAME_LATE)));
    }

    /** Adds the counts of one run. */
    public void add(Simulation.Outcome outcome) {
        seeds++;
        turns += outcome.turns();
        int count = 0;
        for (Map.Entry<FaultKind, Integer> fault : outcome.faults().entrySet()) {
            faults.merge(fault.getKey(), fault.getValue(), Integer::sum);
            count += fault.getValue();
        }
        if (count < FEWEST_FAULTS || outcome.turns() < FEWEST_TURNS) {
            tooLittle.add("seed " + outcome.seed() + " saw only " + count + " faults in " + outcome.turns() + " turns");
        }
    }

    public long seeds() {
        return seeds;
    }

    public long turns() {
        return turns;
    }

    /** How often each kind of fault was injected. */
    public Map<FaultKind, Integer> faults() {
        return new EnumMap<>(faults);
    }

    /** Why the coverage is insufficient; empty when it suffices. */
    public List<String> shortcomings() {
        var all = new ArrayList<>(tooLittle);
        Arrays.stream(FaultKind.values())
                .filter(kind -> expected.contains(kind) && !faults.containsKey(kind))
                .forEach(kind -> all.add("no " + kind.word() + " happened in any of " + seeds + " seeds"));
        return all;
    }
}
