package io.sardonyx.bench.own;

import io.sardonyx.bench.pair.Half;
import io.sardonyx.bench.work.Lines;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.client.Client;
import io.sardonyx.delivery.WireAddress;
import io.sardonyx.delivery.WireExchange;
import io.sardonyx.engine.GroupEngine;
import io.sardonyx.engine.Plugins;
import io.sardonyx.engine.Workers;
import io.sardonyx.engine.Workshop;
import io.sardonyx.function.Functions;
import io.sardonyx.group.PeerGroup;
import io.sardonyx.group.Settings;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Cluster;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** W7 on our own engine: a group that shares a directory with the other, and reaches it by the wire that is said. */
public final class SardonyxHalf implements Half {

    /** The property that says which wire. */
    static final String WIRE = "sardonyx.bench.wire";

    private static final String HERE = "io.sardonyx.bench.own.";
    private static final int PEERS = 3;

    private final Map<String, Object> resources = new ConcurrentHashMap<>();
    private final Workers workers = Workers.forCores();
    private @Nullable Store store;
    private @Nullable WireExchange exchange;
    private @Nullable LoopThread<PeerGroup> group;
    private @Nullable Client client;
    private int place;
    private int jobs;

    @Override
    public String listen() throws IOException {
        return Files.createTempDirectory("sardonyx-bench").toString();
    }

    @Override
    public void join(int itsPlace, String directory) throws IOException {
        place = itsPlace;
        var opened = Stores.open("file:" + directory);
        var random = new SplittableRandom(ThreadLocalRandom.current().nextLong());
        var carrying = WireExchange.open(
                WireAddress.loopback(System.getProperty(WIRE, "tcp")), "bench", "between us", random.split());
        workers.carry(carrying);
        Functions functions = Functions.onClassPath();
        var workshop = new Workshop(
                functions,
                Plugins.in(functions.loader()),
                carrying,
                workers,
                resources,
                System::nanoTime,
                () -> ThreadLocalRandom.current().nextLong());
        var cluster = new Cluster("bench", Allocation.PLANNED, JobScheduler.BALANCED, Cluster.REMEMBERED);
        var member = new PeerGroup(
                opened,
                Settings.of(cluster, PEERS).at(carrying.site()),
                (life, its) -> new GroupEngine(life, its, workshop),
                random);
        store = opened;
        exchange = carrying;
        group = new LoopThread<>("sardonyx-group", member, it -> {});
        client = Client.over(opened);
        while (client.replica().replica().peers().present().size() < 2 * PEERS) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Override
    public void run(Trial trial) throws InterruptedException {
        if (client == null) {
            throw new IllegalStateException("not together");
        }
        var ended = new CountDownLatch(1);
        resources.put("trial", trial);
        resources.put("ended", ended);
        Job job = words(jobs++);
        if (place == 0) {
            client.submit(job);
        }
        ended.await();
    }

    private static Job words(int number) {
        return Job.named("trial-" + number)
                .scheduler(TaskScheduler.COLOCATED)
                .task(
                        "read",
                        task -> task.input(Call.to(HERE + "Numbered::halves")).peers(2))
                .task("split", task -> task.function(Lines::split).peers(2))
                .task(
                        "count",
                        task -> task.function(Call.to(HERE + "Counting::count"))
                                .groupBy(Counting::word)
                                .peers(2))
                .lifecycle("count", Call.to(HERE + "Counting::lifecycle"))
                .path("read", "split", "count")
                .build();
    }

    @Override
    public void close() {
        if (client != null && group != null && exchange != null && store != null) {
            client.close();
            group.close();
            workers.close();
            exchange.close();
            store.close();
        }
    }
}
