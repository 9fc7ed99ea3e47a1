package io.sardonyx.testkit.simulate;

import static io.sardonyx.testkit.simulate.World.SECOND;

import io.sardonyx.command.KillJob;
import io.sardonyx.command.SubmitJob;
import io.sardonyx.content.JobStore;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.Tuning;
import io.sardonyx.job.outline.Cause;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.testkit.growth.LiveHeap;
import io.sardonyx.testkit.simulate.network.SimulatedNetwork;
import io.sardonyx.testkit.simulate.store.SimulatedSession;
import io.sardonyx.value.JobId;
import io.sardonyx.wire.FrameOrder;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * A cluster that lives for hours of virtual time with jobs that have little to do: one segment a second each. Now and
 * then a machine dies, leaves or loses its session, and short jobs come, complete or are killed.
 */
final class LongRun {

    private static final JobWorld.Tools TOOLS = JobWorld.Tools.onClassPath();
    private static final int TASKS = 3;
    private static final int SPARE_PEERS = 10;
    private static final int PROOF_EVERY = 500;
    private static final int REMEMBERED = 100;
    private static final long SHORT_JOB_SECONDS = 40;
    private static final long LATEST_SECONDS = 120;

    private final Plan plan;
    private final World world;
    private final SimulatedNetwork network;
    private final PacedData metronome;
    private final Map<String, Object> resources = new HashMap<>();
    /* Ids of short jobs, whose last segments are forgotten one day. */
    private final ArrayDeque<String> passing = new ArrayDeque<>();
    private int submitted;
    private int changes;

    /**
     * How much there is to do, and what happens.
     *
     * @param changeSeconds from one change of the membership to the next
     * @param jobSeconds from one short job to the next
     */
    record Plan(int jobs, int machines, long changeSeconds, long jobSeconds, int gcEntries, Duration gcAfter) {}

    /**
     * What there is at some moment.
     *
     * @param documents how many in the store, by the first part of their names
     * @param entries how many the log holds
     * @param segments how many came to outputs so far
     */
    record Look(long seconds, Map<String, Long> documents, long entries, long segments, LiveHeap heap) {

        /** The most of everything at this moment or at a later one. */
        Look most(Look later) {
            var both = new TreeMap<>(documents);
            later.documents.forEach((kind, count) -> both.merge(kind, count, Math::max));
            return new Look(
                    later.seconds, both, Math.max(entries, later.entries), later.segments, heap.most(later.heap));
        }

        @Override
        public String toString() {
            return seconds + " s: documents " + documents + ", entries " + entries + ", segments " + segments
                    + ", bytes " + heap.bytes() + ", threads " + heap.threads() + ", descriptors " + heap.descriptors();
        }
    }

    LongRun(Plan plan) {
        this.plan = plan;
        int peers = TASKS * plan.jobs / plan.machines + SPARE_PEERS;
        var identity = new ClusterParameters("simulated", Allocation.PLANNED, JobScheduler.BALANCED, 100);
        GroupSettings settings = GroupSettings.of(identity, peers).trimming(plan.gcEntries, plan.gcAfter);
        var make = new World.Make(settings, ReplicaFold::new, UnaryOperator.identity(), false, this::shop);
        this.world = new World(Storm.none(1, plan.machines), make, PROOF_EVERY, entry -> {});
        this.network = new SimulatedNetwork(world.time, world.faults, () -> new FrameOrder()::takes);
        world.chronicle.remember(REMEMBERED);
        this.metronome = new PacedData(world.time);
        resources.put(PacedData.RESOURCE, metronome);
    }

    private MachineEngine shop(World it, LongSupplier clock) {
        return new SteadyEngine(TOOLS, network, resources, clock, it.random);
    }

    /** Lets the cluster and its jobs begin. */
    void begin() {
        for (int i = 0; i < plan.machines; i++) {
            world.start(i * SECOND);
        }
        world.passUntil(60 * SECOND);
        for (int i = 0; i < plan.jobs; i++) {
            submit(job("steady-" + i, i, Long.MAX_VALUE));
        }
        every(plan.changeSeconds, this::change);
        every(plan.jobSeconds, this::pass);
    }

