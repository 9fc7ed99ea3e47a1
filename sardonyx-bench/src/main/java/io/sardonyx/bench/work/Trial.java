package io.sardonyx.bench.work;

/**
 * So much of a workload, once.
 *
 * @param variant one that the contender said it has
 * @param inputs numbered from zero
 * @param perSecond how many inputs become due each second; zero for as fast as they go
 */
public record Trial(Workload workload, String variant, long inputs, long perSecond) {

    public static Trial fast(Workload workload, String variant, long inputs) {
        return new Trial(workload, variant, inputs, 0);
    }

    /** A second longer than recorded. */
    public static Trial paced(Workload workload, String variant, long perSecond, long seconds) {
        return new Trial(workload, variant, perSecond * (1 + seconds), perSecond);
    }

    /** The first input whose latency counts: in the first second an engine's tasks may still be starting. */
    public long firstRecorded() {
        return perSecond;
    }
}
