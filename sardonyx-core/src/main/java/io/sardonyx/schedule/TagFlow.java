package io.sardonyx.schedule;

import io.sardonyx.job.Tags;
import io.sardonyx.value.table.SortedTable;
import java.util.List;

/** Max-flow feasibility check: whether peers, grouped by equal tags, can satisfy the summed requirements of tasks. */
final class TagFlow {

    private final SortedTable<Tags, Integer> classes;
    private final List<Tags> requirements;
    private final int[] available;
    private final int[] claimed;
    private final boolean[][] satisfies;

    TagFlow(SortedTable<Tags, Integer> classes, List<Tags> requirements) {
        this.classes = classes;
        this.requirements = requirements;
        this.available = classes.values().stream().mapToInt(Integer::intValue).toArray();
        this.claimed = new int[requirements.size()];
        this.satisfies = new boolean[available.length][claimed.length];
        for (int c = 0; c < available.length; c++) {
            for (int r = 0; r < claimed.length; r++) {
                satisfies[c][r] = classes.keys().get(c).satisfy(requirements.get(r));
            }
        }
    }

    /** Adds to the number of peers required with these tags. */
    void claim(Tags required, int count) {
        claimed[requirements.indexOf(required)] += count;
    }

    /** Adds or removes peers with these tags. */
    void supply(Tags tags, int count) {
        available[classes.keys().indexOf(tags)] += count;
    }

    boolean isSatisfiable() {
        return missing() == 0;
    }

    /** The fewest required peers that remain unfilled in a maximum flow. */
    int missing() {
        int[] free = available.clone();
        int[][] flow = new int[free.length][claimed.length];
        int missing = 0;
        for (int r = claimed.length - 1; r >= 0; r--) {
            int wanted = claimed[r];
            while (wanted > 0) {
                int pushed = push(r, wanted, free, flow, new boolean[claimed.length]);
                if (pushed == 0) {
                    break;
                }
                wanted -= pushed;
            }
            missing += wanted;
        }
        return missing;
    }

    /** Augments the flow of a requirement by up to {@code wanted}, re-routing other requirements where needed. */
    private int push(int r, int wanted, int[] free, int[][] flow, boolean[] seen) {
        seen[r] = true;
        for (int c = 0; c < free.length; c++) {
            if (satisfies[c][r] && free[c] > 0) {
                int count = Math.min(wanted, free[c]);
                free[c] -= count;
                flow[c][r] += count;
                return count;
            }
        }
        for (int c = 0; c < free.length; c++) {
            for (int other = 0; satisfies[c][r] && other < claimed.length; other++) {
                if (!seen[other] && flow[c][other] > 0) {
                    int count = push(other, Math.min(wanted, flow[c][other]), free, flow, seen);
                    if (count > 0) {
                        flow[c][other] -= count;
                        flow[c][r] += count;
                        return count;
                    }
                }
            }
        }
        return 0;
    }
}
