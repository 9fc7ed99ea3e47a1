package io.sardonyx.testkit.property;

import io.sardonyx.job.Percentage;
import io.sardonyx.job.Task;
import io.sardonyx.job.outline.Outline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * The sharing rules as one would explain them: one peer at a time. For jobs that hold nothing, where tags do not
 * matter.
 */
final class Naive {

    private static final long HUNDRED = Percentage.HUNDRED.millionths();

    private final List<Outline> jobs;
    private final int peers;
    private final int[] granted;
    private int left;

    Naive(List<Outline> jobs, int peers) {
        this.jobs = jobs;
        this.peers = peers;
        this.granted = new int[jobs.size()];
        this.left = peers;
    }

    static int minimum(Outline job) {
        return job.tasks().stream().mapToInt(task -> task.bounds().min()).sum();
    }

    /** With fewer than this a job holds nothing: a queued one may do with a single peer. */
    static int need(Outline job) {
        return job.wholeOnly() ? Math.max(1, minimum(job)) : 1;
    }

    static long bound(Outline job) {
        long most = job.tasks().stream().mapToLong(task -> task.bounds().max()).sum();
        return Math.min(job.saturation(), most);
    }

    private boolean isCoverable(int j) {
        return need(jobs.get(j)) <= bound(jobs.get(j));
    }

    /** Each job in order takes all it may hold of what is left, if that covers it. */
    List<Integer> greedy() {
        for (int j = 0; j < granted.length; j++) {
            int takes = (int) Math.min(left, bound(jobs.get(j)));
            granted[j] = isCoverable(j) && takes >= need(jobs.get(j)) ? takes : 0;
            left -= granted[j];
        }
        return totals();
    }

    /** As many as possible are covered, then one by one to the covered job that has fewest. */
    List<Integer> balanced() {
        boolean[] covered = new boolean[granted.length];
        IntStream.range(0, granted.length)
                .filter(this::isCoverable)
                .boxed()
                .sorted(Comparator.comparingInt(j -> need(jobs.get(j))))
                .forEach(j -> covered[j] = cover(j));
        while (left > 0) {
            int fewest = lowest(j -> granted[j], j -> covered[j] && granted[j] < bound(jobs.get(j)));
            if (fewest < 0) {
                break;
            }
            granted[fewest]++;
            left--;
        }
        return totals();
    }

    private boolean cover(int j) {
        int need = need(jobs.get(j));
        if (need > left) {
            return false;
        }
        granted[j] = need;
        left -= need;
        return true;
    }

    /**
     * Larger percentages first as far as a hundred goes; whole parts, then largest fractions; spare to the furthest
     * below.
     */
    List<Integer> percentage() {
        var entitled = entitled();
        int[] share = new int[granted.length];
        long fractions = entitled.stream().mapToLong(j -> exact(j) % HUNDRED).sum();
        entitled.forEach(j -> share[j] = (int) (exact(j) / HUNDRED));
        entitled.stream()
                .sorted(Comparator.comparingLong((Integer j) -> -(exact(j) % HUNDRED))
                        .thenComparingInt(j -> j))
                .limit(fractions / HUNDRED)
                .forEach(j -> share[j]++);
        int spare = 0;
        for (int j : entitled) {
            granted[j] = share[j] < need(jobs.get(j)) ? 0 : (int) Math.min(share[j], bound(jobs.get(j)));
            spare += share[j] - granted[j];
        }
        while (spare > 0) {
            int furthest = lowest(
                    j -> granted[j] * HUNDRED - exact(j), j -> granted[j] > 0 && granted[j] < bound(jobs.get(j)));
            if (furthest < 0) {
                break;
            }
            granted[furthest]++;
            spare--;
        }
        return totals();
    }

    private long exact(int j) {
        return peers * jobs.get(j).percentage().millionths();
    }

    private List<Integer> entitled() {
        var entitled = new ArrayList<Integer>();
        long taken = 0;
        List<Integer> largestFirst = IntStream.range(0, granted.length)
                .filter(this::isCoverable)
                .boxed()
                .sorted(Comparator.comparing((Integer j) -> jobs.get(j).percentage())
                        .reversed())
                .toList();
        for (int j : largestFirst) {
            taken += jobs.get(j).percentage().millionths();
            if (taken > HUNDRED || jobs.get(j).percentage().equals(Percentage.ZERO)) {
                break;
            }
            entitled.add(j);
        }
        entitled.sort(null);
        return entitled;
    }

    private List<Integer> totals() {
        return IntStream.of(granted).boxed().toList();
    }

    /** The index with the lowest value, the first on ties, or -1. */
    private int lowest(IntToLongFunction value, IntPredicate eligible) {
        return IntStream.range(0, granted.length)
                .filter(eligible)
                .boxed()
                .min(Comparator.comparingLong(value::applyAsLong))
                .orElse(-1);
    }

    /**
     * How the peers of a job are shared out among its tasks by one peer at a time, or null for percentages out of
     * bounds.
     */
    static List<Integer> split(Outline job, int total) {
        int[] counts = new int[job.tasks().size()];
        if (total < minimum(job)) {
            for (int left = total; left > 0; left--) {
                counts[fewestBelow(job, counts)]++;
            }
            return IntStream.of(counts).boxed().toList();
        }
        for (int t = 0; t < counts.length; t++) {
            counts[t] = job.tasks().get(t).bounds().min();
        }
        for (int left = total - minimum(job); left > 0; left--) {
            counts[next(job, counts)]++;
        }
        return IntStream.of(counts).boxed().toList();
    }

    /**
     * Of the tasks below their minimum the one with fewest; who has fewer peers than it needs covers all tasks alike.
     */
    private static int fewestBelow(Outline job, int[] counts) {
        return IntStream.range(0, counts.length)
                .filter(t -> counts[t] < Math.max(1, job.tasks().get(t).bounds().min()))
                .boxed()
                .min(Comparator.comparingInt(t -> counts[t]))
                .orElseThrow();
    }

    /** The task that gets the next peer: the first that may grow (greedy), or the one with fewest (balanced). */
    private static int next(Outline job, int[] counts) {
        var open = IntStream.range(0, counts.length)
                .filter(t -> counts[t] < job.tasks().get(t).bounds().max())
                .boxed();
        return switch (job.scheduler()) {
            case GREEDY -> open.findFirst().orElseThrow();
            case BALANCED -> open.min(Comparator.comparingInt(t -> counts[t])).orElseThrow();
            default -> throw new IllegalArgumentException("not one by one: " + job.scheduler());
        };
    }

    /** Largest remainders over percentages rescaled to a hundred, as if there were no bounds. */
    static List<Integer> remainders(Outline job, int total) {
        long sum = job.tasks().stream().mapToLong(Naive::weight).sum();
        int[] counts = new int[job.tasks().size()];
        for (int t = 0; t < counts.length; t++) {
            counts[t] = (int) (total * weight(job.tasks().get(t)) / sum);
        }
        IntStream.range(0, counts.length)
                .boxed()
                .sorted(Comparator.comparingLong(
                        (Integer t) -> -(total * weight(job.tasks().get(t)) % sum)))
                .limit(total - IntStream.of(counts).sum())
                .forEach(t -> counts[t]++);
        return IntStream.of(counts).boxed().toList();
    }

    static long weight(Task task) {
        return task.percentage().millionths();
    }
}
