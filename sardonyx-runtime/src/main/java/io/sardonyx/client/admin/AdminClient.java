package io.sardonyx.client.admin;

import io.sardonyx.assignment.Checkpoints;
import io.sardonyx.assignment.CompletedCheckpoint;
import io.sardonyx.client.Client;
import io.sardonyx.client.ClusterStatus;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.JobStatus.JobCheckpoint;
import io.sardonyx.client.KeyState;
import io.sardonyx.client.NoCluster;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.Receipt.Verdict;
import io.sardonyx.client.Resumed;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.command.Command;
import io.sardonyx.command.ForgetJob;
import io.sardonyx.command.KillJob;
import io.sardonyx.command.ReleaseJob;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.content.JobStore;
import io.sardonyx.content.Reports;
import io.sardonyx.coordinate.RunningCoordinator;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.entry.CommandCodec;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.follow.Follower;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.follow.SharedFold;
import io.sardonyx.follow.Signature;
import io.sardonyx.follow.StoreTimeoutText;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Job;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import io.sardonyx.queue.BrokerList;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Ending;
import io.sardonyx.replica.Jobs;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.report.JobReport;
import io.sardonyx.report.PartitionProgress;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
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
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A client with administrative access: besides what every {@link Client} can do, it reads the raw replica, observes
 * every entry and appends any command. For our own tools.
 */
public final class AdminClient implements Client {

    private static final Signature API = new Signature(null, "api", InstantSource.system());

    private final String address;
    private final Store store;
    private final boolean ownsStore;
    private final Duration patience;
    private final ClientReplica mirror;
    private final LoopThread<ClientReplica> thread;
    /* One future for all requests: each copy would stay registered as long as the thread runs. */
    private final CompletableFuture<Void> threadOver;

    /**
     * Listener for log entries, called in order on the client's own thread. It must not block, which would delay all
     * other requests, nor throw, which would end the client.
     */
    public interface LogListener {

        void read(Entry<Replica> entry, Change<Replica> change);

        /** The client was behind a trim and restarted from an origin; entries before it are not reported. */
        default void restarted(ReplicaView view) {}

        /** The client was closed, or could not read on. */
        default void closed() {}
    }

    /** Store of a client, its address for messages, whether it is closed with the client, and the fold for its log. */
    private record Access(String address, Store store, boolean owned, Follower.Fold<Replica> fold) {}

    private AdminClient(Access access, Duration patience, Signature signature, RandomGenerator random) {
        this.address = access.address;
        this.store = access.store;
        this.ownsStore = access.owned;
        this.patience = patience;
        var self = GroupId.of("client-" + new UUID(random.nextLong(), random.nextLong()));
        this.mirror = new ClientReplica(self, store, access.fold, signature, random);
        this.thread = new LoopThread<>("sardonyx-client", mirror, it -> {});
        this.threadOver = thread.over();
    }

    /** The same client with administrative access. */
    public static AdminClient of(Client client) {
        if (client instanceof AdminClient admin) {
            return admin;
        }
        throw new IllegalArgumentException("a client comes from Client.connect, Client.over or a cluster");
    }

    /** As {@link Client#connect(String)}. */
    public static AdminClient connect(String address) {
        return connect(address, PATIENCE);
    }

    /** As {@link Client#connect(String, Duration)}. */
    public static AdminClient connect(String address, Duration patience) {
        return connect(address, patience, API);
    }

    /** As {@link Client#connect(String, Duration)}, with the provenance of its entries. */
    public static AdminClient connect(String address, Duration patience, Signature signature) {
        var access = new Access(address.replaceFirst("\\?.*", ""), Stores.open(address), true, new ReplicaFold());
        return new AdminClient(access, patience, signature, new SecureRandom());
    }

    /** As {@link Client#over(Store)}. */
    public static AdminClient over(Store store) {
        return over(store, PATIENCE);
    }

    /** As {@link Client#over(Store, Duration)}. */
    public static AdminClient over(Store store, Duration patience) {
        return over(store, patience, API);
    }

    /** As {@link #over(Store, Duration)}, with the provenance of its entries. */
    public static AdminClient over(Store store, Duration patience, Signature signature) {
        return over(store, patience, signature, new ReplicaFold());
    }

    /** As {@link #over(Store)}, sharing decoded and applied entries with groups of the same process. */
    public static AdminClient over(Store store, SharedFold fold) {
        return over(store, PATIENCE, API, fold);
    }

    private static AdminClient over(Store store, Duration patience, Signature signature, Follower.Fold<Replica> fold) {
        var access = new Access("the given store", store, false, fold);
        return new AdminClient(access, patience, signature, new SplittableRandom());
    }

    /** The cluster's state at the end of the log, read after this call began. */
    public ReplicaView replica() {
        return read(look());
    }

    /** Begins to read the end of the log. */
    CompletableFuture<ReplicaView> look() {
        return asked(ClientReplica::look);
    }

    private ReplicaView read(CompletableFuture<ReplicaView> end) {
        return answer(end, "the end of the log");
    }

