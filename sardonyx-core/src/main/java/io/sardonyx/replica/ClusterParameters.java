package io.sardonyx.replica;

import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parameters that all processes of a cluster share; fixed by the {@code found-cluster} entry, but for the last two.
 *
 * @param id the name of the cluster, or null before it was founded
 * @param remembered how many departed groups, turned-away groups and retired jobs are remembered, and for how many
 *     positions a silent author is
 * @param epoch unique token of the founding, so that a store that was emptied and filled anew under the same name is
 *     not taken for the old one; null in examples
 * @param format version of the log format in which members write: the commands, their arguments and the planning rules.
 *     It only rises, by {@code raise-format}, once every member knows the higher one
 * @param stateUri address of the blobs of jobs' state, set once by {@code set-state-storage}; null while none is, and
 *     they are in the cluster's store if it has blobs
 */
public record ClusterParameters(
        @Nullable String id,
        Allocation allocation,
        JobScheduler scheduler,
        int remembered,
        @Nullable String epoch,
        int format,
        @Nullable String stateUri) {

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
        if (stateUri != null) {
            checkStateUri(stateUri);
        }
    }

    public ClusterParameters(
            @Nullable String id,
            Allocation allocation,
            JobScheduler scheduler,
            int remembered,
            @Nullable String epoch,
            int format) {
        this(id, allocation, scheduler, remembered, epoch, format, null);
    }

    public ClusterParameters(@Nullable String id, Allocation allocation, JobScheduler scheduler, int remembered) {
        this(id, allocation, scheduler, remembered, null, FIRST_FORMAT);
    }

    public ClusterParameters raisedTo(int higher) {
        return new ClusterParameters(id, allocation, scheduler, remembered, epoch, higher, stateUri);
    }

    /** With an address of the blobs of jobs' state; null for none. */
    public ClusterParameters withState(@Nullable String uri) {
        return new ClusterParameters(id, allocation, scheduler, remembered, epoch, format, uri);
    }

    /**
     * Refuses an address of state that is malformed or holds credentials, which everybody who reads the log would read.
     * The refusal does not repeat the address.
     */
    public static void checkStateUri(String uri) {
        StateUri.check(uri);
    }

    /** Whether both come from the same founding entry, whatever was set since. */
    public boolean isSameFounding(ClusterParameters other) {
        return isLike(other) && Objects.equals(epoch, other.epoch);
    }

    /** Whether both have the same parameters of a founding, whatever their epoch and whatever was set since. */
    public boolean isLike(ClusterParameters other) {
        return Objects.equals(id, other.id)
                && allocation == other.allocation
                && scheduler == other.scheduler
                && remembered == other.remembered;
    }

    public boolean isFounded() {
        return id != null;
    }

    /** Syntax of addresses of state; a class of its own, as most clusters need none of these patterns. */
    private static final class StateUri {

        private static final int MAX_LENGTH = 1_000;
        private static final Pattern SYNTAX = Pattern.compile("[a-z][a-z0-9+.-]*:[^\\p{Cntrl}\\s]+");
        private static final Pattern USER_INFO = Pattern.compile("://[^/?#]*@");
        private static final Pattern SECRET = Pattern.compile(
                "[?&;][^=&;]*(password|passwd|secret|token|credential|access[-_]?key)[^=&;]*=",
                Pattern.CASE_INSENSITIVE);

        static void check(String uri) {
            if (uri.length() > MAX_LENGTH || !SYNTAX.matcher(uri).matches()) {
                throw new IllegalArgumentException(
                        "the address of state has a scheme, such as file:/var/lib/sardonyx/state,"
                                + " no blanks, and at most " + MAX_LENGTH + " characters");
            }
            if (USER_INFO.matcher(uri).find() || SECRET.matcher(uri).find()) {
                throw new IllegalArgumentException("the address of state holds credentials, which the log would show to"
                        + " everybody; give them to the processes by other means");
            }
        }
    }
}
