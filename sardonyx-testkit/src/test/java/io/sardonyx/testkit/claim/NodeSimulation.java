package io.sardonyx.testkit.claim;

import io.sardonyx.channel.LocalChannels;
import io.sardonyx.claim.JobIndex;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.claim.NodeLoop;
import io.sardonyx.claim.NodeSettings;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Job;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.port.Documents;
import io.sardonyx.secret.Secrets;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.TaskLoop;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.task.state.StateBudget;
import io.sardonyx.testkit.simulate.FaultKind;
import io.sardonyx.testkit.simulate.fault.RandomFaults;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import io.sardonyx.testkit.simulate.store.SimulatedConnection;
import io.sardonyx.testkit.simulate.store.SimulatedStore;
import io.sardonyx.testkit.simulate.store.StoredDocuments;
import io.sardonyx.value.JobId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Production nodes over a simulated store, from one seed: killed, paused, cut off, with clocks that drift by a tenth
 * and calendars hours apart, reads that are stale or show what is undone later, and answers that are late or lost.
 * Safety is checked at every write; then faults stop, and every job that has an end must come to it.
 */
final class NodeSimulation {

    static final long SECOND = 1_000_000_000;
    static final Duration LEASE = Duration.ofSeconds(2);
    private static final long FAULTS_NANOS = 25 * SECOND;
    private static final long CALM_NANOS = 120 * SECOND;
    private static final int NODES = 3;

    /**
     * A fault in a node's code.
     *
     * @param documents decorates the documents that a node sees
     * @param clock decorates the clock by which task loops ask whether their lease allows effects
     */
    record Plant(Decoration documents, ClockDecoration clock) {
        static final Plant NONE = new Plant((documents, wallMillis) -> documents, (clock, turned) -> clock);
    }

    /** Decorates documents, given the calendar of the node. */
    interface Decoration {
        Documents of(Documents documents, LongSupplier wallMillis);
    }

    /** Decorates a monotonic clock, given when the node had its latest turn. */
    interface ClockDecoration {
        LongSupplier of(LongSupplier clock, LongSupplier turned);
    }

    /** What a run has seen. */
    record Outcome(int jobsDone, int kills, int pauses, long turns, long takeOvers, Map<FaultKind, Integer> faults) {}

    private final VirtualTime time = new VirtualTime();
    private final SimulatedStore store = new SimulatedStore();
    private final RandomGenerator random;
    private final RandomFaults faults;
    private final Plant plant;
    private final ClaimData data;
    private final List<Machine> machines = new ArrayList<>();
    private final FunctionLoader functions = FunctionLoader.onClassPath();
    private final PluginRegistry plugins = PluginRegistry.in(functions.loader());
    private final Map<String, Integer> sizes = new TreeMap<>();
    private final List<String> listed = new ArrayList<>();
    private final Map<String, Long> fences = new HashMap<>();
    private final Map<String, String> holders = new HashMap<>();
    private final Map<String, Long> writtenNanos = new HashMap<>();
    private final Set<String> done = new HashSet<>();
    private final Map<String, DirtyDocuments.Undone> undone = new HashMap<>();
    private boolean calm;
    private int started;
    private int kills;
    private int pauses;
    private long turns;
    private long takeOvers;

    /** A process with one node. */
    private static final class Machine {
        final SimulatedConnection connection;
        final NodeLoop node;
        final LongSupplier clock;
        final AtomicLong turned;
        final List<TaskLoop> loops;
        long pausedUntil;
        /* Until when the thread of the node gets no turns, though those of its tasks do. */
        long starvedUntil;

        Machine(
                SimulatedConnection connection,
                NodeLoop node,
                LongSupplier clock,
                AtomicLong turned,
                List<TaskLoop> loops) {
            this.connection = connection;
            this.node = node;
            this.clock = clock;
            this.turned = turned;
            this.loops = loops;
        }
    }

    NodeSimulation(long seed, Plant plant) {
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        this.faults = new RandomFaults(
                random,
                EnumSet.of(
                        FaultKind.LATE_REPLY,
                        FaultKind.APPLIED_BUT_LOST,
                        FaultKind.NOT_APPLIED,
                        FaultKind.LATE_NUDGE,
                        FaultKind.LOST_NUDGE));
        this.plant = plant;
        this.data = new ClaimData(random);
        store.documents().show(new StoredDocuments.Witness() {
            @Override
            public void written(String name, byte[] body) {
                judge(name, body);
            }

            @Override
            public void lost(String name) {
                deleted(name);
            }
        });
    }

