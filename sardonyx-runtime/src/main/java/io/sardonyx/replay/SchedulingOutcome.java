package io.sardonyx.replay;

import io.sardonyx.job.Allocation;
import io.sardonyx.replica.Replica;
import io.sardonyx.schedule.AssignmentPlan;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Why;
import java.util.List;

/**
 * Result of running the schedulers on a cluster.
 *
 * @param demands jobs in order of submission with the places of their tasks
 * @param moves number of peers whose task changes, if assignments are planned; number of changes of a task, if peers
 *     volunteer
 * @param why a reason for each job, then one for each idle peer
 * @param settled whether the result is final; with volunteers the simulation may end before it is
 */
public record SchedulingOutcome(List<Demand> demands, int moves, List<Why> why, boolean settled) {

    /** The cluster as it is, with the reasons for that; volunteers that have yet to come are not placed. */
    public static SchedulingOutcome now(Replica replica) {
        return replica.cluster().allocation() == Allocation.VOLUNTEERED
                ? VolunteerSimulation.now(replica).outcome()
                : of(replica);
    }

    /** The cluster once all schedulers have done their work. */
    public static SchedulingOutcome of(Replica replica) {
        if (replica.cluster().allocation() == Allocation.VOLUNTEERED) {
            return VolunteerSimulation.of(replica).outcome();
        }
        AssignmentPlan plan = replica.plan();
        return new SchedulingOutcome(plan.demands(), plan.moves().size(), plan.why(), true);
    }
}
