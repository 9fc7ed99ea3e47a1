package io.sardonyx.it.together;

import io.sardonyx.client.Client;
import io.sardonyx.client.Outcome;
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
import io.sardonyx.job.Job;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Cluster;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * Groups of one peer each that have nothing in common but a store and a real wire, as if each were a process; so
 * whatever two tasks send each other crosses the wire.
 */
final class Company implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Store store = Stores.open("memory:company-" + System.nanoTime());
    private final Client client = Client.over(store);
    private final Map<String, Object> resources = new ConcurrentHashMap<>();
    private final Deque<Runnable> endings = new ArrayDeque<>();

    Company(WireAddress address, int groups) throws IOException {
        for (int i = 0; i < groups; i++) {
            join(address);
        }
        while (client.replica().replica().peers().present().size() < groups) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void join(WireAddress address) throws IOException {
        var random = new SplittableRandom(ThreadLocalRandom.current().nextLong());
        WireExchange exchange = WireExchange.open(address, "company", "a secret", random.split());
        endings.push(exchange::close);
        var workers = new Workers(1);
        endings.push(workers::close);
        workers.carry(exchange);
        Functions functions = Functions.onClassPath();
        var workshop = new Workshop(
                functions,
                Plugins.in(functions.loader()),
                exchange,
                workers,
                resources,
                System::nanoTime,
                () -> ThreadLocalRandom.current().nextLong());
        var cluster = new Cluster("company", Allocation.PLANNED, JobScheduler.BALANCED, Cluster.REMEMBERED);
        var group = new PeerGroup(
                store,
                Settings.of(cluster, 1).at(exchange.site()),
                (life, its) -> new GroupEngine(life, its, workshop),
                random);
        var thread = new LoopThread<>("company", group, it -> {});
        endings.push(thread::close);
    }

    Company provide(String name, Object resource) {
        resources.put(name, resource);
        return this;
    }

    Client client() {
        return client;
    }

    Outcome run(Job job) throws InterruptedException, TimeoutException {
        client.submit(job);
        return client.await(job.id(), PATIENCE);
    }

    @Override
    public void close() {
        endings.forEach(Runnable::run);
        client.close();
        store.close();
    }
}
