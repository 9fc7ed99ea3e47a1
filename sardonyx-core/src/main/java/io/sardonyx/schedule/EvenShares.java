package io.sardonyx.schedule;

/** Max-min fair sharing of whole units, computed in closed form by raising all counts to a common level. */
final class EvenShares {

    private EvenShares() {}

    /**
     * The counts after {@code left} more units were given out one by one to the one with fewest, the earlier on ties,
     * none above its bound. Takes a few passes, whatever the amount.
     */
    static int[] fill(int[] have, int[] bound, int left) {
        int[] counts = have.clone();
        int top = 0;
        int highest = 0;
        for (int i = 0; i < have.length; i++) {
            top = Math.max(top, have[i]);
            highest = Math.max(highest, bound[i]);
        }
        int level = level(have, bound, left, Math.min(top + (long) left, highest));
        int rest = left;
        for (int i = 0; i < counts.length; i++) {
            counts[i] = at(level, have[i], bound[i]);
            rest -= counts[i] - have[i];
        }
        for (int i = 0; i < counts.length && rest > 0; i++) {
            if (counts[i] == level && bound[i] > level) {
                counts[i]++;
                rest--;
            }
        }
        return counts;
    }

    /**
     * The highest common level that can be paid for with {@code left}: the average, if no bound is in the way and none
     * has more, else by binary search.
     */
    private static int level(int[] have, int[] bound, int left, long highest) {
        long from = 0;
        long to = Math.min(highest, Integer.MAX_VALUE - 1);
        long average = have.length == 0 ? 0 : (PeerNeed.sum(have) + left) / have.length;
        if (average < to && cost((int) average, have, bound) <= left && cost((int) average + 1, have, bound) > left) {
            return (int) average;
        }
        while (from < to) {
            long middle = (from + to + 1) >>> 1;
            if (cost((int) middle, have, bound) <= left) {
                from = middle;
            } else {
                to = middle - 1;
            }
        }
        return (int) from;
    }

    /** How many units it takes to raise all to a level. */
    private static long cost(int level, int[] have, int[] bound) {
        long cost = 0;
        for (int i = 0; i < have.length; i++) {
            cost += at(level, have[i], bound[i]) - have[i];
        }
        return cost;
    }

    private static int at(int level, int have, int bound) {
        return Math.max(have, Math.min(level, bound));
    }
}
