package io.sardonyx.bench.coordinators;

import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.coordinate.Coordinator;
import io.sardonyx.coordinate.CoordinatorSettings;
import io.sardonyx.coordinator.PeerState;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.follow.SharedFold;
import io.sardonyx.group.GroupSettings;
import io.sardonyx.group.PeerEngine;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.store.Stores;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** A thousand idle peers that get a hundred jobs of five tasks; they accept what they are offered and do nothing. */
final class ManyPeers implements AutoCloseable {

    static final int JOBS = 100;
    private static final int TASKS = 5;
    private static final int GROUPS = 10;
    private static final int FOLDED = 4_096;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final int peers;
    private final Store store = Stores.open("memory:many");
    private final List<LoopThread<?>> threads = new ArrayList<>();
    private final Coordinator coordinator;
    private final AdminClient client;
    /* Set by the coordinator's thread. */
    private volatile long threadId;

    /**
     * What it took.
     *
     * @param submittingSeconds until the last job was submitted, which is part of all
     * @param eventsPerPlace besides the plans of the jobs
     */
    record Found(double seconds, double submittingSeconds, double eventsPerPlace, double cpuMillisPerEvent) {}

    ManyPeers(int peers) {
        this.peers = peers;
        var fold = new SharedFold(FOLDED);
        coordinator = new Coordinator(store, CoordinatorSettings.DEFAULT, fold, new SplittableRandom(1));
        threads.add(new LoopThread<>(
                "coordinator",
                coordinator,
                it -> threadId = Thread.currentThread().getId()));
        var parameters = new ClusterParameters(
                "bench", Allocation.COORDINATED, JobScheduler.BALANCED, ClusterParameters.REMEMBERED);
        for (int i = 0; i < GROUPS; i++) {
            var settings = GroupSettings.of(parameters, peers / GROUPS);
            var group = new PeerGroup(store, settings, PeerEngine.NONE, fold, new SplittableRandom(2 + i));
            threads.add(new LoopThread<>("group-" + i, group, it -> {}));
        }
        client = AdminClient.over(store, fold);
    }

    private void until(Predicate<Roster> wish) {
        while (!wish.test(coordinator.state().roster())) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    Found run() {
        until(roster -> roster.idle().size() == peers);
        long born = coordinator.state().position();
        long cpu = cpuNanos();
        long begun = System.nanoTime();
        for (int i = 0; i < JOBS; i++) {
            client.submit(job(i));
        }
        long submitted = System.nanoTime();
        until(roster -> roster.peers().values().stream().allMatch(peer -> peer.state() == PeerState.ACTIVE));
        long done = System.nanoTime();
        long events = coordinator.state().position() - born;
        return new Found(
                (done - begun) / 1e9,
                (submitted - begun) / 1e9,
                (double) (coordinator.state().position() + 1 - JOBS) / peers,
                (cpuNanos() - cpu) / 1e6 / events);
    }

    private long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(threadId);
    }

    private static Job job(int number) {
        JobBuilder job = Job.named("job-" + number).delivery(Delivery.QUEUED).input("t0", Inputs.numbers(1));
        String[] path = new String[TASKS];
        path[0] = "t0";
        for (int t = 1; t < TASKS - 1; t++) {
            path[t] = "t" + t;
            job = job.function(path[t], TakeOvers::twice);
        }
        path[TASKS - 1] = "t" + (TASKS - 1);
        return job.output(path[TASKS - 1], Outputs.callback("nothing"))
                .path(path)
                .build();
    }

    @Override
    public void close() {
        client.close();
        threads.forEach(LoopThread::close);
        store.close();
    }
}
