package io.sardonyx.client;

import io.sardonyx.client.Receipt.Verdict;
import io.sardonyx.command.Command;
import io.sardonyx.command.ForgetJob;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.ReleaseJob;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.content.InputProgress;
import io.sardonyx.content.JobReport;
import io.sardonyx.content.JobStore;
import io.sardonyx.content.Reports;
import io.sardonyx.entry.CommandCodec;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.follow.SharedFold;
import io.sardonyx.follow.Signature;
import io.sardonyx.follow.StoreTimeoutText;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Cause;
import io.sardonyx.job.Job;
import io.sardonyx.job.Outline;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a cluster for whoever submits jobs and waits for them.
 *
 * <p>All methods may be called from any thread. What the store does not answer within the client's patience ends in
 * {@link StoreUnreachable}; then a job may have been submitted or not, and submitting it again is safe.
 */
public final class Client implements AutoCloseable {

    /** How long each answer of the store may take, unless one says otherwise. */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Signature API = new Signature(null, "api", InstantSource.system());

    private final String address;
    private final Store store;
    private final boolean ownsStore;
    private final Duration patience;
    private final ClientReplica mirror;
    private final LoopThread<ClientReplica> thread;
    /* One for all questions: what waits for it is kept as long as the thread lives. */
    private final CompletableFuture<Void> threadOver;

    /**
     * Told of every entry that is read, in order, on the client's own thread: who blocks here makes all wait, and who
     * throws ends the client.
     */
    public interface LogListener {

        void read(Entry<Replica> entry, Change<Replica> change);

        /** The client was far behind and went on from an origin; the entries before are not told. */
        default void restarted(ReplicaView view) {}

        /** The client is closed, or could not read on. */
        default void closed() {}
    }

    /**
     * Where a client comes from: the store, what to call it, whether it is closed with the client, and who folds what
     * is read there.
     */
    private record Access(String address, Store store, boolean owned, Follower.Fold<Replica> fold) {}

    private Client(Access access, Duration patience, Signature signature, RandomGenerator random) {
        this.address = access.address;
        this.store = access.store;
        this.ownsStore = access.owned;
        this.patience = patience;
        var self = GroupId.of("client-" + new UUID(random.nextLong(), random.nextLong()));
        this.mirror = new ClientReplica(self, store, access.fold, signature, random);
        this.thread = new LoopThread<>("sardonyx-client", mirror, it -> {});
        this.threadOver = thread.over();
    }

    /**
     * Connects to the cluster of a store, such as {@code zookeeper://localhost:2181/orders} or
     * {@code file:/var/lib/orders}.
     */
    public static Client connect(String address) {
        return connect(address, PATIENCE);
    }

    /** As {@link #connect(String)}, but gives the store so long for each answer. */
    public static Client connect(String address, Duration patience) {
        return connect(address, patience, API);
    }

    /** As {@link #connect(String, Duration)}, but its entries name who wants them. */
    public static Client connect(String address, Duration patience, Signature signature) {
        var access = new Access(address.replaceFirst("\\?.*", ""), Stores.open(address), true, new ReplicaFold());
        return new Client(access, patience, signature, new SecureRandom());
    }

    /** A client of a cluster in this process; the store stays open when the client is closed. */
    public static Client over(Store store) {
        return over(store, PATIENCE);
    }

    /** As {@link #over(Store)}, but gives the store so long for each answer. */
    public static Client over(Store store, Duration patience) {
        return over(store, patience, API);
    }

    /** As {@link #over(Store, Duration)}, but its entries name who wants them. */
    public static Client over(Store store, Duration patience, Signature signature) {
        return over(store, patience, signature, new ReplicaFold());
    }

    /** As {@link #over(Store)}, but shares the work of folding what is read with groups of the same process. */
    public static Client over(Store store, SharedFold fold) {
        return over(store, PATIENCE, API, fold);
    }

    private static Client over(Store store, Duration patience, Signature signature, Follower.Fold<Replica> fold) {
        var access = new Access("the given store", store, false, fold);
        return new Client(access, patience, signature, new SplittableRandom());
    }

    /** The cluster as it is now. */
    public ReplicaView replica() {
        return answer(asked(ClientReplica::look), "the end of the log");
    }

    /** As {@link #replica}, of a store in which there must be a cluster. */
    public ReplicaView founded() {
        ReplicaView view = replica();
        if (!view.replica().cluster().isFounded()) {
            throw new NoCluster(address);
        }
        return view;
    }

    /** Every job that is not forgotten. */
    public List<JobStatus> jobs() {
        return JobStatus.all(founded().replica().jobs());
    }