    /**
     * As {@link #replica}, for a store in which there must be a cluster.
     *
     * @throws NoCluster when there is none
     */
    public ReplicaView founded() {
        return founded(look());
    }

    /** As {@link #founded()}, of a {@link #look} that has begun. */
    ReplicaView founded(CompletableFuture<ReplicaView> end) {
        ReplicaView view = read(end);
        if (!view.replica().cluster().isFounded()) {
            throw new NoCluster(address);
        }
        return view;
    }

    @Override
    public ClusterStatus status() {
        ReplicaView view = founded();
        return ClientViews.cluster(view.replica(), view.position()).orElseThrow();
    }

    @Override
    public List<JobStatus> jobs() {
        return ClientViews.all(founded().replica().jobs());
    }

    @Override
    public Receipt submit(Job job) {
        return submission().submit(ResumePlan.unresumed(job), SubmitJob::new);
    }

    /** As {@link #submit(Job)}, of a job that is checked and encoded while the log is read; nothing if that throws. */
    public Receipt submit(Supplier<JobStore.Content> encode) {
        return submission().submit(encode, SubmitJob::new);
    }

    @Override
    public Receipt submitIfAt(Job job, long position) {
        return submission().submit(ResumePlan.unresumed(job), outline -> new SubmitJob(outline, position));
    }

    @Override
    public Resumed resume(JobId ended) {
        return resumption().resume(ended, null, null);
    }

    @Override
    public Resumed resume(JobId ended, Job content) {
        return resumption().resume(ended, null, content);
    }

    @Override
    public Resumed resume(JobId ended, String checkpoint) {
        return resumption().resume(ended, checkpoint, null);
    }

    @Override
    public Resumed resume(JobId ended, String checkpoint, Job content) {
        return resumption().resume(ended, checkpoint, content);
    }

    @Override
    public Resumed replace(JobId running, Job content, Duration atMost) throws TimeoutException, InterruptedException {
        return resumption().replace(running, content, atMost);
    }

    @Override
    public Resumed submitAgain(Job job) {
        Jobs jobs = founded().replica().jobs();
        JobId id = jobs.knows(job.id()) ? JobResumption.nextFree(jobs, job.id()) : job.id();
        return new Resumed(id, submit(job.as(id, List.of())));
    }

    @Override
    public List<PartitionProgress> reached(JobId ended) {
        return reached(ended, null);
    }

    /** As {@link #reached(JobId)}, at a checkpoint by its number or name; at the latest for null. */
    public List<PartitionProgress> reached(JobId ended, @Nullable String checkpoint) {
        return resumption().reached(ended, checkpoint);
    }

    @Override
    public Receipt stop(JobId job) {
        return checkpoints().stop(job);
    }

    @Override
    public Receipt keepCheckpoint(JobId job, String name) {
        return checkpoints().keep(job, name, null);
    }

    @Override
    public Receipt keepCheckpoint(JobId job, String name, long number) {
        return checkpoints().keep(job, name, number);
    }

    @Override
    public Receipt dropCheckpoint(JobId job, String name) {
        return checkpoints().drop(job, name);
    }

    @Override
    public List<JobCheckpoint> checkpoints(JobId job) {
        return checkpoints().all(job);
    }

    @Override
    public void state(JobId job, TaskName task, Consumer<KeyState> each) {
        try (StateQuery query = stateQuery(job, task, Checkpoints::latest)) {
            query.all(each);
        }
    }

    @Override
    public Optional<KeyState> state(JobId job, TaskName task, String key) {
        try (StateQuery query = stateQuery(job, task, Checkpoints::latest)) {
            return query.of(key).stream().findFirst();
        }
    }

    /** Opens the state of a task at the checkpoint that is chosen of all that a job has. */
    public StateQuery stateQuery(JobId job, TaskName task, Function<Checkpoints, @Nullable CompletedCheckpoint> which) {
        return new StateQuery(this, store, job, task, which);
    }

    private JobCheckpoints checkpoints() {
        return new JobCheckpoints(this, store);
    }

    @Override
    public Receipt release(JobId held) {
        return JobResumption.receipt(append(new ReleaseJob(held)));
    }

    @Override
    public Receipt forget(JobId killed) {
        return JobResumption.receipt(append(new ForgetJob(killed)));
    }

    /** The id that a resumed job would get: the next one after it that is not in use. */
    public static JobId nextFree(Jobs jobs, JobId job) {
        return JobResumption.nextFree(jobs, job);
    }

    private JobResumption resumption() {
        return resumption(FunctionLoader.onClassPath());
    }

    /** Requests about jobs that go on from others, whose functions may be found here or not. */
    public JobResumption resumption(FunctionLoader functions) {
        return new JobResumption(this, store, submission(), functions);
    }

    private JobSubmission submission() {
        return new JobSubmission(this, new JobStore(store.documents()), patience);
    }

