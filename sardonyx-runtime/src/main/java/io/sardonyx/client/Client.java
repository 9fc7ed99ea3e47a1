package io.sardonyx.client;

import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Job;
import io.sardonyx.port.Store;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.PartitionProgress;
import io.sardonyx.value.JobId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a cluster, for submitting jobs, waiting for them and observing.
 *
 * <pre>{@code
 * try (Client client = Client.connect("zookeeper://localhost:2181/orders")) {
 *     client.submit(job);
 *     Outcome outcome = client.await(job.id(), Duration.ofMinutes(5));
 * }
 * }</pre>
 *
 * <p>All methods may be called from any thread. A request that the store does not answer within the client's timeout
 * ends in {@link StoreUnreachable}; whether it took effect is unknown then. Submitting a job again is idempotent. A
 * store without a cluster is refused with {@link NoCluster}. Not for others to implement.
 */
public interface Client extends AutoCloseable {

    /** Default timeout of a request to the store. */
    Duration PATIENCE = Duration.ofSeconds(30);

    /**
     * Connects to the cluster of a store, such as {@code zookeeper://localhost:2181/orders} or
     * {@code file:/var/lib/orders}.
     */
    static Client connect(String address) {
        return connect(address, PATIENCE);
    }

    /** As {@link #connect(String)}, with a timeout for each request. */
    static Client connect(String address, Duration patience) {
        return AdminClient.connect(address, patience);
    }

    /** A client of a cluster in this process; the store stays open when the client is closed. */
    static Client over(Store store) {
        return over(store, PATIENCE);
    }

    /** As {@link #over(Store)}, with a timeout for each request. */
    static Client over(Store store, Duration patience) {
        return AdminClient.over(store, patience);
    }

    /** The cluster at the end of the log, read after this call began. */
    ClusterStatus status();

    /** Status of every job whose end is not forgotten. */
    List<JobStatus> jobs();

    /**
     * Submits a job; idempotent.
     *
     * @throws BadJob that says why it can never run
     */
    Receipt submit(Job job);

    /**
     * As {@link #submit(Job)}, but only if the log still ends at {@code position}: compare-and-set for a planned
     * submission.
     */
    Receipt submitIfAt(Job job, long position);

    /**
     * Resumes a job that was killed or has completed: submits a new job with the same content, under the next free id,
     * that starts from the checkpoints of the old one.
     *
     * @throws CannotResume when the job has not ended, is unknown, or its checkpoints are deleted
     */
    Resumed resume(JobId ended);

    /** As {@link #resume(JobId)}, with other content; its inputs must have the same names. */
    Resumed resume(JobId ended, Job content);

    /** Submits a job from the beginning although its id is in use: under the next free one. */
    Resumed submitAgain(Job job);

    /**
     * Progress of each partition of an ended job: the positions where it would be resumed.
     *
     * @throws CannotResume as {@link #resume(JobId)}
     */
    List<PartitionProgress> reached(JobId ended);

    /** Releases a job that is held because processes repeatedly died while they ran it, so that it gets peers again. */
    Receipt release(JobId held);

    /** Deletes what is kept of a killed job; it cannot be resumed any more. */
    Receipt forget(JobId killed);

    /**
     * Kills a job.
     *
     * @param by user or program that wants it, shown to callers that wait for the job
     * @param reason for the same, or null
     */
    Receipt kill(JobId job, String by, @Nullable String reason);

    /**
     * Waits until a job has ended.
     *
     * @throws TimeoutException when it has not by then; the job goes on, and may be waited for again
     * @throws IllegalArgumentException when there is no such job
     */
    Outcome await(JobId job, Duration atMost) throws TimeoutException, InterruptedException;

    /** The last report of each group that runs a job. */
    List<JobReport> reports(JobId job);

    /** Ends its thread, and closes the store if the client has opened it. */
    @Override
    void close();
}