    private void every(long seconds, Runnable action) {
        world.time.after(seconds * SECOND, () -> {
            action.run();
            every(seconds, action);
        });
    }

    private Job job(String id, int number, long numbers) {
        JobBuilder job = Job.named(id)
                .id(id)
                .task(
                        "read",
                        it -> it.input(PacedData.input(seconds(), numbers))
                                .peers(1)
                                .tuned(tuning -> number % 5 == 2 ? tuning.with(Tuning.Roots.SEGMENT) : tuning))
                .task("write", it -> it.output(PacedData.output(id)).peers(1))
                .path("read", "work", "write");
        return switch (number % 5) {
            case 1 ->
                job.task("work", it -> it.function(PacedData::picky).peers(1).onError(ErrorPolicy.SKIP))
                        .build();
            case 3 ->
                job.task(
                                "work",
                                it -> it.function(PacedData::told)
                                        .groupBy(PacedData::key)
                                        .peers(1))
                        .build();
            case 4 ->
                job.task(
                                "work",
                                it -> it.function(PacedData::picky)
                                        .peers(1)
                                        .onError(ErrorPolicy.SKIP.after(2, Duration.ofMillis(20))))
                        .build();
            default ->
                job.task("work", it -> it.function(PacedData::told).peers(1)).build();
        };
    }

    private void submit(Job job) {
        List<Machine> settled = settled();
        if (!settled.isEmpty()) {
            Machine machine = settled.get(world.random.nextInt(settled.size()));
            var unused = new JobStore(machine.connection.documents())
                    .write(job)
                    .thenAccept(outline -> machine.group.append(new SubmitJob(outline)));
        }
        world.time.after(10 * SECOND, () -> {
            if (!world.chronicle.state().jobs().knows(job.id())) {
                submit(job);
            }
        });
    }

    private List<Machine> settled() {
        return world.living().stream()
                .filter(machine -> machine.group.isSettled() && !machine.isLeaving())
                .toList();
    }

    /** A short job comes; every other one is killed before it can end. */
    private void pass() {
        int number = submitted++;
        String id = "passing-" + number;
        submit(job(id, number / 2, SHORT_JOB_SECONDS));
        if (number % 2 == 0) {
            world.time.after(SHORT_JOB_SECONDS / 2 * SECOND, () -> kill(JobId.of(id)));
        }
        passing.add(id);
        if (passing.size() > 100) {
            metronome.forget(passing.remove());
        }
    }

    private void kill(JobId job) {
        settled().stream()
                .findAny()
                .ifPresent(machine -> machine.group.append(new KillJob(job, new Cause("enough", null, null))));
    }

    /** A machine dies, leaves, or loses its session and comes back under other ids. */
    private void change() {
        List<Machine> settled = settled();
        if (settled.size() < plan.machines) {
            return;
        }
        Machine machine = settled.get(changes % settled.size());
        SimulatedSession session = machine.connection.session();
        switch (changes++ % 3) {
            case 0 -> {
                world.bury(machine);
                world.time.after(
                        SimulatedSession.TIMEOUT_NANOS,
                        () -> world.store.leases().expire(session));
                world.start(2 * SimulatedSession.TIMEOUT_NANOS);
            }
            case 1 -> machine.leave();
            default -> {
                world.store.leases().expire(session);
                world.time.after(SECOND, session::learn);
            }
        }
    }

    /** Lets that time pass, sees that all jobs get on, and looks at what there is. */
    Look lookAt(long seconds) {
        world.passUntil(seconds * SECOND);
        for (int i = 0; i < plan.jobs; i++) {
            long latest = metronome.latest("steady-" + i);
            if (latest < seconds - 60 - LATEST_SECONDS) {
                throw new AssertionError(
                        "after " + seconds + " s job steady-" + i + " is at " + latest + ": " + world.describe());
            }
        }
        world.store.tidy();
        var documents = new TreeMap<String, Long>();
        world.store.documents().names("").forEach(name -> documents.merge(name.split("/", 2)[0], 1L, Long::sum));
        return new Look(seconds, documents, world.store.log(LogScanner.LOG).kept(), metronome.count(), LiveHeap.now());
    }

    private long seconds() {
        return world.time.nowNanos() / SECOND;
    }
}
