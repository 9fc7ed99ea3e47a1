package io.sardonyx.replica;

import io.sardonyx.schedule.Demand;
import io.sardonyx.value.JobId;
import io.sardonyx.value.OrderedSet;
import io.sardonyx.value.OrderedTable;
import java.util.ArrayList;
import java.util.List;

/**
 * The jobs.
 *
 * @param live those that run or wait, in order of submission
 * @param killed those that were stopped, until gc
 * @param completed those that did all their work, until gc
 * @param retired finished jobs of which only the id is remembered, so that it does not run again
 */
public record Jobs(
        OrderedTable<JobId, Run> live,
        OrderedTable<JobId, Ending> killed,
        OrderedTable<JobId, Ending> completed,
        OrderedSet<JobId> retired) {

    public static final Jobs EMPTY =
            new Jobs(OrderedTable.empty(), OrderedTable.empty(), OrderedTable.empty(), OrderedSet.empty());

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

    /**
     * Forgets the finished jobs but their latest ids; those that were killed last may still be resumed.
     *
     * @param kept how many killed jobs are kept as they are
     */
    public Jobs retire(int remembered, int kept) {
        int superfluous = Math.max(0, killed.size() - kept);
        if (superfluous == 0 && completed.isEmpty()) {
            return this;
        }
        OrderedSet<JobId> ids = retired;
        OrderedTable<JobId, Ending> resumable = killed;
        for (int i = 0; i < superfluous; i++) {
            ids = ids.with(killed.keys().get(i));
            resumable = resumable.without(killed.keys().get(i));
        }
        for (JobId job : completed.keys()) {
            ids = ids.with(job);
        }
        return new Jobs(live, resumable, OrderedTable.empty(), ids.latest(remembered));
    }

    /** Of a killed job only the id is remembered. */
    public Jobs forget(JobId job, int remembered) {
        return new Jobs(live, killed.without(job), completed, retired.with(job).latest(remembered));
    }
}
