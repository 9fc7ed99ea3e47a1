package io.sardonyx.schedule;

import io.sardonyx.assignment.Place;
import io.sardonyx.assignment.Progress;
import io.sardonyx.assignment.Stage;
import io.sardonyx.job.Bounds;
import io.sardonyx.job.Flux;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Percentage;
import io.sardonyx.job.Tags;
import io.sardonyx.job.Task;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Scheduler of allocation <em>volunteered</em>: peers propose themselves one at a time, and this decides which task
 * each gets.
 *
 * @param demands the live jobs in order of submission
 * @param tags those of each peer
 * @param lenient the rules of the first format, which histories of it follow: peers leave tasks whatever their flux
 *     policy, and jobs have a share although no peers have the tags that would cover them
 */
public record Volunteering(JobScheduler scheduler, List<Demand> demands, List<Tags> tags, boolean lenient) {

    /** A task that takes a volunteer, by index of its job and of the task. */
    public record Target(int job, int task) {}

    /** The number of peers that each job should have. */
    public int[] shares() {
        var bound = new int[demands.size()];
        for (int j = 0; j < bound.length; j++) {
            bound[j] = (isExecutable(j) || demands.get(j).size() > 0) && (lenient || isCoverable(j))
                    ? demands.get(j).job().saturation()
                    : 0;
        }
        int[] shares = VolunteerShares.of(this, bound);
        for (int waits = neediest(shares, bound); waits >= 0; waits = neediest(shares, bound)) {
            bound[waits] = 0;
            shares = VolunteerShares.of(this, bound);
        }
        return shares;
    }

    /** The job with the largest minimum among those whose share does not cover it, the latest on ties; or -1. */
    private int neediest(int[] shares, int[] bound) {
        int neediest = -1;
        for (int j = 0; j < shares.length; j++) {
            boolean uncovered = bound[j] > 0 && shares[j] < least(j);
            neediest = uncovered && (neediest < 0 || least(j) >= least(neediest)) ? j : neediest;
        }
        return neediest;
    }

    /**
     * The sum of minimums of the job's unfinished tasks. It must not depend on current peers, or those that came would
     * be sent away again.
     */
    private int least(int j) {
        Demand demand = demands.get(j);
        int least = 0;
        for (int t = 0; demand.job().wholeOnly() && t < demand.stages().size(); t++) {
            least += demand.stages().get(t).progress() == Progress.COMPLETE
                    ? 0
                    : bounds(j, t).min();
        }
        return least;
    }

    /** How many peers there are. */
    public int peers() {
        return tags.size();
    }

    /**
     * Whether there are enough peers with the right tags: for all unfinished tasks of a job that needs them at once,
     * else for any. Tasks that ask for more compete for the same peers.
     */
    private boolean isCoverable(int j) {
        List<Task> tasks = unfinished(j);
        boolean wholeOnly = demands.get(j).job().wholeOnly();
        for (Task task : tasks) {
            long fitting = task.tags().isEmpty()
                    ? peers()
                    : tags.stream().filter(peer -> peer.satisfy(task.tags())).count();
            long need = tasks.stream()
                    .filter(other -> other.tags().satisfy(task.tags()))
                    .mapToLong(other -> other.bounds().min())
                    .sum();
            if (!wholeOnly && fitting > 0) {
                return true;
            }
            if (wholeOnly && fitting < need) {
                return false;
            }
        }
        return wholeOnly;
    }

    private List<Task> unfinished(int j) {
        Demand demand = demands.get(j);
        return IntStream.range(0, demand.stages().size())
                .filter(t -> demand.stages().get(t).progress() != Progress.COMPLETE)
                .mapToObj(t -> demand.job().tasks().get(t))
                .toList();
    }

    private boolean isExecutable(int j) {
        return demands.get(j).stages().stream().anyMatch(Stage::isOpen);
    }

