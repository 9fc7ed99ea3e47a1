package io.sardonyx;

import io.sardonyx.channel.LocalChannels;
import io.sardonyx.client.Client;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.Receipt;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.KeyedMemory;
import io.sardonyx.client.admin.ResumePlan;
import io.sardonyx.command.SetStateStorage;
import io.sardonyx.content.JobStore;
import io.sardonyx.coordinate.Coordinator;
import io.sardonyx.coordinate.CoordinatorSettings;
import io.sardonyx.engine.CheckedJobs;
import io.sardonyx.engine.GroupEngine;
import io.sardonyx.engine.JobCheck;
import io.sardonyx.follow.SharedFold;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.function.source.Functions;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerEngine;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.job.check.CoordinatorLimits;
import io.sardonyx.job.outline.Outline;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Broker;
import io.sardonyx.port.Store;
import io.sardonyx.queue.Brokers;
import io.sardonyx.report.MemberState;
import io.sardonyx.report.TaskReport;
import io.sardonyx.report.TaskStats;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.task.state.StateBudget;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.worker.WorkerPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * A whole cluster inside this JVM: groups of virtual peers on threads of their own, an in-memory store and a client.
 * For programs that bring their own data, for tests and for trying things out; scheduling, fail-over and processing are
 * the same code as in a cluster of many processes.
 *
 * <pre>{@code
 * try (Cluster cluster = Cluster.local(4)) {
 *     cluster.provide("orders", orders); // a collection that an input of the job reads
 *     cluster.run(job);
 * }
 * }</pre>
 *
 * <p>All methods may be called from any thread.
 */
public final class Cluster implements AutoCloseable {

    /**
     * Retry timeout that {@link #run} gives to tasks without one of their own: how long they retry an unavailable
     * plugin.
     */
    public static final Duration RUN_PATIENCE = Duration.ofMinutes(10);

    /** Timeout of a wait without a limit: a hundred years, which still fits into a {@code long} of nanoseconds. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /** Interval between checks, while waiting for a job, that no group's thread has failed. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    /** Pause between two looks whether the local tasks of an ended job have finished. */
    private static final long ENDING_NANOS = 1_000_000;

    /**
     * Number of latest log entries whose decoded form and resulting replica are cached for all groups and the client.
     */
    private static final int FOLDED = 64;

    private final Store store = Stores.open("memory:" + Long.toHexString(seed()));
    private final WorkerPool workers = WorkerPool.forCores();
    private final SharedFold fold = new SharedFold(FOLDED);
    private final FunctionLoader functions;
    private final Map<String, Object> resources = new ConcurrentHashMap<>();
    private final StateBudget stateBudget = StateBudget.ofHeap();
    private final ProcessResources workshop;
    private final GroupSettings settings;
    private final List<LocalGroup> groups = new CopyOnWriteArrayList<>();
    private final AtomicInteger started = new AtomicInteger();
    private final EngineRegistry lives = new EngineRegistry();
    private final CheckedJobs checkedJobs = new CheckedJobs();
    private final AdminClient client;
    /** The coordinator of a coordinated cluster; null in any other. */
    private final @Nullable LoopThread<Coordinator> coordinator;

    private List<Broker> brokers = List.of();

    private Cluster(int groupCount, int peersEach, FunctionLoader functions, Allocation allocation) {
        this.functions = functions;
        this.workshop = new ProcessResources(
                functions,
                PluginRegistry.in(functions.loader()),
                new LocalChannels(),
                workers,
                resources,
                System::nanoTime,
                InstantSource.system(),
                stateBudget,
                Cluster::seed,
                this::brokers,
                Secrets.all());
        this.settings = GroupSettings.of(
                Membership.of("local", peersEach).allocation(allocation).parameters(), peersEach);
        this.coordinator = allocation == Allocation.COORDINATED ? coordinator() : null;
        for (int i = 0; i < groupCount; i++) {
            begin();
        }
        try {
            groups.forEach(LocalGroup::awaitJoined);
        } catch (IllegalStateException e) {
            groups.forEach(LocalGroup::crash);
            endCoordinator();
            workers.close();
            store.close();
            throw e;
        }
        this.client = AdminClient.over(store, fold);
    }

