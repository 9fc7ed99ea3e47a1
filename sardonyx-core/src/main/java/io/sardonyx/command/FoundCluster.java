package io.sardonyx.command;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.replica.Cluster;
import io.sardonyx.replica.Replica;
import org.jspecify.annotations.Nullable;

/**
 * Fixes the parameters that all processes of a cluster share.
 *
 * <p>Submitter: a group whose replica has none, before its prepare. Replica: the first one wins, later ones change
 * nothing. Duties: a process configured otherwise leaves and names the difference. Reactions: none.
 */
public record FoundCluster(
        String cluster,
        Allocation allocation,
        JobScheduler scheduler,
        int remembered,
        @Nullable String epoch) implements Command {

    /** Refuses at once what no cluster can be, so that applying it never has to. */
    public FoundCluster {
        parameters(cluster, allocation, scheduler, remembered, epoch);
    }

    public FoundCluster(String cluster, Allocation allocation, JobScheduler scheduler, int remembered) {
        this(cluster, allocation, scheduler, remembered, null);
    }

    private static Cluster parameters(
            String id, Allocation allocation, JobScheduler scheduler, int remembered, @Nullable String epoch) {
        return new Cluster(id, allocation, scheduler, remembered, epoch);
    }

    @Override
    public Replica apply(Replica before, long position) {
        return before.cluster().isFounded()
                ? before
                : before.with(parameters(cluster, allocation, scheduler, remembered, epoch))
                        .settled(before, position);
    }
}
