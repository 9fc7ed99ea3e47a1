package io.sardonyx.replay;

import io.sardonyx.job.Allocation;
import io.sardonyx.replica.Replica;
import io.sardonyx.schedule.Demand;
import io.sardonyx.schedule.Plan;
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
public record Outcome(List<Demand> demands, int moves, List<Why> why, boolean settled) {

    public static Outcome of(Replica replica) {
        if (replica.cluster().allocation() == Allocation.VOLUNTEERED) {
            return Volunteers.of(replica).outcome();
        }
        Plan plan = replica.plan();
        return new Outcome(plan.demands(), plan.moves().size(), plan.why(), true);
    }
}