    /**
     * Starts a cluster of one group with so many peers; a job needs at least one peer for each of its tasks. Returns
     * when the group has joined.
     *
     * @throws IllegalStateException when it cannot be started, such as for a class that is missing, with the cause
     */
    public static Cluster local(int peers) {
        return local(1, peers);
    }

    /** Starts a cluster of so many groups, each with so many peers, as if each group were a process of its own. */
    public static Cluster local(int groups, int peersEach) {
        return local(groups, peersEach, Functions.onClassPath());
    }

    /** As {@link #local(int, int)}, with functions from elsewhere than the class path; {@link #close} closes them. */
    public static Cluster local(int groups, int peersEach, Functions functions) {
        return local(groups, peersEach, functions, Allocation.PLANNED);
    }

    /** As {@link #local(int, int, Functions)}, with another way to decide which peer does what. */
    public static Cluster local(int groups, int peersEach, Functions functions, Allocation allocation) {
        return new Cluster(groups, peersEach, FunctionLoader.of(functions), allocation);
    }

    /**
     * Seed for ids and random generators. They need be unique in this JVM only, so a non-blocking, insecure generator
     * is enough.
     */
    private static long seed() {
        return ThreadLocalRandom.current().nextLong();
    }

    /** The broker of queued jobs, in memory; none is opened before it is needed. */
    private synchronized List<Broker> brokers() {
        if (brokers.isEmpty()) {
            brokers = Brokers.open("memory:" + Long.toHexString(seed()));
        }
        return brokers;
    }

    private LoopThread<Coordinator> coordinator() {
        var chance = new SplittableRandom(seed());
        return new LoopThread<>(
                "sardonyx-coordinator", new Coordinator(store, CoordinatorSettings.DEFAULT, fold, chance), it -> {});
    }

    private void endCoordinator() {
        if (coordinator != null) {
            coordinator.close();
        }
    }

    /** Throws if the thread of a group or of the coordinator has failed. */
    private void check() {
        groups.forEach(LocalGroup::check);
        if (coordinator != null && coordinator.failure() != null) {
            throw new IllegalStateException(
                    "the coordinator of this cluster has ended: " + coordinator.failure(), coordinator.failure());
        }
    }

    private LocalGroup begin() {
        var group = new LocalGroup(
                "sardonyx-group-" + started.getAndIncrement(),
                new PeerGroup(store, settings, this::openEngine, fold, new SplittableRandom(seed())));
        groups.add(group);
        return group;
    }

    private PeerEngine openEngine(GroupId group, Store opened) {
        return lives.begin(new GroupEngine(group, opened, workshop, checkedJobs));
    }

    /**
     * Registers an object under a name for functions, inputs and outputs: a connection, a list to fill, a collection to
     * read. It is shared by reference and never serialized, so it must be safe for use by several threads.
     */
    public Cluster provide(String name, Object resource) {
        resources.put(name, resource);
        return this;
    }

    /**
     * Bounds the heap that the state of all tasks may take, half of all unless said; a job that needs more is killed,
     * and can be resumed.
     */
    public Cluster stateBytes(long most) {
        stateBudget.bound(most);
        return this;
    }

    /**
     * Stores the state of jobs at an address, such as {@code file:/tmp/state}, instead of in memory. To be called
     * before the first job is submitted.
     *
     * @throws IllegalArgumentException when the address is malformed, holds credentials or is of no known kind
     * @throws IllegalStateException when another address was set before
     */
    public Cluster state(String uri) {
        var wanted = new SetStateStorage(uri);
        Stores.blobs(uri).close();
        client.append(wanted);
        String found = client.status().state();
        if (!uri.equals(found)) {
            throw new IllegalStateException("this cluster stores state in " + found + ", not in " + uri);
        }
        return this;
    }

