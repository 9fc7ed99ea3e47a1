package io.sardonyx;

import io.sardonyx.assignment.JobScheduler;
import io.sardonyx.channel.LocalChannels;
import io.sardonyx.client.Client;
import io.sardonyx.client.KeyedMemory;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.Receipt;
import io.sardonyx.content.TaskReport;
import io.sardonyx.content.TaskStats;
import io.sardonyx.engine.GroupEngine;
import io.sardonyx.engine.JobCheck;
import io.sardonyx.follow.SharedFold;
import io.sardonyx.function.Functions;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.GroupState;
import io.sardonyx.group.PeerEngine;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.port.Store;
import io.sardonyx.secret.Secrets;
import io.sardonyx.store.Stores;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.worker.WorkerPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.LoggerFactory;

/**
 * A whole cluster in this process: peers, their store and a client, for programs that bring their own data and for
 * trying things out. It decides and works exactly as many processes would.
 *
 * <pre>{@code
 * try (Cluster cluster = Cluster.local(4)) {
 *     cluster.run(job);
 * }
 * }</pre>
 */
public final class Cluster implements AutoCloseable {

    /** For how long a job that somebody waits for goes on while a plugin is unavailable, unless it says otherwise. */
    public static final Duration RUN_PATIENCE = Duration.ofMinutes(10);

    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /** How often it is looked whether those that run a job are still there. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    private static final long ENDING_NANOS = 1_000_000;

    /** How many entries a group or the client may be behind the others and still profit from them. */
    private static final int FOLDED = 64;

    private final Store store = Stores.open("memory:" + Long.toHexString(seed()));
    private final WorkerPool workers = WorkerPool.forCores();
    private final SharedFold fold = new SharedFold(FOLDED);
    private final Functions functions;
    private final Map<String, Object> resources = new ConcurrentHashMap<>();
    private final ProcessResources workshop;
    private final GroupSettings settings;
    private final List<LocalGroup> groups = new CopyOnWriteArrayList<>();
    private final AtomicInteger started = new AtomicInteger();
    private final EngineRegistry lives = new EngineRegistry();
    private final Client client;

    private Cluster(int groupCount, int peersEach, Functions functions) {
        this.functions = functions;
        this.workshop = new ProcessResources(
                functions,
                PluginRegistry.in(functions.loader()),
                new LocalChannels(),
                workers,
                resources,
                System::nanoTime,
                Cluster::seed,
                Secrets.all());
        this.settings = GroupSettings.of(
                new io.sardonyx.replica.ClusterParameters(
                        "local",
                        Allocation.PLANNED,
                        JobScheduler.BALANCED,
                        io.sardonyx.replica.ClusterParameters.REMEMBERED),
                peersEach);
        for (int i = 0; i < groupCount; i++) {
            begin();
        }
        try {
            groups.forEach(LocalGroup::awaitJoined);
        } catch (IllegalStateException e) {
            groups.forEach(LocalGroup::crash);
            workers.close();
            store.close();
            throw e;
        }
        this.client = Client.over(store, fold);
    }

    /**
     * One group of so many peers; a job needs at least one for each of its tasks.
     *
     * @throws IllegalStateException when it cannot be started, such as for a class that is missing, with the cause
     */
    public static Cluster local(int peers) {
        return local(1, peers);
    }

    /** So many groups, each with so many peers, as if they were processes of their own. */
    public static Cluster local(int groups, int peersEach) {
        return local(groups, peersEach, Functions.onClassPath());
    }

    /** With functions from elsewhere than the class path. */
    public static Cluster local(int groups, int peersEach, Functions functions) {
        return new Cluster(groups, peersEach, functions);
    }

    /** All that must differ is in this process, so a generator will do that nobody has to wait for. */
    private static long seed() {
        return ThreadLocalRandom.current().nextLong();
    }

    private LocalGroup begin() {
        var group = new LocalGroup(
                "sardonyx-group-" + started.getAndIncrement(),
                new PeerGroup(store, settings, this::hire, fold, new SplittableRandom(seed())));
        groups.add(group);
        return group;
    }

    private PeerEngine hire(GroupId group, Store opened) {
        return lives.begin(new GroupEngine(group, opened, workshop));
    }

    /**
     * Provides something to functions, inputs and outputs under a name: a connection, a list to fill, a collection to
     * read. It stays in this process.
     */
    public Cluster provide(String name, Object resource) {
        resources.put(name, resource);
        return this;
    }

