package io.sardonyx.command;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.replica.Cluster;
import io.sardonyx.replica.Replica;

/**
 * Fixes the parameters that all processes of a cluster share.
 *
 * <p>Submitter: a group whose replica has none, before its prepare. Replica: the first one wins, later ones change nothing.
 * Duties: a process configured otherwise leaves and names the difference. Reactions: none.
 */
public record FoundCluster(String cluster, Allocation allocation, JobScheduler scheduler, int remembered)
        implements Command {

    @Override
    public Replica apply(Replica before, long position) {
        return before.cluster().isFounded()
                ? before
                : before.with(new Cluster(cluster, allocation, scheduler, remembered)).settled(before, position);
    }
}
