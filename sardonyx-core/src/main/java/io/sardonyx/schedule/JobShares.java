package io.sardonyx.schedule;

import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Percentage;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Number of peers for each job, by one of the three job schedulers: greedy, balanced or by percentage. */
final class JobShares {

    private final List<PeerNeed> needs;
    private final int peers;
    private final PeerCapacity room;
    /** Result by job; null as long as a job is undecided. */
    private final @Nullable Share[] shares;

    private final int[] granted;
    /** Peers that no job has. */
    private int left;

    private JobShares(List<PeerNeed> needs, int peers, PeerCapacity room) {
        this.needs = needs;
        this.peers = peers;
        this.room = room;
        this.shares = new Share[needs.size()];
        this.granted = new int[needs.size()];
        this.left = peers;
    }

    static Share[] of(JobScheduler scheduler, List<PeerNeed> needs, int peers, PeerCapacity room) {
        var shares = new JobShares(needs, peers, room);
        switch (scheduler) {
            case GREEDY -> shares.greedy();
            case BALANCED -> shares.balanced();
            case PERCENTAGE -> shares.percentage();
        }
        Share[] all = new Share[needs.size()];
        for (int j = 0; j < all.length; j++) {
            Share share = shares.shares[j];
            all[j] = share == null ? shares.refuse(j) : share;
        }
        return all;
    }

    /** A share of no peers, because too few are left. */
    private Share refuse(int j) {
        return Share.none(new Finding(Rule.BELOW_NEED, needs.get(j).least, left));
    }

    /** Whether the job can hold peers at all; if not, sets its share with the reason. */
    private boolean mayHold(int j) {
        PeerNeed need = needs.get(j);
        if (need.open == 0) {
            shares[j] = Share.none(new Finding(Rule.NOTHING_TO_RUN, need.open));
        } else if (need.most < need.least) {
            shares[j] = Share.none(new Finding(Rule.NEVER_COVERABLE, need.least, need.most));
        }
        return shares[j] == null;
    }

    /** Reserves the job's minimum; if that is impossible, sets its share with the reason. */
    private boolean cover(int j) {
        int least = needs.get(j).least;
        if (least > left) {
            shares[j] = refuse(j);
            return false;
        }
        int fitting = room.reserve(j, least);
        if (fitting < least) {
            shares[j] = Share.none(new Finding(Rule.DOES_NOT_FIT, least, fitting));
            return false;
        }
        granted[j] = least;
        left -= least;
        return true;
    }

    /** Grants one more unit to a job, if there is room. */
    private boolean grow(int j) {
        int unit = needs.get(j).unit;
        int more = granted[j] + unit;
        if (unit > left || more > needs.get(j).most || room.reserve(j, more) < more) {
            return false;
        }
        granted[j] = more;
        left -= unit;
        return true;
    }

    private void growTo(int j, int total) {
        boolean growing = true;
        while (growing && granted[j] < total) {
            growing = grow(j);
        }
    }

    /** In order of submission each job takes all it may hold. */
    private void greedy() {
        for (int j = 0; j < granted.length; j++) {
            int before = left;
            if (!mayHold(j) || !cover(j)) {
                continue;
            }
            PeerNeed need = needs.get(j);
            int may = Math.min(before, need.most);
            if (room.isUniform()) {
                room.reserve(j, may);
                granted[j] = may;
            } else {
                growTo(j, may);
            }
            int held = need.unit > 1 && !need.freezes() ? may - granted[j] : 0;
            left = before - granted[j] - held;
            Rule rule = granted[j] + held == may ? Rule.TAKES_ALL : Rule.TAKES_WHAT_FITS;
            shares[j] = new Share(granted[j], held, new Finding(rule, granted[j] + held, before, need.most));
        }
    }

    /** Covers the minimums of as many jobs as possible, then raises all alike. */
    private void balanced() {
        int[] covered = coverSmallestFirst();
        if (room.isUniform()) {
            int[] have = IntStream.of(covered).map(j -> granted[j]).toArray();
            int[] most = IntStream.of(covered).map(j -> needs.get(j).most).toArray();
            int[] filled = EvenShares.fill(have, most, left);
            for (int i = 0; i < covered.length; i++) {
                int j = covered[i];
                left -= filled[i] - granted[j];
                granted[j] = filled[i];
                room.reserve(j, filled[i]);
            }
        } else {
            growFewestFirst(covered);
        }
        explainLevels(covered);
    }

    /**
     * Covers the minimums of the smallest jobs first, and returns the covered jobs in order of submission. Jobs that
     * hold pinned peers come before all others: a new job must not stop a task whose peers may not change.
     */
    private int[] coverSmallestFirst() {
        long[] bySize = new long[granted.length];
        for (int j = 0; j < bySize.length; j++) {
            long first = needs.get(j).pinned ? 0 : 1L << Long.SIZE - 2;
            bySize[j] = first | (long) needs.get(j).least << Integer.SIZE | j;
        }
        Arrays.sort(bySize);
        for (long sized : bySize) {
            int j = (int) sized;
            if (mayHold(j)) {
                cover(j);
            }
        }
        return IntStream.range(0, granted.length).filter(j -> granted[j] > 0).toArray();
    }