    /**
     * Submits a job and waits until it is complete. Tasks that do not say how patient they are wait for an unavailable
     * plugin for {@link #RUN_PATIENCE}, not for ever. What {@link #warningsAtEnd} tells of a complete job is logged.
     *
     * @throws BadJob that names everything wrong with it, before anything runs
     * @throws JobFailed when it was killed, with the reason, or when it is complete but a lifecycle threw at its end
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
     * What to know of the results of a job that is complete, such as that memory of its tasks died while it ran;
     * nothing if nothing happened.
     */
    public List<String> warningsAtEnd(Job job) {
        KeyedMemory memory = KeyedMemory.of(job);
        if (memory.isEmpty()) {
            return List.of();
        }
        long replays = report(job.id()).stream().mapToLong(TaskReport::replays).sum();
        return memory.warnings(client.moves(job.id()), replays);
    }

    /** Brings a job into the cluster; once it is there it runs as soon as peers are free. */
    public Receipt submit(Job job) {
        var faults = new ArrayList<>(JobCheck.faults(job, workshop));
        faults.addAll(JobCheck.secretFaults(job, workshop));
        faults.addAll(unmet(job));
        if (faults.isEmpty()) {
            faults.addAll(JobCheck.prepared(job, workshop));
        }
        if (!faults.isEmpty()) {
            throw new BadJob(job.id(), faults);
        }
        return client.submit(job);
    }

    /** Here no peer joins by itself, so what is missing now is missing for good. */
    private List<Fault> unmet(Job job) {
        var faults = new ArrayList<Fault>();
        long needed = 0;
        for (CatalogEntry entry : job.catalog()) {
            needed += Math.max(1, entry.task().bounds().min());
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
     * Waits until a job has ended and all its tasks have come to their end here, {@code afterTask} of each included.
     */
    public Outcome await(JobId job) throws InterruptedException {
        try {
            return await(job, FOR_EVER);
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * As {@link #await(JobId)}, but for the end of the job at most so long.
     *
     * @throws TimeoutException when the job has not ended by then
     * @throws IllegalStateException when a group of this cluster has died, with what it died of
     */
    public Outcome await(JobId job, Duration atMost) throws InterruptedException, TimeoutException {
        long until = System.nanoTime() + atMost.toNanos();
        Outcome outcome = null;
        while (outcome == null) {
            Duration left = Duration.ofNanos(until - System.nanoTime());
            try {
                outcome = client.await(job, left.compareTo(LOOK) < 0 ? left : LOOK);
            } catch (TimeoutException e) {
                groups.forEach(LocalGroup::check);
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

    /** What {@code afterTask} of lifecycles threw, task by task; a job that is complete is so all the same. */
    public List<String> failuresAtEnd(JobId job) {
        return lives.failuresAtEnd(job);
    }

    /** The groups that live now, in the order in which they were started. */
    public List<GroupId> groups() {
        return groups.stream().map(LocalGroup::id).toList();
    }

    /** Starts one more group with as many peers as each of the others; it is a member when this returns. */
    public GroupId start() {
        return begin().awaitJoined();
    }

    /**
     * Ends a group as a crash would: in the middle of everything and without a word. What it had not done is done again
     * by the others, as soon as the one that watches it has noticed.
     *
     * @throws IllegalArgumentException when no such group lives here
     */
    public void crash(GroupId group) {
        LocalGroup found = groups.stream()
                .filter(it -> it.id().equals(group))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no group " + group + " lives here, only " + groups()));
        groups.remove(found);
        found.crash();
    }

    /** For everything else that can be asked of a cluster. */
    public Client client() {
        return client;
    }

    /** How each of its groups does. */
    public List<GroupState> states() {
        return groups.stream().map(LocalGroup::state).toList();
    }

    /** How all tasks do that run now. */
    public List<TaskStats> stats() {
        return lives.stats();
    }

    /** How the tasks of a job do, or did until it ended. */
    public List<TaskReport> report(JobId job) {
        return lives.report(job);
    }

    /**
     * How the tasks do of all jobs that live and had a peer here, and did of the last hundred that ended; so it stays
     * bounded however many there were.
     */
    public Map<JobId, List<TaskReport>> reports() {
        return lives.reports();
    }

    /** The engines of its groups, for tests. */
    EngineRegistry lives() {
        return lives;
    }

    /** Lets open batches come to an end, for some seconds at most, and stops everything. */
    @Override
    public void close() {
        client.close();
        groups.forEach(LocalGroup::leave);
        groups.forEach(LocalGroup::end);
        workers.close();
        store.close();
        try {
            functions.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