    /**
     * Brings a job into the cluster; doing so twice is the same as once.
     *
     * @throws BadJob that says why it can never run
     */
    public Receipt submit(Job job) {
        return submission().submit(job, SubmitJob::new);
    }

    /**
     * As {@link #submit(Job)}, but only if the log still ends at {@code position}, where the submission was planned.
     */
    public Receipt submitIfAt(Job job, long position) {
        return submission().submit(job, outline -> new SubmitJob(outline, position));
    }

    /**
     * Goes on where a job was left that was killed or has completed: as a new job with the same content, under the next
     * free id, from the checkpoints of the old one.
     *
     * @throws CannotResume when the job has not ended, is unknown, or nothing is left of it
     */
    public Resumed resume(JobId ended) {
        return resumption().resume(ended, null, submission());
    }

    /** As {@link #resume(JobId)}, with other content; its inputs must have the same names. */
    public Resumed resume(JobId ended, Job content) {
        return resumption().resume(ended, content, submission());
    }

    /** Submits a job from the beginning although its id was used before: under the next free one. */
    public Resumed submitAgain(Job job) {
        Jobs jobs = founded().replica().jobs();
        JobId id = jobs.knows(job.id()) ? JobResumption.nextFree(jobs, job.id()) : job.id();
        return new Resumed(id, submit(job.as(id, List.of())));
    }

    /**
     * Where the partitions of a job were left that has ended.
     *
     * @throws CannotResume as {@link #resume(JobId)}
     */
    public List<InputProgress.Reached> reached(JobId ended) {
        return resumption().reached(ended);
    }

    /** Lets a job run again that is held because processes died while they worked on it. */
    public Receipt release(JobId held) {
        return JobResumption.receipt(append(new ReleaseJob(held)));
    }

    /** Gives up what is kept of a killed job, so that it cannot be resumed any more. */
    public Receipt forget(JobId killed) {
        return JobResumption.receipt(append(new ForgetJob(killed)));
    }

    /** The id that a job would get which goes on from another: the next one behind it that nobody has used. */
    public static JobId nextFree(Jobs jobs, JobId job) {
        return JobResumption.nextFree(jobs, job);
    }

    private JobResumption resumption() {
        return new JobResumption(this, new InputProgress(store.documents()), new JobStore(store.documents()));
    }

    private JobSubmission submission() {
        return new JobSubmission(this, new JobStore(store.documents()), patience);
    }

    /**
     * Stops a job for good.
     *
     * @param by who wants it, for those who wait for the job
     */
    public Receipt kill(JobId job, String by, @Nullable String reason) {
        ReplicaView view = founded();
        Jobs jobs = view.replica().jobs();
        if (!jobs.live().has(job)) {
            return new Receipt(jobs.knows(job) ? Verdict.ALREADY_SO : Verdict.UNKNOWN_JOB, view.position());
        }
        Applied read = append(new KillJob(job, new Cause(reason, null, by)));
        return new Receipt(read.change().happened() ? Verdict.DONE : Verdict.ALREADY_SO, read.position());
    }

    /**
     * Waits until a job has ended.
     *
     * @throws TimeoutException when it has not by then; it goes on, and may be waited for again
     * @throws IllegalArgumentException when nobody submitted such a job
     */
    public Outcome await(JobId job, Duration atMost) throws TimeoutException, InterruptedException {
        founded();
        var ended = new CompletableFuture<Outcome>();
        Watch watch = subscribe(view -> look(view, job, ended));
        try {
            return answer(ended, atMost);
        } finally {
            watch.close();
        }
    }

    private static void look(ReplicaView view, JobId job, CompletableFuture<Outcome> ended) {
        Jobs jobs = view.replica().jobs();
        Outcome.of(jobs, job).ifPresent(ended::complete);
        if (!jobs.knows(job)) {
            ended.completeExceptionally(new IllegalArgumentException("there is no job " + job));
        }
    }

    /** What each group that works on a job last wrote down of how its tasks do. */
    public List<JobReport> reports(JobId job) {
        return answer(new Reports(store.documents()).read(job).toCompletableFuture());
    }

    /** The tasks of a job that keep something in memory for each key; none if its content is kept no more. */
    public KeyedMemory keyedMemory(JobId job) {
        Jobs jobs = founded().replica().jobs();
        Outline outline = outline(jobs, job);
        if (outline == null || outline.contentHash().isEmpty()) {
            return KeyedMemory.NONE;
        }
        return answer(new JobStore(store.documents())
                .read(outline)
                .handle((content, gone) -> gone == null ? KeyedMemory.of(content) : KeyedMemory.NONE)
                .toCompletableFuture());
    }