    /**
     * The task that a volunteer gets, or null when it stays as it is: no job wants it, or it is needed where it is.
     *
     * @param now its current assignment, or null
     */
    public @Nullable Target targetOf(@Nullable Assignment now, Tags tags) {
        int[] shares = shares();
        int current = now == null ? -1 : indexOf(now);
        int deserted = current < 0 || shares[current] == 0 ? -1 : deserted(current);
        if (now != null && deserted >= 0 && isOpenTo(current, deserted, tags) && isSpare(current, now)) {
            return new Target(current, deserted);
        }
        if (now != null && current >= 0 && isFixed(current, now.task())) {
            return null;
        }
        if (now != null && current >= 0 && demands.get(current).size() <= shares[current]) {
            Target target = isSuperfluous(now, current) ? taskOf(current, tags, true) : null;
            return target != null && isWanted(target) ? target : null;
        }
        int job = jobFor(shares, current, tags);
        return job < 0 ? null : taskOf(job, tags, false);
    }

    /** Whether peers of the task must not leave it: by its flux policy that would end the job, or keep it waiting. */
    private boolean isFixed(int job, TaskName task) {
        Outline outline = demands.get(job).job();
        int index = outline.indexOf(task);
        return !lenient && index >= 0 && outline.tasks().get(index).flux() != Flux.CONTINUE;
    }

    /**
     * The task without whose peers the others of its job would wait for ever, or -1: where all tasks are needed at
     * once, the first that has less than its minimum, else the first unfinished one if it has no peers.
     */
    private int deserted(int j) {
        Demand demand = demands.get(j);
        if (lenient) {
            return -1;
        }
        if (!demand.job().wholeOnly()) {
            int first = first(j);
            return first >= 0 && isOpen(j, first) && size(j, first) == 0 ? first : -1;
        }
        return IntStream.range(0, demand.stages().size())
                .filter(t -> isOpen(j, t) && size(j, t) < bounds(j, t).min())
                .findFirst()
                .orElse(-1);
    }

    /** The first unfinished task of a job in topological order, which nothing keeps from its end; or -1. */
    private int first(int j) {
        List<Stage> stages = demands.get(j).stages();
        return IntStream.range(0, stages.size())
                .filter(t -> stages.get(t).progress() != Progress.COMPLETE)
                .findFirst()
                .orElse(-1);
    }

    private boolean isSpare(int j, Assignment now) {
        return spare(j).contains(now.peer());
    }

    /**
     * The peers that may leave their tasks for a deserted one of the job, first those of the largest tasks. Tasks that
     * are needed at once keep their minimum, the others wait for the deserted one anyway; neither gives up a peer whose
     * leaving would kill the job. Where the flux policy wants peers to stay they do, unless no other peer may do.
     */
    private List<PeerId> spare(int j) {
        boolean wholeOnly = demands.get(j).job().wholeOnly();
        if (!wholeOnly) {
            return spare(j, flux -> flux != Flux.KILL);
        }
        List<PeerId> spare = spare(j, flux -> flux == Flux.CONTINUE);
        int deserted = deserted(j);
        boolean anyWillDo = deserted < 0
                || demands.get(j).job().tasks().get(deserted).tags().isEmpty();
        return anyWillDo && !spare.isEmpty() ? spare : spare(j, flux -> flux != Flux.KILL);
    }

    private List<PeerId> spare(int j, Predicate<Flux> mayLeave) {
        Demand demand = demands.get(j);
        var spare = new ArrayList<PeerId>();
        IntStream.range(0, demand.stages().size())
                .filter(t -> isOpen(j, t))
                .filter(t -> mayLeave.test(demand.job().tasks().get(t).flux()))
                .boxed()
                .sorted(Comparator.comparingInt((Integer t) -> -size(j, t)).thenComparing(Comparator.reverseOrder()))
                .forEach(t -> {
                    List<Place> places = demand.stages().get(t).places();
                    int kept = demand.job().wholeOnly() ? bounds(j, t).min() : 0;
                    for (int i = places.size() - 1; i >= kept; i--) {
                        spare.add(places.get(i).peer());
                    }
                });
        return spare;
    }

    /** Whether the task has fewer peers than planned; one that has enough would only send the peer on. */
    private boolean isWanted(Target target) {
        int[] planned = planned(target.job(), demands.get(target.job()).size());
        return size(target.job(), target.task()) < planned[target.task()];
    }

