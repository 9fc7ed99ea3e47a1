package io.sardonyx.value;

/** Ascending numbers in an array. */
final class Ascending {

    private Ascending() {}

    /**
     * How many of the numbers are below {@code bound}. Where they are spread evenly, as random ids and the numbers of a
     * sequence are, the first guess is nearly right; from there the steps double, so it is never far worse than a
     * binary search.
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

    /** Where {@code bound} were if all between the first and the last were evenly spread. */
    private static int guess(long bound, long[] ascending) {
        double first = ascending[0];
        return (int) ((bound - first) / (ascending[ascending.length - 1] - first) * (ascending.length - 1));
    }
}
