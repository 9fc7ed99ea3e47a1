package io.sardonyx.testkit.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What many runs did together, and whether that was enough of a test. */
public final class FaultCoverage {

    /** A seed that does less tests too little. */
    public static final int FEWEST_TURNS = 2_000;

    /** A seed in which less goes wrong tests too little. */
    public static final int FEWEST_FAULTS = 5;

    private final Map<FaultKind, Integer> faults = new EnumMap<>(FaultKind.class);
    private final List<String> tooLittle = new ArrayList<>();
    private final Set<FaultKind> expected;
    private long seeds;
    private long turns;

    /** Of groups that work for nobody, so that nothing travels between them. */
    public FaultCoverage() {
        this(EnumSet.allOf(FaultKind.class).stream()
                .filter(kind -> !kind.isOfWork())
                .collect(Collectors.toSet()));
    }

    private FaultCoverage(Set<FaultKind> expected) {
        this.expected = expected;
    }

    /** Of groups that work. */
    public static FaultCoverage ofWork() {
        return new FaultCoverage(EnumSet.allOf(FaultKind.class));
    }

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

    /** How often each kind of fault happened. */
    public Map<FaultKind, Integer> faults() {
        return new EnumMap<>(faults);
    }

    /** Why the runs prove less than they seem to; empty when they were tests enough. */
    public List<String> shortcomings() {
        var all = new ArrayList<>(tooLittle);
        Arrays.stream(FaultKind.values())
                .filter(kind -> expected.contains(kind) && !faults.containsKey(kind))
                .forEach(kind -> all.add("no " + kind.word() + " happened in any of " + seeds + " seeds"));
        return all;
    }
}
