package io.sardonyx.replica;

import io.sardonyx.schedule.Demand;
import io.sardonyx.value.JobId;
import io.sardonyx.value.table.OrderedSet;
import io.sardonyx.value.table.OrderedTable;
import java.util.ArrayList;
import java.util.List;

/**
 * All jobs of the replica, by state.
 *
 * @param live those that run or wait, in order of submission
 * @param killed those that were killed, until garbage collection
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

    /**
     * Retires ended jobs, of which only the latest ids are kept; the jobs that were killed last can still be resumed.
     *
     * @param kept how many killed jobs are kept whole
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

    /** Retires a killed job: only its id is kept. */
    public Jobs forget(JobId job, int remembered) {
        return new Jobs(live, killed.without(job), completed, retired.with(job).latest(remembered));
    }
}