    private int indexOf(Assignment now) {
        for (int j = 0; j < demands.size(); j++) {
            if (demands.get(j).job().id().equals(now.job())) {
                return j;
            }
        }
        return -1;
    }

    /**
     * Whether the peer's task has more than its percentage; only tasks with percentages send peers on within the job.
     */
    private boolean isSuperfluous(Assignment now, int job) {
        return superfluous(job).contains(now.peer());
    }

    /** The job that gets the volunteer: the first below its share, else the one with fewest peers; or -1. */
    private int jobFor(int[] shares, int current, Tags tags) {
        boolean allSettled = true;
        int assigned = 0;
        int fewest = -1;
        for (int j = 0; j < shares.length; j++) {
            int size = demands.get(j).size();
            boolean open = shares[j] > 0 && size < demands.get(j).job().saturation() && openTo(j, tags).length > 0;
            if (open && j != current && size < shares[j]) {
                return j;
            }
            allSettled &= size == shares[j];
            assigned += size;
            if (open
                    && j != current
                    && (fewest < 0 || size < demands.get(fewest).size())) {
                fewest = j;
            }
        }
        boolean nothingToDo = current >= 0 || scheduler == JobScheduler.PERCENTAGE || allSettled && assigned == peers();
        return nothingToDo ? -1 : fewest;
    }

    /** The tasks of a job that take a peer with these tags, in topological order. */
    private int[] openTo(int j, Tags tags) {
        Demand demand = demands.get(j);
        return IntStream.range(0, demand.stages().size())
                .filter(t -> isOpenTo(j, t, tags))
                .toArray();
    }

    private boolean isOpenTo(int j, int t, Tags tags) {
        return isOpen(j, t)
                && size(j, t) < bounds(j, t).max()
                && tags.satisfy(demands.get(j).job().tasks().get(t).tags());
    }

    private @Nullable Target taskOf(int j, Tags tags, boolean alreadyCounted) {
        Demand demand = demands.get(j);
        int[] open = openTo(j, tags);
        if (open.length == 0) {
            return null;
        }
        if (demand.job().wholeOnly()) {
            for (int t : open) {
                if (size(j, t) < bounds(j, t).min()) {
                    return new Target(j, t);
                }
            }
        }
        int task = switch (demand.job().scheduler()) {
            case GREEDY -> open[0];
            case BALANCED, COLOCATED ->
                IntStream.of(open)
                        .boxed()
                        .min(Comparator.comparingInt(t -> size(j, t)))
                        .orElseThrow();
            case PERCENTAGE -> byPercentage(j, open, demand.size() + (alreadyCounted ? 0 : 1));
        };
        return new Target(j, task);
    }

    private Bounds bounds(int j, int t) {
        return demands.get(j).job().tasks().get(t).bounds();
    }

    private int size(int j, int t) {
        return demands.get(j).stages().get(t).places().size();
    }

    private int byPercentage(int j, int[] open, int total) {
        List<Task> tasks = demands.get(j).job().tasks();
        List<Integer> largestFirst = IntStream.of(open)
                .boxed()
                .sorted(Comparator.comparing((Integer t) -> tasks.get(t).percentage())
                        .reversed())
                .toList();
        int[] parts = wholeParts(j, total);
        return largestFirst.stream()
                .filter(t -> size(j, t) < parts[t])
                .findFirst()
                .orElse(largestFirst.get(0));
    }

    /** The whole part of each open task by percentage, but at least as many peers as its job needs there. */
    private int[] wholeParts(int j, int total) {
        List<Task> tasks = demands.get(j).job().tasks();
        int[] parts = new int[tasks.size()];
        for (int t = 0; t < parts.length; t++) {
            long whole = total * tasks.get(t).percentage().millionths() / Percentage.HUNDRED.millionths();
            parts[t] = isOpen(j, t)
                    ? (int) Math.max(fewest(j, t), Math.min(whole, bounds(j, t).max()))
                    : size(j, t);
        }
        return parts;
    }