    Outcome run() {
        for (int i = 0; i < NODES; i++) {
            start(random.nextLong(SECOND));
        }
        submitJobs();
        strike();
        passUntil(FAULTS_NANOS);
        calm = true;
        faults.stop();
        passUntilDone(FAULTS_NANOS + CALM_NANOS);
        return new Outcome(listed.size(), kills, pauses, turns, takeOvers, faults.counts());
    }

    private void submitJobs() {
        var client = new NodeClient(direct(), Duration.ofSeconds(1), () -> Instant.EPOCH);
        int jobs = 1 + random.nextInt(3);
        for (int i = 0; i < jobs; i++) {
            String id = "job-" + i;
            boolean growing = random.nextInt(3) == 0;
            int partitions = 1 + random.nextInt(8);
            for (int p = 0; p < partitions; p++) {
                add(id, "p" + p);
            }
            client.submit(Job.named(id)
                    .input("read", ClaimData.input(id, growing))
                    .output("write", ClaimData.output(id))
                    .path("read", "write")
                    .build());
            if (growing) {
                grow(id, partitions);
            } else {
                listed.add(id);
            }
        }
    }

    private void add(String job, String partition) {
        int size = random.nextInt(500);
        sizes.put(job + "/" + partition, size);
        data.put(job, partition, size);
    }

    /** Adds a partition now and then, perhaps one of a name that was there before and is not remembered any more. */
    private void grow(String job, int next) {
        time.after(random.nextLong(3 * SECOND), () -> {
            if (!calm) {
                String former = "p" + random.nextInt(next);
                boolean again = random.nextBoolean()
                        && !data.has(job, former)
                        && store.documents()
                                .names("claims/work/" + job + "/" + former)
                                .isEmpty();
                add(job, again ? former : "p" + next);
                grow(job, again ? next : next + 1);
            }
        });
    }

    /** Documents without faults, for the client of the test. */
    private Documents direct() {
        return new DirectDocuments(store.documents());
    }

    private void start(long delay) {
        time.after(delay, () -> {
            var connection = new SimulatedConnection(store, faults, time);
            String token = "node-" + started++;
            double rate =
                    1 + (random.nextBoolean() ? 0.1 : 0.1 * random.nextDouble()) * (random.nextBoolean() ? 1 : -1);
            long origin = random.nextLong(Long.MAX_VALUE / 4);
            long born = time.nowNanos();
            LongSupplier clock = () -> origin + (long) ((time.nowNanos() - born) * rate);
            long hoursApart = random.nextLong(-3_600_000, 3_600_000);
            InstantSource wallClock =
                    () -> Instant.ofEpochMilli(1_700_000_000_000L + hoursApart + time.nowNanos() / 1_000_000);
            var loops = new ArrayList<TaskLoop>();
            var turned = new AtomicLong(clock.getAsLong());
            var resources = new ProcessResources(
                    functions,
                    plugins,
                    new LocalChannels(),
                    loops::add,
                    Map.of(ClaimData.RESOURCE, data),
                    plant.clock.of(clock, turned::get),
                    wallClock,
                    StateBudget.ofHeap(),
                    random::nextLong,
                    List::of,
                    Secrets.none());
            Documents seen = new DirtyDocuments(connection.documents(), random, time, undone, () -> calm);
            var node = new NodeLoop(
                    plant.documents.of(seen, wallClock::millis),
                    new NodeSettings(token, 1 + random.nextInt(3), LEASE, NodeSettings.DEFAULT_ATTEMPTS, wallClock),
                    resources,
                    random,
                    Runnable::run);
            var machine = new Machine(connection, node, clock, turned, loops);
            machines.add(machine);
            turn(machine);
        });
    }

    private void turn(Machine machine) {
        if (machine.connection.isDead()) {
            return;
        }
        if (time.nowNanos() >= machine.pausedUntil) {
            turns++;
            if (time.nowNanos() >= machine.starvedUntil) {
                machine.turned.set(machine.clock.getAsLong());
                machine.node.turn(machine.clock.getAsLong());
            }
            for (int i = machine.loops.size(); i > 0; i--) {
                machine.loops.get(random.nextInt(machine.loops.size())).turn(machine.clock.getAsLong());
            }
            machine.loops.removeIf(TaskLoop::isOver);
            check();
        }
        time.after(random.nextLong(1_000_000, 30_000_000), () -> turn(machine));
    }

    private void check() {
        String violation = data.violation();
        if (violation != null) {
            throw new AssertionError(violation);
        }
    }

