package io.sardonyx.schedule;

/** Largest-remainder apportionment: whole parts first, then one more to the largest fractions, the earlier on ties. */
final class ProportionalShares {

    private ProportionalShares() {}

    /**
     * Splits {@code total} in proportion to {@code weights} within bounds. A share out of bounds is fixed at its bound
     * and the others share the rest, until all are within bounds.
     */
    static int[] split(int total, long[] weights, int[] low, int[] high) {
        int[] counts = new int[weights.length];
        boolean[] fixed = new boolean[weights.length];
        int rest = total;
        while (true) {
            int[] shares = proportional(rest, weights, fixed);
            long outOfBounds = 0;
            for (int i = 0; i < shares.length; i++) {
                if (!fixed[i]) {
                    outOfBounds += clamp(shares[i], low[i], high[i]) - shares[i];
                }
            }
            boolean anyFixed = false;
            for (int i = 0; i < shares.length; i++) {
                if (fixed[i]) {
                    continue;
                }
                boolean below = shares[i] < low[i] && outOfBounds >= 0;
                boolean above = shares[i] > high[i] && outOfBounds <= 0;
                counts[i] = below || above ? clamp(shares[i], low[i], high[i]) : shares[i];
                if (below || above) {
                    fixed[i] = true;
                    anyFixed = true;
                    rest -= counts[i];
                }
            }
            if (!anyFixed) {
                return counts;
            }
        }
    }

    private static int clamp(int value, int low, int high) {
        return Math.max(low, Math.min(value, high));
    }

    /** Largest-remainder split of {@code total} among those that are not fixed. */
    private static int[] proportional(int total, long[] weights, boolean[] fixed) {
        long sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += fixed[i] ? 0 : weights[i];
        }
        int[] shares = new int[weights.length];
        long[] fractions = new long[weights.length];
        int rest = total;
        for (int i = 0; i < weights.length; i++) {
            fractions[i] = -1;
            if (!fixed[i] && sum > 0) {
                shares[i] = (int) (total * weights[i] / sum);
                fractions[i] = total * weights[i] % sum;
                rest -= shares[i];
            }
        }
        handOut(rest, shares, fractions);
        return shares;
    }

    /** Gives one more to each of the {@code rest} largest fractions. */
    static void handOut(int rest, int[] shares, long[] fractions) {
        for (int given = 0; given < rest; given++) {
            int largest = -1;
            for (int i = 0; i < fractions.length; i++) {
                if (fractions[i] >= 0 && (largest < 0 || fractions[i] > fractions[largest])) {
                    largest = i;
                }
            }
            if (largest < 0) {
                return;
            }
            shares[largest]++;
            fractions[largest] = -1;
        }
    }
}