    /** Grants units one by one to the job with fewest peers; needed where tags or sites limit the room. */
    private void growFewestFirst(int[] covered) {
        boolean[] full = new boolean[granted.length];
        while (left > 0) {
            int fewest = -1;
            for (int j : covered) {
                if (!full[j] && (fewest < 0 || granted[j] < granted[fewest])) {
                    fewest = j;
                }
            }
            if (fewest < 0) {
                return;
            }
            full[fewest] = !grow(fewest);
        }
    }

    private void explainLevels(int[] covered) {
        int level = Integer.MAX_VALUE;
        for (int j : covered) {
            level = granted[j] < needs.get(j).most ? Math.min(level, granted[j]) : level;
        }
        for (int j : covered) {
            PeerNeed need = needs.get(j);
            shares[j] = new Share(granted[j], 0, ShareReasons.balanced(granted[j], need, level, left));
        }
    }

    /** Gives each job its percentage of the peers, then shares what some jobs cannot use. */
    private void percentage() {
        int[] byPercentage = IntStream.range(0, granted.length)
                .filter(this::mayHold)
                .boxed()
                .sorted(Comparator.comparing(this::percentageOf).reversed())
                .mapToInt(Integer::intValue)
                .toArray();
        int[] entitled = entitled(byPercentage);
        int[] share = wholeAndFractions(entitled);
        int spare = 0;
        boolean[] running = new boolean[granted.length];
        for (int j : entitled) {
            if (share[j] < needs.get(j).least) {
                shares[j] = Share.none(new Finding(Rule.SHARE_BELOW_NEED, needs.get(j).least, share[j]));
            } else if (cover(j)) {
                running[j] = true;
                growTo(j, share[j]);
            }
            spare += share[j] - granted[j];
        }
        for (int j : entitled) {
            if (needs.get(j).pinned && granted[j] == 0 && share[j] > 0 && needs.get(j).least <= spare && cover(j)) {
                running[j] = true;
                spare -= granted[j];
            }
        }
        shareSpare(spare, entitled, running);
        for (int j : entitled) {
            if (running[j]) {
                shares[j] = new Share(granted[j], 0, ShareReasons.percentage(granted[j], needs.get(j), share[j]));
            }
        }
    }

    private Percentage percentageOf(int j) {
        return needs.get(j).demand.job().percentage();
    }

    /**
     * The jobs whose percentages add up to at most a hundred, largest first, in order of submission; the others get no
     * share and the reason.
     */
    private int[] entitled(int[] byPercentage) {
        long taken = 0;
        int count = 0;
        while (count < byPercentage.length) {
            Percentage percentage = percentageOf(byPercentage[count]);
            if (percentage.equals(Percentage.ZERO)
                    || taken + percentage.millionths() > Percentage.HUNDRED.millionths()) {
                break;
            }
            taken += percentage.millionths();
            count++;
        }
        for (int i = count; i < byPercentage.length; i++) {
            long waits = percentageOf(byPercentage[i]).millionths();
            long before = waits + taken > Percentage.HUNDRED.millionths() ? taken : Percentage.HUNDRED.millionths();
            shares[byPercentage[i]] = Share.none(new Finding(Rule.WAITS_FOR_PERCENTAGE, waits, before));
        }
        return IntStream.of(byPercentage).limit(count).sorted().toArray();
    }

    /** The percentage of each job in whole peers; the remainder goes to the largest fractions. */
    private int[] wholeAndFractions(int[] entitled) {
        long hundred = Percentage.HUNDRED.millionths();
        int[] share = new int[granted.length];
        long[] fractions = new long[granted.length];
        Arrays.fill(fractions, -1);
        long sum = 0;
        for (int j : entitled) {
            long part = peers * percentageOf(j).millionths();
            share[j] = (int) (part / hundred);
            fractions[j] = part % hundred;
            sum += fractions[j];
        }
        ProportionalShares.handOut((int) (sum / hundred), share, fractions);
        return share;
    }

    /** Gives peers that some jobs cannot use one by one to the running job that is furthest below its percentage. */
    private void shareSpare(int spare, int[] entitled, boolean[] running) {
        boolean[] full = new boolean[granted.length];
        int rest = spare;
        while (rest > 0) {
            int furthest = -1;
            for (int j : entitled) {
                if (running[j] && !full[j] && (furthest < 0 || missing(j) > missing(furthest))) {
                    furthest = j;
                }
            }
            if (furthest < 0) {
                return;
            }
            int unit = needs.get(furthest).unit;
            boolean grown = unit <= rest && grow(furthest);
            full[furthest] = !grown;
            rest -= grown ? unit : 0;
        }
    }

    /** How far a job is below its percentage, in peers scaled by {@link Percentage#HUNDRED}. */
    private long missing(int j) {
        return peers * percentageOf(j).millionths() - granted[j] * Percentage.HUNDRED.millionths();
    }
}
