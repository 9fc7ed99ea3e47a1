package io.sardonyx.testkit.simulate.fault;

import io.sardonyx.testkit.simulate.FaultKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.random.RandomGenerator;

/** How calls and nudges fare. Stormy at first, fair when faults have stopped. */
public final class RandomFaults {

    private static final long MILLI = 1_000_000;
    private static final double MISHAP = 0.02;
    private static final double FRAME_MISHAP = 0.004;
    private static final double TASK_MISHAP = 0.01;

    private final RandomGenerator random;
    private final Set<FaultKind> mishaps;
    private final Map<FaultKind, Integer> counts = new EnumMap<>(FaultKind.class);
    private boolean fair;

    /** With those mishaps only; the others take their chance from it all the same, so that the rest stays as it is. */
    public RandomFaults(RandomGenerator random, Set<FaultKind> mishaps) {
        this.random = random;
        this.mishaps = mishaps;
    }

    /** What becomes of one call. */
    public record Fate(long thereNanos, long backNanos, boolean lostBefore, boolean lostAfter) {}

    public void clearUp() {
        fair = true;
    }

    public void count(FaultKind kind) {
        counts.merge(kind, 1, Integer::sum);
    }

    public Map<FaultKind, Integer> counts() {
        return new EnumMap<>(counts);
    }

    private boolean happens(FaultKind kind, double probability) {
        boolean happens = !fair && random.nextDouble() < probability && mishaps.contains(kind);
        if (happens) {
            count(kind);
        }
        return happens;
    }

    public Fate fate(boolean write) {
        long there = random.nextLong(MILLI / 10, 3 * MILLI);
        long back = random.nextLong(MILLI / 10, 3 * MILLI);
        if (happens(FaultKind.LATE_REPLY, MISHAP)) {
            back += random.nextLong(10 * MILLI, 3_000 * MILLI);
        }
        boolean before = write && happens(FaultKind.NOT_APPLIED, MISHAP);
        boolean after = write && !before && happens(FaultKind.APPLIED_BUT_LOST, MISHAP);
        return new Fate(there, back, before, after);
    }

    /** What becomes of one frame; one that comes twice does so soon. */
    public record Journey(long nanos, boolean lost, boolean twice, boolean late) {}

    public Journey journey() {
        long nanos = random.nextLong(MILLI / 10, 3 * MILLI);
        boolean lost = happens(FaultKind.FRAME_LOST, FRAME_MISHAP);
        boolean twice = !lost && happens(FaultKind.FRAME_TWICE, FRAME_MISHAP);
        boolean late = !lost && happens(FaultKind.FRAME_LATE, FRAME_MISHAP);
        return new Journey(late ? nanos + random.nextLong(500 * MILLI) : nanos, lost, twice, late);
    }

    /** Whether this befalls a call of a plugin or a lifecycle. */
    public boolean strikesTask(FaultKind kind) {
        return happens(kind, TASK_MISHAP);
    }

    public OptionalLong nudgeDelayNanos() {
        if (happens(FaultKind.LOST_NUDGE, MISHAP)) {
            return OptionalLong.empty();
        }
        boolean late = happens(FaultKind.LATE_NUDGE, MISHAP);
        return OptionalLong.of(random.nextLong(MILLI / 10, (late ? 4_000 : 5) * MILLI));
    }
}