    /** The fewest peers of an open task with which its job gets on. */
    private int fewest(int j, int t) {
        if (demands.get(j).job().wholeOnly()) {
            return bounds(j, t).min();
        }
        return !lenient && t == first(j) ? 1 : 0;
    }

    private boolean isOpen(int j, int t) {
        return demands.get(j).stages().get(t).isOpen();
    }

    /**
     * The peers that should volunteer again: their job is above its share, their task above its percentage, or another
     * task of their job is deserted.
     */
    public List<PeerId> released() {
        int[] shares = shares();
        var released = new ArrayList<PeerId>();
        for (int j = 0; j < shares.length; j++) {
            int excess = demands.get(j).size() - shares[j];
            if (shares[j] > 0 && deserted(j) >= 0) {
                released.addAll(spare(j));
            }
            released.addAll(excess > 0 ? dropped(j, excess) : superfluous(j));
        }
        return released.stream().distinct().toList();
    }

    /** The peers that leave a job that has {@code excess} too many. */
    private List<PeerId> dropped(int j, int excess) {
        return switch (demands.get(j).job().scheduler()) {
            case GREEDY -> lastOfAll(j, excess);
            case BALANCED, COLOCATED -> lastOfEach(j, excess);
            case PERCENTAGE -> aboveCounts(j, planned(j, demands.get(j).size() - excess));
        };
    }

    private List<PeerId> lastOfAll(int j, int excess) {
        var all = new ArrayList<PeerId>();
        demands.get(j).forEachAssignment(assignment -> {
            if (!isFixed(j, assignment.task())) {
                all.add(assignment.peer());
            }
        });
        return all.subList(Math.max(0, all.size() - excess), all.size());
    }

    private List<PeerId> lastOfEach(int j, int excess) {
        var dropped = new ArrayList<PeerId>();
        int[] left = IntStream.range(0, demands.get(j).stages().size())
                .map(t -> isFixed(j, demands.get(j).job().tasks().get(t).name()) ? 0 : size(j, t))
                .toArray();
        long most = Math.min(excess, PeerNeed.sum(left));
        for (int t = left.length - 1; dropped.size() < most; t = t == 0 ? left.length - 1 : t - 1) {
            if (left[t] > 0) {
                dropped.add(
                        demands.get(j).stages().get(t).places().get(--left[t]).peer());
            }
        }
        return dropped;
    }

    /** The peers that should volunteer again because their task has more than its percentage of the job. */
    public List<PeerId> superfluous() {
        var superfluous = new ArrayList<PeerId>();
        for (int j = 0; j < demands.size(); j++) {
            superfluous.addAll(superfluous(j));
        }
        return superfluous;
    }

    private List<PeerId> superfluous(int j) {
        Demand demand = demands.get(j);
        return demand.job().scheduler() == TaskScheduler.PERCENTAGE
                ? aboveCounts(j, planned(j, demand.size()))
                : List.of();
    }

    /** Whole parts for each open task, the remainder to the largest; a task that is being sealed keeps its peers. */
    private int[] planned(int j, int total) {
        List<Task> tasks = demands.get(j).job().tasks();
        int[] counts = wholeParts(j, total);
        int largest = -1;
        for (int t = 0; t < counts.length; t++) {
            boolean larger = largest < 0
                    || tasks.get(t).percentage().compareTo(tasks.get(largest).percentage()) > 0;
            largest = isOpen(j, t) && larger ? t : largest;
        }
        if (largest >= 0) {
            counts[largest] = (int) Math.max(fewest(j, largest), counts[largest] + total - PeerNeed.sum(counts));
        }
        return counts;
    }

    private List<PeerId> aboveCounts(int j, int[] counts) {
        var above = new ArrayList<PeerId>();
        for (int t = 0; t < counts.length; t++) {
            List<Place> places = demands.get(j).stages().get(t).places();
            boolean fixed = isFixed(j, demands.get(j).job().tasks().get(t).name());
            for (int i = counts[t]; i < places.size() && !fixed; i++) {
                above.add(places.get(i).peer());
            }
        }
        return above;
    }
}