    /**
     * Submits a job and waits until it is complete. Tasks without a retry timeout of their own get
     * {@link #RUN_PATIENCE} for an unavailable plugin, instead of retrying for ever. Each of the {@link #warningsAtEnd}
     * of a complete job is logged.
     *
     * @throws BadJob that lists all faults of the job, before anything runs
     * @throws JobFailed when the job was killed, with the reason, or when it is complete but a lifecycle threw at its
     *     end
     */
    public void run(Job job) throws InterruptedException {
        submit(job.patient(RUN_PATIENCE));
        Outcome outcome = await(job.id());
        List<String> failures = failuresAtEnd(job.id());
        if (!(outcome instanceof Outcome.Completed) || !failures.isEmpty()) {
            throw new JobFailed(job.id(), outcome, failures);
        }
        warningsAtEnd(job)
                .forEach(warning -> LoggerFactory.getLogger(Cluster.class).warn("job {}: {}", job.id(), warning));
    }

    /**
     * Warnings about the results of a complete job, such as that state kept in the memory of its tasks was lost or fed
     * twice while it ran; empty if there are none.
     */
    public List<String> warningsAtEnd(Job job) {
        KeyedMemory memory = KeyedMemory.of(job);
        if (memory.isEmpty()) {
            return List.of();
        }
        long replays = report(job.id()).stream().mapToLong(TaskReport::replays).sum();
        return memory.warnings(client.moves(job.id()), replays);
    }

    /**
     * Checks a job and submits it; it runs as soon as enough peers are free. Does not wait for that.
     *
     * @throws BadJob that lists all faults of the job; nothing was submitted then
     */
    public Receipt submit(Job job) {
        return client.submit(() -> checked(job));
    }

    /** Encodes a job that can run here. */
    private JobStore.Content checked(Job job) {
        JobStore.Content content = null;
        BadJob unwritable = null;
        try {
            content = JobStore.content(job);
        } catch (BadJob e) {
            unwritable = e;
        }
        // Encoding reads the job back, which finds the faults it has in itself; all of them are told together.
        var faults =
                new ArrayList<>(content == null ? JobCheck.faults(job, workshop) : JobCheck.faultsHere(job, workshop));
        faults.addAll(JobCheck.secretFaults(job, workshop));
        faults.addAll(ResumePlan.faultsOfNew(job));
        faults.addAll(unmet(job));
        if (settings.cluster().allocation() == Allocation.COORDINATED) {
            faults.addAll(CoordinatorLimits.faults(Outline.of(job, "")));
        }
        if (faults.isEmpty()) {
            faults.addAll(JobCheck.prepared(job, workshop));
        }
        if (!faults.isEmpty()) {
            throw new BadJob(job.id(), faults);
        }
        if (content == null) {
            throw Objects.requireNonNull(unwritable);
        }
        checkedJobs.add(job);
        return content;
    }

    /** Faults of a job that asks for more peers, or for other tags, than there are: no further peer joins by itself. */
    private List<Fault> unmet(Job job) {
        var faults = new ArrayList<Fault>();
        boolean whole =
                Outline.of(job, "").decidedFor(settings.cluster().allocation()).wholeOnly();
        long needed = 0;
        for (CatalogEntry entry : job.catalog()) {
            int least = Math.max(1, entry.task().bounds().min());
            needed = whole ? needed + least : Math.max(needed, least);
            if (!entry.task().tags().isEmpty()) {
                String what = "asks for peers that can " + entry.task().tags().words() + ", and no local peer can";
                faults.add(new Fault(Part.task(entry.name()).at("tags"), what, "leave the tags out to run it here"));
            }
        }
        int peers = groups.size() * settings.peers();
        if (needed > peers) {
            String what = "its tasks need " + needed + " peers, but this cluster has " + peers;
            faults.add(new Fault(Part.JOB, what, "start it with at least " + needed));
        }
        return faults;
    }

