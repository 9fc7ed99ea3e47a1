package io.sardonyx.replay;

import io.sardonyx.job.Allocation;
import io.sardonyx.replica.Replica;
import io.sardonyx.schedule.AssignmentPlan;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Why;
import java.util.List;

/**
 * What the schedulers make of a cluster.
 *
 * @param demands the jobs in order of submission with the places of their tasks
 * @param moves where it is planned, the peers whose work changes; where peers volunteer, how often one left a task for
 *     another
 * @param why one reason for each job, then one for each idle peer
 * @param settled whether that is the end of it; volunteers might go on changing places
 */
public record SchedulingOutcome(List<Demand> demands, int moves, List<Why> why, boolean settled) {

    public static SchedulingOutcome of(Replica replica) {
        if (replica.cluster().allocation() == Allocation.VOLUNTEERED) {
            return VolunteerSimulation.of(replica).outcome();
        }
        AssignmentPlan plan = replica.plan();
        return new SchedulingOutcome(plan.demands(), plan.moves().size(), plan.why(), true);
    }
}
