package io.sardonyx.replica;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.schedule.Demand;
import io.sardonyx.value.JobId;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All jobs of the replica, by state.
 *
 * @param live those that run or wait, in order of submission
 * @param killed those that were killed or stopped, until garbage collection
 * @param completed those that completed, until garbage collection
 * @param retired ids of ended jobs of which nothing else is kept, so that they do not run again
 */
public record Jobs(
        OrderedTable<JobId, Run> live,
        OrderedTable<JobId, Ending> killed,
        OrderedTable<JobId, Ending> completed,
        OrderedSet<JobId> retired) {

    public static final Jobs EMPTY =
            new Jobs(OrderedTable.empty(), OrderedTable.empty(), OrderedTable.empty(), OrderedSet.empty());

    /** Whether the id was used by a job that is live, ended or retired; it cannot be submitted again. */
    public boolean knows(JobId job) {
        return live.has(job) || killed.has(job) || completed.has(job) || retired.has(job);
    }

    public List<Demand> demands() {
        var demands = new ArrayList<Demand>(live.size());
        for (Run run : live.values()) {
            demands.add(run.demand());
        }
        return demands;
    }

    public Jobs with(Run run) {
        return new Jobs(live.with(run.job().id(), run), killed, completed, retired);
    }

    public Jobs with(List<Run> changed) {
        return changed.isEmpty()
                ? this
                : new Jobs(live.withValues(changed, run -> run.job().id()), killed, completed, retired);
    }

    public Jobs kill(JobId job, Ending ending) {
        return new Jobs(live.without(job), killed.with(job, ending), completed, retired);
    }

    public Jobs complete(JobId job, Ending ending) {
        return new Jobs(live.without(job), killed, completed.with(job, ending), retired);
    }

    /** The checkpoints of a live or ended job; none of any other. */
    public Checkpoints checkpoints(JobId job) {
        Run run = live.get(job);
        Ending ending = killed.has(job) ? killed.get(job) : completed.get(job);
        return run != null ? run.checkpoints() : ending != null ? ending.checkpoints() : Checkpoints.NONE;
    }

    /** The checkpoints of a job that somebody may have to read: the job itself, and those that go on from it. */
    public List<CompletedCheckpoint> needed(JobId job) {
        List<CompletedCheckpoint> needed = checkpoints(job).all();
        forEachResumed(resumed -> {
            if (job.equals(resumed.of())) {
                needed.add(resumed);
            }
        });
        return needed;
    }

    /** The checkpoint of a job by its number, if somebody may have to read it; else null. */
    public @Nullable CompletedCheckpoint needed(JobId job, long number) {
        return needed(job).stream()
                .filter(checkpoint -> checkpoint.number() == number)
                .findFirst()
                .orElse(null);
    }

    /**
     * The jobs that have stored something for a checkpoint, or may be about to: live ones that make checkpoints and had
     * peers, and all from which others can go on.
     */
    public List<JobId> withCheckpoints() {
        var jobs = new ArrayList<JobId>();
        for (Run run : live.values()) {
            boolean atWork = run.job().hasCheckpoints() && run.version() != Run.NEVER_PLACED;
            if (atWork || run.checkpoints().latest() != null) {
                jobs.add(run.job().id());
            }
        }
        for (OrderedTable<JobId, Ending> ended : List.of(killed, completed)) {
            for (Ending ending : ended.values()) {
                Checkpoints left = ending.checkpoints();
                if (left.latest() != null || !left.named().isEmpty()) {
                    jobs.add(ending.job().id());
                }
            }
        }
        return jobs;
    }

    /** With other checkpoints of a live or ended job. */
    public Jobs with(JobId job, Checkpoints checkpoints) {
        Run run = live.get(job);
        Ending stopped = killed.get(job);
        Ending done = completed.get(job);
        if (run != null) {
            return with(run.with(checkpoints));
        }
        return new Jobs(
                live,
                stopped == null ? killed : killed.with(job, stopped.with(checkpoints)),
                done == null ? completed : completed.with(job, done.with(checkpoints)),
                retired);
    }

    /** The jobs whose checkpoints others go on from, or could: live ones, and ended ones that can be resumed. */
    public SortedSet<JobId> resumed() {
        var jobs = new TreeSet<JobId>();
        forEachResumed(resumed -> {
            if (resumed.of() != null) {
                jobs.add(resumed.of());
            }
        });
        return jobs;
    }

    private void forEachResumed(Consumer<CompletedCheckpoint> action) {
        var all = new ArrayList<Checkpoints>(live.size() + killed.size());
        live.values().forEach(run -> all.add(run.checkpoints()));
        killed.values().forEach(ending -> all.add(ending.checkpoints()));
        for (Checkpoints each : all) {
            CompletedCheckpoint resumed = each.resumed();
            if (resumed != null) {
                action.accept(resumed);
            }
        }
    }

    /**
     * Retires ended jobs, of which only the latest ids are kept. Of those that were killed or stopped the last ones can
     * still be resumed; and all jobs stay that have named checkpoints, or that others go on from.
     *
     * @param kept how many killed jobs are kept whole
     */
    public Jobs retire(int remembered, int kept) {
        int superfluous = Math.max(0, killed.size() - kept);
        if (superfluous == 0 && completed.isEmpty()) {
            return this;
        }
        Set<JobId> needed = resumed();
        OrderedSet<JobId> ids = retired;
        OrderedTable<JobId, Ending> resumable = killed;
        OrderedTable<JobId, Ending> done = completed;
        for (int i = 0; i < superfluous; i++) {
            JobId job = killed.keys().get(i);
            if (isOver(job, killed.values().get(i), needed)) {
                ids = ids.with(job);
                resumable = resumable.without(job);
            }
        }
        for (JobId job : completed.keys()) {
            if (isOver(job, completed.get(job), needed)) {
                ids = ids.with(job);
                done = done.without(job);
            }
        }
        return new Jobs(live, resumable, done, ids.latest(remembered));
    }

    private static boolean isOver(JobId job, @Nullable Ending ending, Set<JobId> needed) {
        return !needed.contains(job)
                && (ending == null || ending.checkpoints().named().isEmpty());
    }

    /** Retires a killed job: only its id is kept. */
    public Jobs forget(JobId job, int remembered) {
        return new Jobs(live, killed.without(job), completed, retired.with(job).latest(remembered));
    }
}
