package io.sardonyx.schedule;

import io.sardonyx.job.Percentage;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Number of peers for each job under allocation <em>volunteered</em>, by the older rules that recorded histories
 * follow.
 */
record VolunteerShares(List<Demand> demands, int peers) {

    /** The number of peers that each job should have, at most its bound; a bound of zero excludes a job. */
    static int[] of(Volunteering volunteering, int[] bound) {
        var shares = new VolunteerShares(volunteering.demands(), volunteering.peers());
        return switch (volunteering.scheduler()) {
            case GREEDY -> shares.greedy(bound);
            case BALANCED -> shares.roundRobin(bound);
            case PERCENTAGE -> shares.percentage(bound);
        };
    }

    private int[] greedy(int[] bound) {
        int[] shares = new int[bound.length];
        int left = peers;
        for (int j = 0; j < shares.length; j++) {
            shares[j] = Math.min(left, bound[j]);
            left -= shares[j];
        }
        return shares;
    }

    /**
     * Equal parts, the remainder to the earliest jobs; what a saturated job cannot hold goes to the unbounded ones in
     * equal parts.
     */
    private int[] roundRobin(int[] bound) {
        int[] shares = new int[bound.length];
        int[] live = IntStream.range(0, bound.length).filter(j -> bound[j] > 0).toArray();
        int overflow = 0;
        for (int i = 0; i < live.length; i++) {
            int equal = peers / live.length + (i < peers % live.length ? 1 : 0);
            shares[live[i]] = Math.min(equal, bound[live[i]]);
            overflow += equal - shares[live[i]];
        }
        int[] unbounded =
                IntStream.of(live).filter(j -> bound[j] == Integer.MAX_VALUE).toArray();
        for (int i = 0; i < unbounded.length; i++) {
            shares[unbounded[i]] += overflow / unbounded.length + (i < overflow % unbounded.length ? 1 : 0);
        }
        return shares;
    }

    /** Whole parts by percentage, largest first until a hundred is reached; the remainder goes to the first job. */
    private int[] percentage(int[] bound) {
        int[] shares = new int[bound.length];
        int[] order = IntStream.range(0, bound.length)
                .filter(j -> bound[j] > 0)
                .boxed()
                .sorted(Comparator.comparing((Integer j) -> demands.get(j).job().percentage())
                        .reversed())
                .mapToInt(Integer::intValue)
                .toArray();
        long taken = 0;
        int left = peers;
        for (int j : order) {
            long percentage = demands.get(j).job().percentage().millionths();
            taken += percentage;
            if (taken > Percentage.HUNDRED.millionths()) {
                break;
            }
            shares[j] = (int) (peers * percentage / Percentage.HUNDRED.millionths());
            left -= shares[j];
        }
        if (order.length > 0) {
            shares[order[0]] += left;
        }
        for (int j : order) {
            shares[j] = Math.min(shares[j], bound[j]);
        }
        return shares;
    }
}
