package io.sardonyx.testkit.simulate.fault;

import io.sardonyx.testkit.simulate.FaultKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Fault injection by chance: delays and losses of store calls, watch callbacks, network frames and plugin calls.
 * Injects faults until {@link #stop}, afterwards only ordinary delays.
 */
public final class RandomFaults {

    private static final long MILLI = 1_000_000;
    /** Fault probability of a store call or watch callback. */
    private static final double MISHAP = 0.02;
    /** Fault probability of a call of blobs, of which there are fewer. */
    private static final double BLOB_MISHAP = 0.05;
    /** Slow enough that small blobs of a test are under way when something dies. */
    private static final long NANOS_PER_BLOB_BYTE = 100;
    /** Fault probability of a network frame. */
    private static final double FRAME_MISHAP = 0.004;
    /** Fault probability of a plugin or lifecycle call. */
    private static final double TASK_MISHAP = 0.01;

    /** Fault probability of a question for a depth. */
    private static final double DEPTH_MISHAP = 0.1;

    private final RandomGenerator random;
    private final Set<FaultKind> mishaps;
    private final Map<FaultKind, Integer> counts = new EnumMap<>(FaultKind.class);
    /** Whether faults have stopped. */
    private boolean stopped;

    /**
     * Injects only the given kinds. The others draw from the random generator all the same, so that leaving out a kind
     * does not change the rest of a run, which helps shrinking.
     */
    public RandomFaults(RandomGenerator random, Set<FaultKind> mishaps) {
        this.random = random;
        this.mishaps = mishaps;
    }

    /** Delays of a store call and its reply, and whether it is lost before or after it is applied. */
    public record Fate(long thereNanos, long backNanos, boolean lostBefore, boolean lostAfter) {}

    /** Stops all faults. */
    public void stop() {
        stopped = true;
    }

    /** Counts an injected fault. */
    public void count(FaultKind kind) {
        counts.merge(kind, 1, Integer::sum);
    }

    public Map<FaultKind, Integer> counts() {
        return new EnumMap<>(counts);
    }

    private boolean happens(FaultKind kind, double probability) {
        boolean happens = !stopped && random.nextDouble() < probability && mishaps.contains(kind);
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

    /**
     * Delays of a call of blobs and its reply, and whether it fails without effect, whether it fails half-way through a
     * write, or whether its reply is lost.
     */
    public record BlobFate(long thereNanos, long backNanos, boolean fails, boolean torn, boolean lostAfter) {}

    /**
     * Fate of a call of blobs: one that is late arrives late, as a large write does, and not only its reply.
     *
     * @param bytes that are written or wanted
     */
    public BlobFate blobFate(boolean write, long bytes) {
        long there = random.nextLong(MILLI / 10, 10 * MILLI) + bytes * NANOS_PER_BLOB_BYTE;
        long back = random.nextLong(MILLI / 10, 3 * MILLI);
        if (happens(FaultKind.LATE_REPLY, BLOB_MISHAP)) {
            there += random.nextLong(10 * MILLI, 10_000 * MILLI);
        }
        boolean fails = happens(FaultKind.NOT_APPLIED, BLOB_MISHAP);
        boolean torn = random.nextBoolean() && write && fails;
        boolean after = write && !fails && happens(FaultKind.APPLIED_BUT_LOST, BLOB_MISHAP);
        return new BlobFate(there, back, fails, torn, after);
    }

    /** Delay of a network frame, and whether it is lost, delivered twice, or so late that others overtake it. */
    public record Journey(long nanos, boolean lost, boolean twice, boolean late) {}

    public Journey journey() {
        long nanos = random.nextLong(MILLI / 10, 3 * MILLI);
        boolean lost = happens(FaultKind.FRAME_LOST, FRAME_MISHAP);
        boolean twice = !lost && happens(FaultKind.FRAME_TWICE, FRAME_MISHAP);
        boolean late = !lost && happens(FaultKind.FRAME_LATE, FRAME_MISHAP);
        return new Journey(late ? nanos + random.nextLong(500 * MILLI) : nanos, lost, twice, late);
    }

    /** Whether a fault is injected into a call of a plugin or lifecycle. */
    public boolean strikesTask(FaultKind kind) {
        return happens(kind, TASK_MISHAP);
    }

    /** Whether the broker cannot tell a depth. */
    public boolean hidesDepth() {
        return happens(FaultKind.DEPTH_UNKNOWN, DEPTH_MISHAP);
    }

    /** Delay of a watch callback, or empty when it is lost. */
    public OptionalLong nudgeDelayNanos() {
        if (happens(FaultKind.LOST_NUDGE, MISHAP)) {
            return OptionalLong.empty();
        }
        boolean late = happens(FaultKind.LATE_NUDGE, MISHAP);
        return OptionalLong.of(random.nextLong(MILLI / 10, (late ? 4_000 : 5) * MILLI));
    }
}