    @Override
    public Receipt kill(JobId job, String by, @Nullable String reason) {
        ReplicaView view = founded();
        Jobs jobs = view.replica().jobs();
        if (!jobs.live().has(job)) {
            return new Receipt(jobs.knows(job) ? Verdict.ALREADY_SO : Verdict.UNKNOWN_JOB, view.position());
        }
        Applied read = append(new KillJob(job, new Cause(reason, null, by)));
        return new Receipt(read.change().happened() ? Verdict.DONE : Verdict.ALREADY_SO, read.position());
    }

    @Override
    public Outcome await(JobId job, Duration atMost) throws TimeoutException, InterruptedException {
        ReplicaView now = founded();
        var ended = new CompletableFuture<Outcome>();
        Watch watch = subscribe(now, view -> look(view, job, ended));
        try {
            return answer(ended, atMost);
        } finally {
            watch.close();
        }
    }

    private static void look(ReplicaView view, JobId job, CompletableFuture<Outcome> ended) {
        Jobs jobs = view.replica().jobs();
        ClientViews.outcome(jobs, job).ifPresent(ended::complete);
        if (!jobs.knows(job)) {
            ended.completeExceptionally(new IllegalArgumentException("there is no job " + job));
        }
    }

    @Override
    public List<JobReport> reports(JobId job) {
        return answer(new Reports(store.documents()).read(job).toCompletableFuture());
    }

    /** The brokers that processes of the cluster have told of, by address and id; none if no process had any. */
    public List<String> brokers() {
        return answer(BrokerList.written(store.documents()).toCompletableFuture());
    }

    /** The coordinators that run, the leader first. */
    public List<RunningCoordinator> coordinators() {
        return answer(RunningCoordinator.all(store).toCompletableFuture());
    }

    /**
     * The coordinator of a cluster whose allocation is coordinated, as its log tells now.
     *
     * @param reader gets the events that are not trimmed
     */
    public CoordinatorSnapshot coordinator(ClusterParameters cluster, LogScanner.Reader<Roster> reader) {
        List<RunningCoordinator> running = coordinators();
        var tracker = new CoordinatorSnapshot.Tracker(reader);
        try {
            var reached = LogScanner.ofCoordinator(store, cluster).read(Long.MAX_VALUE, patience, tracker);
            return new CoordinatorSnapshot(running, reached.state(), reached.position(), tracker.since());
        } catch (TimeoutException e) {
            throw new StoreUnreachable(address + ": " + e.getMessage(), e);
        }
    }

    /** The coordinator where one decides, null in a cluster of another allocation. */
    public @Nullable CoordinatorSnapshot coordinatorOf(Replica replica) {
        return replica.cluster().allocation() == Allocation.COORDINATED
                ? coordinator(replica.cluster(), (entry, change) -> {})
                : null;
    }

    /** The tasks of a job that may keep state in memory for each key; none if the job's content is deleted. */
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

    /** The outline of a live or ended job; null for any other. */
    static @Nullable Outline outline(Jobs jobs, JobId job) {
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
     * Positions of the entries that reassigned a job's tasks, its first assignment left out: peers joined or were lost,
     * and everything in flight was replayed. Trimmed entries are not included.
     */
    public List<Long> moves(JobId job) {
        var versions = new TreeSet<Long>();
        LogScanner.Reader<Replica> reader = new LogScanner.Reader<>() {
            @Override
            public void read(Entry<Replica> entry, Change<Replica> change) {
                look(change.after());
            }

            @Override
            public void begins(Replica origin, long position) {
                look(origin);
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

    /** Calls a listener for every entry from now on, until the watch is closed. */
    public Watch listen(LogListener listener) {
        thread.tell(mirror -> mirror.listen(listener));
        return () -> thread.tell(mirror -> mirror.unlisten(listener));
    }

    /** Calls a subscriber with the current replica, then with every changed one, on the client's thread. */
    public Watch subscribe(Consumer<ReplicaView> subscriber) {
        return subscribe(replica(), subscriber);
    }

    /** As {@link #subscribe(Consumer)}, with the current replica at hand. */
    private Watch subscribe(ReplicaView now, Consumer<ReplicaView> subscriber) {
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
        thread.tell(mirror -> {
            ReplicaView later = mirror.view();
            subscriber.accept(later.position() >= now.position() ? later : now);
            mirror.listen(listener);
        });
        return () -> thread.tell(mirror -> mirror.unlisten(listener));
    }

    /** Appends any command and waits until it was read back; for tools. Bypasses all checks of the other methods. */
    public Applied append(Command command) {
        return answer(asked(mirror -> mirror.append(command)), CommandCodec.nameOf(command) + " in the log");
    }

    /** Runs a request on the client's thread; its result completes the returned future. */
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

    /** Waits for an answer of the store, with the client's timeout. */
    public <T> T answered(CompletionStage<T> asked) {
        return answer(asked.toCompletableFuture());
    }

    <T> T answer(CompletableFuture<T> asked) {
        return answer(asked, "what was asked for");
    }

    /**
     * Waits with the client's timeout.
     *
     * @param what is waited for, for the message of a timeout
     */
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

    /** The exception that stopped the client's thread, if it has stopped, as it explains the failure of the request. */
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