    /** Kills or pauses a node, or suspends its connection, every few seconds. */
    private void strike() {
        time.after(random.nextLong(2 * SECOND), () -> {
            if (calm || machines.isEmpty()) {
                return;
            }
            Machine victim = machines.get(random.nextInt(machines.size()));
            switch (random.nextInt(5)) {
                case 0 -> {
                    kills++;
                    victim.connection.kill();
                    machines.remove(victim);
                    start(random.nextLong(3 * SECOND));
                }
                case 1 -> {
                    victim.connection.session().suspend();
                    time.after(random.nextLong(4 * SECOND), victim.connection::renew);
                }
                case 2 -> victim.starvedUntil = time.nowNanos() + random.nextLong(3 * LEASE.toNanos());
                default -> {
                    pauses++;
                    victim.pausedUntil = time.nowNanos() + random.nextLong(3 * LEASE.toNanos());
                }
            }
            strike();
        });
    }

    private void passUntil(long nanos) {
        while (time.nowNanos() < nanos && time.step()) {
            // events do all the work
        }
    }

    private void passUntilDone(long nanos) {
        while (time.nowNanos() < nanos && time.step()) {
            if (turns % 50 == 0 && isDone()) {
                return;
            }
        }
        throw new AssertionError("not done although faults have stopped: " + describe());
    }

    private boolean isDone() {
        JobIndex index = new NodeClient(direct(), Duration.ofSeconds(1), () -> Instant.EPOCH).index();
        boolean ended = listed.stream()
                .allMatch(id -> index.job(JobId.of(id)).orElseThrow().state() == JobIndex.State.DONE);
        boolean settled = sizes.entrySet().stream().allMatch(partition -> {
            String[] parts = partition.getKey().split("/", 2);
            return data.isSettled(parts[0], parts[1], partition.getValue());
        });
        return ended && settled;
    }

    private String describe() {
        var text = new StringBuilder();
        store.documents()
                .read(store.documents().names("claims/"))
                .forEach(document -> text.append("\n  ")
                        .append(document.name())
                        .append(' ')
                        .append(new String(document.body(), StandardCharsets.UTF_8)));
        machines.forEach(machine -> text.append("\n  ").append(machine.node.state()));
        return text.toString();
    }

    /** Checks a write of a partition's document at the moment it is applied. */
    private void judge(String name, byte[] body) {
        if (!name.startsWith("claims/work/")) {
            if (name.equals("claims/index")) {
                judgeIndex(body);
            }
            return;
        }
        Field document = Json.read(body);
        String job = document.at("task").at("arguments").at("job").text();
        String partition = document.at("task").at("arguments").at("partition").textOr("");
        String holder = document.at("holder").textOr("");
        long fence = document.at("fence").whole(0, Long.MAX_VALUE);
        String key = job + "/" + partition;
        if (!holder.isEmpty() && !holder.equals(holders.get(name))) {
            demand(fence > fences.getOrDefault(name, 0L), "fence " + fence + " of " + name + " was used before");
            takeOvers += holders.getOrDefault(name, "").isEmpty() ? 0 : 1;
        }
        fences.merge(name, fence, Math::max);
        holders.put(name, holder);
        writtenNanos.put(name, time.nowNanos());
        if (partition.isEmpty()) {
            return;
        }
        String position = document.at("position").textOr("");
        int until = position.isEmpty() ? 0 : Integer.parseInt(position);
        demand(data.isSettled(job, partition, until), name + " is at " + until + ", which is not settled");
        boolean isDone = document.at("state").text().equals("done");
        demand(
                !isDone || data.isSettled(job, partition, sizes.getOrDefault(key, 0)),
                name + " is done before all of it is settled");
        demand(isDone || !done.contains(name) || !listed.contains(job), name + " is begun again after it was done");
        if (isDone) {
            done.add(name);
        }
    }

    private void judgeIndex(byte[] body) {
        for (Field job : Json.read(body).at("jobs").items()) {
            String id = job.at("id").text();
            if (job.at("state").text().equals("done")) {
                demand(data.isSealed(id), id + " is done before its outputs were published");
                sizes.forEach((key, size) -> {
                    String[] parts = key.split("/", 2);
                    demand(
                            !parts[0].equals(id) || data.isSettled(id, parts[1], size),
                            id + " is done, but not all of partition " + parts[1]);
                });
            }
        }
    }

    /**
     * Checks the removal of a partition's document: no holder may act by it. The fastest clock takes a lease for over
     * after ten elevenths of it.
     */
    private void deleted(String name) {
        String holder = holders.getOrDefault(name, "");
        long sinceNanos = time.nowNanos() - writtenNanos.getOrDefault(name, 0L);
        demand(
                holder.isEmpty() || sinceNanos >= LEASE.toNanos() * 10 / 11,
                name + " was removed while " + holder + " held it");
        holders.remove(name);
    }

    private void demand(boolean holds, String violation) {
        if (!holds) {
            data.violated(violation);
        }
    }
}
