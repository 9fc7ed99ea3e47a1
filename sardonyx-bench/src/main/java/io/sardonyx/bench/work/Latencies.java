package io.sardonyx.bench.work;

/** How often which latency was seen, to within two percent. Not for more than one thread. */
public final class Latencies {

    /** Each doubling is cut into so many parts. */
    private static final int PARTS = 64;

    private static final int PART_BITS = 6;

    private final long[] counts = new long[PARTS * (Long.SIZE - PART_BITS)];
    private long total;
    private long largest;

    public void add(long nanos) {
        long latency = Math.max(0, nanos);
        counts[place(latency)]++;
        total++;
        largest = Math.max(largest, latency);
    }

    void addAll(Latencies others) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += others.counts[i];
        }
        total += others.total;
        largest = Math.max(largest, others.largest);
    }

    public long total() {
        return total;
    }

    public long largest() {
        return largest;
    }

    /** What so large a share of all did not exceed; 0.99 is the 99th percentile. */
    public long nanosOf(double share) {
        long wanted = Math.max(1, (long) Math.ceil(share * total));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                return Math.min(largest, last(i));
            }
        }
        return largest;
    }

    private static int place(long nanos) {
        if (nanos < PARTS) {
            return (int) nanos;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - PART_BITS;
        return PARTS * shift + (int) (nanos >>> shift);
    }

    /** The largest latency that is counted there. */
    private static long last(int place) {
        int shift = Math.max(0, place / PARTS - 1);
        return ((long) place - (long) PARTS * shift + 1 << shift) - 1;
    }
}