    private static @Nullable Outline outline(Jobs jobs, JobId job) {
        Run run = jobs.live().get(job);
        if (run != null) {
            return run.job();
        }
        Ending ending = jobs.completed().has(job)
                ? jobs.completed().get(job)
                : jobs.killed().get(job);
        return ending == null ? null : ending.job();
    }

    /**
     * The entries that gave a job other places than it had before, its first ones left out: peers came or were lost,
     * and all that was on its way was emitted again. What is trimmed of the log is not looked at.
     */
    public List<Long> moves(JobId job) {
        var versions = new TreeSet<Long>();
        LogScanner.Reader reader = new LogScanner.Reader() {
            @Override
            public void read(Entry<Replica> entry, Change<Replica> change) {
                look(change.after());
            }

            @Override
            public void begins(ReplicaView origin) {
                look(origin.replica());
            }

            private void look(Replica replica) {
                Run run = replica.jobs().live().get(job);
                if (run != null && run.version() != Run.NEVER_PLACED) {
                    versions.add(run.version());
                }
            }
        };
        try {
            LogScanner.read(store, founded().position(), patience, reader);
        } catch (TimeoutException e) {
            throw new StoreUnreachable(address + ": " + e.getMessage(), e);
        }
        return versions.stream().skip(1).toList();
    }

    /** Tells of every entry from now on. */
    public Watch listen(LogListener listener) {
        thread.tell(mirror -> mirror.listen(listener));
        return () -> thread.tell(mirror -> mirror.unlisten(listener));
    }

    /** Tells of every replica that differs from the one before, and first of the present one. */
    public Watch subscribe(Consumer<ReplicaView> subscriber) {
        var listener = new LogListener() {
            @Override
            public void read(Entry<Replica> entry, Change<Replica> change) {
                if (change.happened()) {
                    subscriber.accept(new ReplicaView(change.after(), entry.position()));
                }
            }

            @Override
            public void restarted(ReplicaView view) {
                subscriber.accept(view);
            }
        };
        ReplicaView now = replica();
        thread.tell(mirror -> {
            ReplicaView later = mirror.view();
            subscriber.accept(later.position() >= now.position() ? later : now);
            mirror.listen(listener);
        });
        return () -> thread.tell(mirror -> mirror.unlisten(listener));
    }

    /** Appends any command and waits until it was read back; for tools that know what they do. */
    public Applied append(Command command) {
        return answer(asked(mirror -> mirror.append(command)), CommandCodec.nameOf(command) + " in the log");
    }

    private <T> CompletableFuture<T> asked(Function<ClientReplica, CompletableFuture<T>> question) {
        var answer = new CompletableFuture<T>();
        thread.tell(mirror -> {
            var unused = question.apply(mirror).whenComplete((value, e) -> {
                if (e == null) {
                    answer.complete(value);
                } else {
                    answer.completeExceptionally(e);
                }
            });
        });
        return answer;
    }

    /** Waits for an answer of the store as long as for any other. */
    public <T> T answered(CompletionStage<T> asked) {
        return answer(asked.toCompletableFuture());
    }

    <T> T answer(CompletableFuture<T> asked) {
        return answer(asked, "what was asked for");
    }

    /** @param what is waited for, for whoever reads that it did not come */
    <T> T answer(CompletableFuture<T> asked, String what) {
        try {
            return answer(asked, patience);
        } catch (TimeoutException e) {
            throw new StoreUnreachable(address + ": " + StoreTimeoutText.within(patience, what, mirror.trouble()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnreachable("interrupted while waiting for " + address, e);
        }
    }

    private <T> T answer(CompletableFuture<T> asked, Duration atMost) throws TimeoutException, InterruptedException {
        try {
            CompletableFuture.anyOf(asked, threadOver).get(atMost.toNanos(), TimeUnit.NANOSECONDS);
            if (!asked.isDone()) {
                throw new ExecutionException(new IllegalStateException("the client is closed"));
            }
            return asked.get();
        } catch (ExecutionException e) {
            throw failure(e);
        }
    }

    /** What stopped the reader is more interesting than that it stopped. */
    private RuntimeException failure(ExecutionException e) {
        if (thread.failure() instanceof RuntimeException stopped) {
            return stopped;
        }
        return e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
    }

    @Override
    public void close() {
        thread.close();
        try {
            if (!thread.await(patience)) {
                throw new IllegalStateException("the client's thread does not end; does a listener block it?");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (ownsStore) {
            store.close();
        }
    }
}
