package io.sardonyx.client;

import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Job;
import io.sardonyx.port.Store;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.PartitionProgress;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
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
     * @throws CannotResume when the job has not ended, is unknown, or its checkpoints are deleted; or when another
     *     client has submitted a job under that id meanwhile
     */
    Resumed resume(JobId ended);

    /**
     * As {@link #resume(JobId)}, with other content: its inputs must have the same names, and its states are those of
     * the old job by task and name, unless {@link io.sardonyx.job.JobBuilder#resume} says otherwise.
     *
     * @throws BadJob that names all that cannot be taken over; nothing was submitted then
     */
    Resumed resume(JobId ended, Job content);

    /**
     * As {@link #resume(JobId)}, from a certain checkpoint that is kept. What the job has read since is read again, and
     * what its outputs have published since stays published.
     *
     * @param checkpoint its number or name
     * @throws CannotResume as there, or when the job keeps no such checkpoint; the message says which it keeps
     */
    Resumed resume(JobId ended, String checkpoint);

    /** As {@link #resume(JobId, String)}, with other content as there. */
    Resumed resume(JobId ended, String checkpoint, Job content);

    /**
     * Replaces a running job that has checkpoints: stops it at a last one, and submits other content that goes on from
     * that, under the next free id. What can be checked is checked before it is stopped.
     *
     * @param atMost how long it waits until the job is stopped
     * @throws BadJob as {@link #resume(JobId, Job)}; the job goes on then
     * @throws CannotResume when the job does not run, has no checkpoints, or ends otherwise; or when it is stopped and
     *     the new content is refused all the same, or another client was faster: the message says how to go on
     * @throws StoreUnreachable when the store does not answer; if the job is stopped by then, the message says so, and
     *     whether the new content is submitted is unknown
     * @throws TimeoutException when it is not stopped by then; it will be, and can be resumed
     */
    Resumed replace(JobId running, Job content, Duration atMost) throws TimeoutException, InterruptedException;

    /** Submits a job from the beginning although its id is in use: under the next free one. */
    Resumed submitAgain(Job job);

    /**
     * Progress of each partition of an ended job: the positions where it would be resumed.
     *
     * @throws CannotResume as {@link #resume(JobId)}
     */
    List<PartitionProgress> reached(JobId ended);

    /**
     * Stops a job with checkpoints: its inputs read no more, and with a last checkpoint it ends as
     * {@link Outcome.Stopped}, from which it can be resumed. {@link #await} tells when it has.
     */
    Receipt stop(JobId job);

    /**
     * Keeps the latest checkpoint of a job under a name, until it is dropped.
     *
     * @throws IllegalArgumentException for a name that has other characters than letters, digits, dots, hyphens and
     *     underscores, or is a number
     */
    Receipt keepCheckpoint(JobId job, String name);

    /** As {@link #keepCheckpoint(JobId, String)}, of a checkpoint that is kept now. */
    Receipt keepCheckpoint(JobId job, String name, long number);

    /** Drops the name of a checkpoint; it is kept only as long as it is one of the latest. */
    Receipt dropCheckpoint(JobId job, String name);

    /** The checkpoints of a job from which it can be resumed, in order. */
    List<JobStatus.JobCheckpoint> checkpoints(JobId job);

    /**
     * Reads what a task keeps, key by key and in no particular order, from the latest checkpoint of its job. The job
     * may run, be stopped or be dead; none of its classes are needed.
     *
     * @throws IllegalArgumentException when the job has no checkpoint, or the task no state
     * @throws io.sardonyx.port.Unreadable when something of it is damaged or missing; the message names it
     */
    void state(JobId job, TaskName task, Consumer<KeyState> each);

    /** As {@link #state(JobId, TaskName, Consumer)}, of one key: a text, or a whole number as text. */
    Optional<KeyState> state(JobId job, TaskName task, String key);

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
