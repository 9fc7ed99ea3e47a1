package io.sardonyx.value.table;

/** Interpolation search in sorted arrays of longs. */
final class Ascending {

    private Ascending() {}

    /**
     * How many of the numbers are below {@code bound}. Where they are spread evenly, as random ids and sequence numbers
     * are, the first guess is nearly right; from there steps double (galloping), so it is never far worse than a binary
     * search.
     */
    static int countBelow(long bound, long[] ascending) {
        int length = ascending.length;
        if (length == 0 || ascending[0] >= bound) {
            return 0;
        }
        if (ascending[length - 1] < bound) {
            return length;
        }
        int low = guess(bound, ascending);
        int high = low;
        for (int step = 1; ascending[low] >= bound; step *= 2) {
            high = low;
            low = Math.max(0, low - step);
        }
        for (int step = 1; ascending[high] < bound; step *= 2) {
            low = high;
            high = Math.min(length - 1, high + step);
        }
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (ascending[middle] < bound) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** The index of {@code bound} if the numbers between first and last were spread evenly. */
    private static int guess(long bound, long[] ascending) {
        double first = ascending[0];
        return (int) ((bound - first) / (ascending[ascending.length - 1] - first) * (ascending.length - 1));
    }
}
