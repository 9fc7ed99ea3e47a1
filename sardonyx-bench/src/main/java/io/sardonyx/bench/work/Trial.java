package io.sardonyx.bench.work;

/**
 * So much of a workload, once.
 *
 * @param variant one that the contender said it has
 * @param inputs numbered from zero
 * @param perSecond how many inputs become due each second; zero for as fast as they go
 */
public record Trial(Workload workload, String variant, long inputs, long perSecond) {

    /** How the name of a variant ends that has two of every task, so that any engine can keep two cores busy. */
    public static final String TWO = "-2";

    /** Name of the variant with checkpoints of all that is in flight and in state. */
    public static final String EXACTLY_ONCE = "exactly-once";

    /** How the name of a variant ends in which words are added up where they are split, and counts are sent. */
    public static final String COMBINED = "-combined";

    public static Trial fast(Workload workload, String variant, long inputs) {
        return new Trial(workload, variant, inputs, 0);
    }

    /** A second longer than recorded. */
    public static Trial paced(Workload workload, String variant, long perSecond, long seconds) {
        return new Trial(workload, variant, perSecond * (1 + seconds), perSecond);
    }

    /** How many there are of each task that is not said to be over two anyway. */
    public int parallelism() {
        return parallelism(variant);
    }

    public static int parallelism(String variant) {
        return variant.endsWith(TWO) ? 2 : 1;
    }

    /** The variant whatever its parallelism. */
    public String way() {
        return parallelism() == 1 ? variant : variant.substring(0, variant.length() - TWO.length());
    }

    public boolean isExactlyOnce() {
        return way().startsWith(EXACTLY_ONCE);
    }

    public boolean isCombined() {
        return way().endsWith(COMBINED);
    }

    /** Whether there are checkpoints, which a trial has to be long enough for. */
    public boolean hasCheckpoints() {
        return workload == Workload.W4 || isExactlyOnce() || isCombined();
    }

    /** The first input whose latency counts: in the first second an engine's tasks may still be starting. */
    public long firstRecorded() {
        return perSecond;
    }
}
