package io.sardonyx.bench.coordinators;

import io.sardonyx.Member;
import io.sardonyx.Membership;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.function.source.Functions;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Call;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Job;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A coordinated cluster on ZooKeeper whose leader is ended while a queued job runs and a stand-by waits. ZooKeeper, the
 * broker and both coordinators are processes of their own; the peers are in this one.
 */
public final class TakeOvers implements AutoCloseable {

    static final long SESSION_MILLIS = 4_000;
    static final long PER_SECOND = 10_000;
    private static final int PEERS = 4;
    private static final long BEFORE_SECONDS = 4;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int TICKS_A_SECOND = 10;
    private static final long LONGEST_SECONDS = 60;

    private final List<Program> programs = new ArrayList<>();
    private final List<Program> coordinators = new ArrayList<>();
    private final LongAdder taken = new LongAdder();
    private final String address;
    private final Store store;
    private final Member member;
    private final AdminClient client;
    private final EventWatch watch;
    private final LoopThread<EventWatch> watching;
    private int markers;

    /**
     * What one take-over was like.
     *
     * @param seconds until the first event of the next leader
     * @param mean throughput from the end of the leader to that event, as a share of that before
     * @param least that of the worst second in it
     */
    record TakeOver(double seconds, double mean, double least) {}

    TakeOvers(Path directory) throws IOException, InterruptedException {
        String server = program("store", "serve", "--port", "0").await("store");
        this.address = server + "?sessionTimeoutMillis=" + SESSION_MILLIS;
        String broker = program("broker", "serve", "--port", "0", "--dir", directory.toString())
                .await("broker");
        this.store = Stores.open(address);
        this.member = Member.join(
                store,
                Membership.of("bench", PEERS).allocation(Allocation.COORDINATED).broker(broker),
                Functions.onClassPath(),
                (turn, links) -> {});
        this.client = AdminClient.over(store);
        while (client.replica().replica().peers().present().size() < PEERS) {
            LockSupport.parkNanos(TICK_NANOS);
        }
        this.watch = new EventWatch(store, client.founded().replica().cluster());
        this.watching = new LoopThread<>("events", watch, it -> {});
        member.provide("taken", (Consumer<Object>) segment -> taken.increment());
        member.provide("marked", (Consumer<Object>) segment -> {});
        standBy();
        standBy();
        client.submit(Job.named("steady")
                .delivery(Delivery.QUEUED)
                .task(
                        "read",
                        task -> task.input(Call.to(SteadyInput.class.getName() + "::input")
                                        .with("per-second", PER_SECOND))
                                .peers(1))
                .task("twice", task -> task.function(TakeOvers::twice))
                .output("write", Outputs.callback("taken"))
                .path("read", "twice", "write")
                .build());
        awaitSegments();
    }

    public static long twice(long number) {
        return 2 * number;
    }

    private void awaitSegments() {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (taken.sum() < 5 * PER_SECOND) {
            LockSupport.parkNanos(TICK_NANOS);
            if (System.nanoTime() - until > 0) {
                throw new IllegalStateException("the job does not run: " + client.jobs());
            }
        }
    }

    private Program program(String... arguments) throws IOException {
        Program program = Program.start(arguments);
        programs.add(program);
        return program;
    }

    /** Starts one more coordinator, and waits until it leads or stands by. */
    private void standBy() throws IOException, InterruptedException {
        Program coordinator = program("coordinator", "start", "--store", address);
        coordinators.add(coordinator);
        while (!List.of("leads", "stands-by").contains(coordinator.await("event"))) {
            LockSupport.parkNanos(TICK_NANOS);
        }
    }

    private Program leader() {
        while (true) {
            for (Program coordinator : coordinators) {
                if (coordinator.field("event").equals("leads")) {
                    return coordinator;
                }
            }
            LockSupport.parkNanos(TICK_NANOS);
        }
    }

    /**
     * Ends the leader, submits a job that the next one has to plan, and waits for its first event; then there is
     * another stand-by.
     */
    TakeOver next(Consumer<Program> how) throws Exception {
        Program leader = leader();
        String id = client.coordinators().stream()
                .filter(running -> running.leads())
                .findFirst()
                .orElseThrow()
                .id()
                .text();
        double before = perSecond();
        CompletableFuture<Long> first = watch.next(entry -> entry.author() != null
                && entry.author().text().startsWith("coordinator-")
                && !entry.author().text().equals(id));
        long begun = System.nanoTime();
        long counted = taken.sum();
        how.accept(leader);
        coordinators.remove(leader);
        Job marker = marker();
        client.submit(marker);
        double least = least(first, before);
        double seconds = (first.get(LONGEST_SECONDS, TimeUnit.SECONDS) - begun) / 1e9;
        double mean = (taken.sum() - counted) / ((System.nanoTime() - begun) / 1e9) / before;
        client.kill(marker.id(), "benchmark", null);
        standBy();
        return new TakeOver(seconds, mean, least);
    }

    private double perSecond() {
        long counted = taken.sum();
        long begun = System.nanoTime();
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(BEFORE_SECONDS));
        return (taken.sum() - counted) / ((System.nanoTime() - begun) / 1e9);
    }

    /** The share of the throughput before in the worst second until the next leader's first event. */
    private double least(CompletableFuture<Long> first, double before) {
        var ticks = new ArrayList<long[]>();
        double least = 1;
        while (!first.isDone()) {
            ticks.add(new long[] {System.nanoTime(), taken.sum()});
            if (ticks.size() > TICKS_A_SECOND) {
                long[] now = ticks.get(ticks.size() - 1);
                long[] then = ticks.get(ticks.size() - 1 - TICKS_A_SECOND);
                least = Math.min(least, (now[1] - then[1]) / ((now[0] - then[0]) / 1e9) / before);
            }
            LockSupport.parkNanos(TICK_NANOS);
        }
        return least;
    }

    private Job marker() {
        return Job.named("marker-" + markers++)
                .delivery(Delivery.QUEUED)
                .input("read", Inputs.numbers(1))
                .output("write", Outputs.callback("marked"))
                .path("read", "write")
                .build();
    }

    @Override
    public void close() {
        client.close();
        watching.close();
        member.close();
        store.close();
        for (int i = programs.size() - 1; i >= 0; i--) {
            programs.get(i).close();
        }
    }
}
