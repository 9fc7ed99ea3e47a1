package io.sardonyx.command;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Replica;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Command: fixes the parameters that all processes of a cluster share.
 *
 * <p>Submitter: a group whose replica has none, before its prepare. Replica: the first one wins, later ones change
 * nothing. Duties: a process that is configured otherwise leaves and reports the difference, and so does one that does
 * not know the cluster's format. Reactions: none.
 *
 * @param format the newest format that the founder knows, in which all members write from then on
 */
public record FoundCluster(
        String cluster,
        Allocation allocation,
        JobScheduler scheduler,
        int remembered,
        @Nullable String epoch,
        int format)
        implements Command {

    /** Validates the parameters here, so that applying the entry never throws. */
    public FoundCluster {
        new ClusterParameters(cluster, allocation, scheduler, remembered, epoch, format);
    }

    public FoundCluster(String cluster, Allocation allocation, JobScheduler scheduler, int remembered) {
        this(cluster, allocation, scheduler, remembered, null, ClusterParameters.FIRST_FORMAT);
    }

    @Override
    public Replica apply(Replica before, long position) {
        return before.cluster().isFounded()
                ? before
                : before.with(new ClusterParameters(cluster, allocation, scheduler, remembered, epoch, format))
                        .settled(before, position);
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof FoundCluster that
                        && cluster.equals(that.cluster)
                        && allocation == that.allocation
                        && scheduler == that.scheduler
                        && remembered == that.remembered
                        && Objects.equals(epoch, that.epoch)
                        && format == that.format;
    }

    @Override
    public int hashCode() {
        return Objects.hash(cluster, allocation, scheduler, remembered, epoch, format);
    }
}
