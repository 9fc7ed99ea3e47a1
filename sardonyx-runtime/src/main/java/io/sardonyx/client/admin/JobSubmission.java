package io.sardonyx.client.admin;

import io.sardonyx.client.Receipt;
import io.sardonyx.client.Receipt.Verdict;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.content.JobStore;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.job.check.CoordinatorLimits;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.log.Change;
import io.sardonyx.port.Unreadable;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.KnownFormats;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;

/** Submits a job: stores its content as documents first, then appends the entry that refers to it. */
final class JobSubmission {

    /** The format of the log that has checkpoints. */
    private static final int CHECKPOINT_FORMAT = 3;

    /** Most members that are named. */
    private static final int NAMED = 10;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final AdminClient client;
    private final JobStore contents;
    private final Duration patience;

    JobSubmission(AdminClient client, JobStore contents, Duration patience) {
        this.client = client;
        this.contents = contents;
        this.patience = patience;
    }

    Receipt submit(Job job, Function<Outline, SubmitJob> command) {
        return submit(() -> JobStore.content(job), command);
    }

    Receipt submit(Supplier<JobStore.Content> encode, Function<Outline, SubmitJob> command) {
        // Asked for before, so that the log is read while the job is encoded.
        CompletableFuture<ReplicaView> end = client.look();
        JobStore.Content content = encode.get();
        Outline job = content.outline();
        ReplicaView view = client.founded(end);
        if (view.replica().jobs().knows(job.id())) {
            return new Receipt(known(view.replica().jobs(), job), view.position());
        }
        checkLimits(job, view.replica());
        store(content);
        Applied read = client.append(command.apply(job));
        Change<Replica> change = read.change();
        if (change.happened()) {
            return new Receipt(Verdict.DONE, read.position());
        }
        Jobs jobs = change.after().jobs();
        return new Receipt(jobs.knows(job.id()) ? known(jobs, job) : Verdict.MOVED_ON, read.position());
    }

    /**
     * Checks that a job can be encoded, and submitted to a cluster.
     *
     * @throws BadJob if not
     */
    static void check(Job job, Replica replica) {
        checkLimits(JobStore.content(job).outline(), replica);
    }

    /** Refuses what a coordinator or an older member would have to ignore, before anything is stored. */
    private static void checkLimits(Outline job, Replica replica) {
        if (job.hasCheckpoints() && KnownFormats.byAll(replica) < CHECKPOINT_FORMAT) {
            throw new BadJob(job.id(), List.of(olderMembers(replica)));
        }
        if (replica.cluster().allocation() == Allocation.COORDINATED) {
            List<Fault> faults = CoordinatorLimits.faults(job);
            if (!faults.isEmpty()) {
                throw new BadJob(job.id(), faults);
            }
        }
    }

    /** The entry of such a job would wait until the last of these members is replaced. */
    private static Fault olderMembers(Replica replica) {
        List<String> older = replica.ring().members().keys().stream()
                .filter(member -> KnownFormats.by(member, replica) < CHECKPOINT_FORMAT)
                .map(Object::toString)
                .limit(NAMED)
                .toList();
        return new Fault(
                Part.of("checkpoint"),
                "needs format " + CHECKPOINT_FORMAT + " of the log, but this cluster writes format "
                        + replica.cluster().format() + " since older programs read it: "
                        + (older.isEmpty() ? "it has no members now" : String.join(", ", older)),
                "replace these processes by this release, and submit the job then");
    }

    /** Stores the content with retries until the timeout; writing is idempotent, so an unknown outcome does no harm. */
    private void store(JobStore.Content content) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                client.answer(
                        contents.write(content).toCompletableFuture(),
                        "the content of job " + content.outline().id() + " to be stored");
                return;
            } catch (StoreUnreachable | Unreadable | IllegalArgumentException e) {
                throw e;
            } catch (RuntimeException e) {
                if (System.nanoTime() - deadline > 0) {
                    throw new StoreUnreachable(
                            "job " + content.outline().id() + " cannot be stored: " + e.getMessage(), e);
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /**
     * Whether the job in the cluster has the same content; of a retired job only the id is known, so it counts as the
     * same.
     */
    private static Verdict known(Jobs jobs, Outline job) {
        Run run = jobs.live().get(job.id());
        var killed = jobs.killed().get(job.id());
        var completed = jobs.completed().get(job.id());
        Outline there =
                run != null ? run.job() : killed != null ? killed.job() : completed != null ? completed.job() : job;
        return there.isSubmittedAs(job) ? Verdict.ALREADY_SO : Verdict.OTHER_CONTENT;
    }
}
