package io.sardonyx.bench.coordinators;

import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.command.FoundCluster;
import io.sardonyx.coordinate.Coordinator;
import io.sardonyx.coordinate.CoordinatorSettings;
import io.sardonyx.coordinator.CoordinatorDuties;
import io.sardonyx.coordinator.Death;
import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.PeerDuties;
import io.sardonyx.coordinator.Plan;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.entry.EventCodec;
import io.sardonyx.entry.RosterView;
import io.sardonyx.follow.RosterFold;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.log.Provenance;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.store.Stores;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** A coordinator that takes the lease with all events still to read, in this process, which has done nothing else. */
final class LateStandBy {

    private static final int PEERS = 1_000;
    private static final int JOBS = 100;
    private static final int TASKS = 5;
    private static final int AT_ONCE = 500;
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final GroupId AUTHOR = GroupId.of("coordinator-before");

    private final List<PeerId> peers = new ArrayList<>();
    private final List<byte[]> events = new ArrayList<>();
    private final Random random = new Random(1);
    private Roster roster = Roster.EMPTY;
    private int jobs;

    /**
     * What it took.
     *
     * @param seconds from taking the lease to its first event
     * @param rosterMegabytes on the heap
     * @param originMegabytes as JSON
     */
    record Found(double seconds, double rosterMegabytes, double originMegabytes) {}

    /** Writes a history in another process's place: peers that drain tasks and die, jobs that come and finish. */
    LateStandBy(int count) {
        IntStream.range(0, PEERS).forEach(i -> peers.add(PeerId.of("peer-" + i)));
        for (int round = 0; events.size() < count; round++) {
            while (roster.jobs().size() < JOBS) {
                append(plan());
            }
            CoordinatorDuties.of(roster).owed().forEach(this::append);
            PeerDuties duties = PeerDuties.of(roster, peers);
            duties.births().forEach(this::append);
            duties.acks().forEach(this::append);
            duties.work().stream()
                    .filter(posting -> random.nextInt(10) == 0)
                    .forEach(posting -> append(posting.drained()));
            duties.seals().forEach(posting -> append(posting.sealed(0)));
            append(new Death(peers.set(random.nextInt(PEERS), PeerId.of("replacement-" + round))));
        }
    }

    private Plan plan() {
        List<Plan.PlannedTask> tasks = IntStream.range(0, TASKS)
                .mapToObj(i -> new Plan.PlannedTask(TaskName.of("t" + i), i, Plan.Consumption.CONCURRENT))
                .toList();
        return new Plan(JobId.of("job-" + jobs), 1 + jobs++, tasks);
    }

    private void append(Event event) {
        roster = event.apply(roster, events.size());
        events.add(EventCodec.encode(AUTHOR, event, Provenance.UNSAID));
    }

    Found run(String address) {
        try (Store store = Stores.open(address)) {
            var parameters = new ClusterParameters(
                    "bench",
                    Allocation.COORDINATED,
                    JobScheduler.BALANCED,
                    ClusterParameters.REMEMBERED,
                    "here",
                    ClusterParameters.FORMAT);
            try (AdminClient client = AdminClient.over(store)) {
                client.append(new FoundCluster(
                        "bench",
                        parameters.allocation(),
                        parameters.scheduler(),
                        parameters.remembered(),
                        "here",
                        parameters.format()));
            }
            Log log = store.log(RosterFold.log(parameters));
            for (int from = 0; from < events.size(); from += AT_ONCE) {
                List<byte[]> some = events.subList(from, Math.min(events.size(), from + AT_ONCE));
                log.append(some).toCompletableFuture().join();
            }
            return lead(store);
        }
    }

    private Found lead(Store store) {
        var settings = CoordinatorSettings.DEFAULT.trimming(Integer.MAX_VALUE);
        try (var coordinator = new Coordinator(store, settings, new SplittableRandom(1))) {
            long leads = 0;
            while (coordinator.state().position() < events.size()) {
                if (!coordinator.turn(System.nanoTime())) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
                if (leads == 0 && coordinator.state().leads()) {
                    leads = System.nanoTime();
                }
            }
            double seconds = (System.nanoTime() - leads) / 1e9;
            byte[] origin = RosterFold.origin(new RosterView(roster, events.size() - 1));
            return new Found(seconds, heapMegabytes(origin), origin.length / 1e6);
        }
    }

    /** What a roster takes that was read from its JSON, and so shares nothing with the rest of this process. */
    private static double heapMegabytes(byte[] origin) {
        long before = used();
        RosterView read = RosterView.read(origin);
        long after = used();
        return read.position() < 0 ? 0 : (after - before) / 1e6;
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
