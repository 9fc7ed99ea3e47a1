package io.sardonyx.replica;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parameters that all processes of a cluster share; fixed by the {@code found-cluster} entry.
 *
 * @param id the name of the cluster, or null before it was founded
 * @param remembered how many departed groups, turned-away groups and retired jobs are remembered, and for how many
 *     positions a silent author is
 * @param epoch unique token of the founding, so that a store that was emptied and filled anew under the same name is
 *     not taken for the old one; null in examples
 * @param format version of the log format in which members write: the commands, their arguments and the planning rules.
 *     It only rises, by {@code raise-format}, once every member knows the higher one
 */
public record ClusterParameters(
        @Nullable String id,
        Allocation allocation,
        JobScheduler scheduler,
        int remembered,
        @Nullable String epoch,
        int format) {

    /** Default of {@link #remembered()}. */
    public static final int REMEMBERED = 10_000;

    /** Format of clusters that were founded before formats were recorded. */
    public static final int FIRST_FORMAT = 1;

    /** The newest format that this program knows; it knows all older ones, too. */
    public static final int FORMAT = 3;

    /** Parameters before the cluster is founded. */
    public static final ClusterParameters UNFOUNDED =
            new ClusterParameters(null, Allocation.PLANNED, JobScheduler.BALANCED, REMEMBERED);

    public ClusterParameters {
        if (remembered < 1) {
            throw new IllegalArgumentException("a cluster remembers at least 1 departed id, not " + remembered);
        }
        if (format < FIRST_FORMAT) {
            throw new IllegalArgumentException("formats are counted from " + FIRST_FORMAT + ", so none is " + format);
        }
    }

    public ClusterParameters(@Nullable String id, Allocation allocation, JobScheduler scheduler, int remembered) {
        this(id, allocation, scheduler, remembered, null, FIRST_FORMAT);
    }

    public ClusterParameters raisedTo(int higher) {
        return new ClusterParameters(id, allocation, scheduler, remembered, epoch, higher);
    }

    /** Whether both come from the same founding entry, whatever the format has become since. */
    public boolean isSameFounding(ClusterParameters other) {
        return isLike(other) && Objects.equals(epoch, other.epoch);
    }

    /** Whether both have the same parameters, whatever their founding. */
    public boolean isLike(ClusterParameters other) {
        return Objects.equals(id, other.id)
                && allocation == other.allocation
                && scheduler == other.scheduler
                && remembered == other.remembered;
    }

    public boolean isFounded() {
        return id != null;
    }
}