    /**
     * Waits without timeout until a job has ended and all its local tasks have finished, {@code afterTask} of each
     * included.
     */
    public Outcome await(JobId job) throws InterruptedException {
        try {
            return await(job, FOR_EVER);
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * As {@link #await(JobId)}, with a timeout for the end of the job; waiting for its local tasks is not limited.
     *
     * @throws TimeoutException when the job has not ended by then
     * @throws IllegalStateException when the thread of a group of this cluster has failed, with the cause
     */
    public Outcome await(JobId job, Duration atMost) throws InterruptedException, TimeoutException {
        long until = System.nanoTime() + atMost.toNanos();
        Outcome outcome = null;
        while (outcome == null) {
            Duration left = Duration.ofNanos(until - System.nanoTime());
            try {
                outcome = client.await(job, left.compareTo(LOOK) < 0 ? left : LOOK);
            } catch (TimeoutException e) {
                check();
                if (left.compareTo(LOOK) < 0) {
                    throw e;
                }
            }
        }
        while (!lives.isOver(job)) {
            LockSupport.parkNanos(this, ENDING_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while tasks of job " + job + " came to their end");
            }
        }
        return outcome;
    }

    /**
     * Messages of exceptions that {@code afterTask} of lifecycles threw, by task. They do not change the job's outcome.
     */
    public List<String> failuresAtEnd(JobId job) {
        return lives.failuresAtEnd(job);
    }

    /** Ids of the groups that run now, in the order in which they were started. */
    public List<GroupId> groups() {
        return groups.stream().map(LocalGroup::id).toList();
    }

    /** Starts one more group with as many peers as each of the others; it has joined when this returns. */
    public GroupId start() {
        return begin().awaitJoined();
    }

    /**
     * Ends a group as a crash of its process would: it appends nothing and releases nothing in order. The group that
     * watches its lease declares it dead, and its tasks run again, from their checkpoints, on the remaining peers.
     *
     * @throws IllegalArgumentException when no such group runs here
     */
    public void crash(GroupId group) {
        LocalGroup found = find(group);
        groups.remove(found);
        found.crash();
    }

    /**
     * Lets a group finish what it has begun and leave, as a process does that is told to end; it has left when this
     * returns.
     *
     * @throws IllegalArgumentException when no such group runs here
     */
    public void leave(GroupId group) {
        LocalGroup found = find(group);
        groups.remove(found);
        found.leave();
        found.end();
    }

    private LocalGroup find(GroupId group) {
        return groups.stream()
                .filter(it -> it.id().equals(group))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no group " + group + " lives here, only " + groups()));
    }

    /** The client of this cluster, for everything that has no method here. */
    public Client client() {
        return client;
    }

    /** State of each group after its last turn. */
    public List<MemberState> states() {
        return groups.stream().map(LocalGroup::state).toList();
    }

    /** Statistics of all tasks that run now. */
    public List<TaskStats> stats() {
        return lives.stats();
    }

    /** Counters of the tasks of a job, current or as they were when it ended. */
    public List<TaskReport> report(JobId job) {
        return lives.report(job);
    }

    /**
     * Counters of all live jobs that had a peer here and of the last hundred that ended; the bound keeps the memory
     * constant however many jobs run.
     */
    public Map<JobId, List<TaskReport>> reports() {
        return lives.reports();
    }

    /** Registry of the groups' engines, for tests. */
    EngineRegistry lives() {
        return lives;
    }

    /** Lets the groups finish open batches and leave, for some seconds at most, then stops all threads. */
    @Override
    public void close() {
        client.close();
        groups.forEach(LocalGroup::leave);
        groups.forEach(LocalGroup::end);
        endCoordinator();
        workers.close();
        brokers.forEach(Broker::close);
        store.close();
        try {
            functions.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
