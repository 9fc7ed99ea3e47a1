package io.sardonyx.bench.coordinators;

import io.sardonyx.Member;
import io.sardonyx.Membership;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.coordinate.Coordinator;
import io.sardonyx.coordinate.CoordinatorSettings;
import io.sardonyx.coordinator.Offer;
import io.sardonyx.entry.EventCodec;
import io.sardonyx.function.source.Functions;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Job;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Leases;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Store;
import io.sardonyx.port.Watch;
import io.sardonyx.store.Stores;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * How long an idle peer takes from an offer to the first segment, when it knows the job: one peer does a job's tasks
 * one after the other, so that it is offered the second one with the job's content in memory.
 */
public final class FirstBatches implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final TaskName SECOND = TaskName.of("second");
    /* When the second task was offered, and when it was first called, in nanoseconds; 0 if not yet. */
    private static final AtomicLong OFFERED = new AtomicLong();
    private static final AtomicLong CALLED = new AtomicLong();

    private final Store store;
    private final LoopThread<Coordinator> coordinator;
    private final Member member;
    private final AdminClient client;
    private int jobs;

    FirstBatches(String address) throws IOException {
        store = Stores.open(address);
        coordinator = new LoopThread<>(
                "coordinator",
                new Coordinator(new NotingStore(store), CoordinatorSettings.DEFAULT, new SplittableRandom(1)),
                it -> {});
        member = Member.join(
                store,
                Membership.of("bench", 1).allocation(Allocation.COORDINATED).broker("memory:offers"),
                Functions.onClassPath(),
                (turn, links) -> {});
        member.provide("taken", (Consumer<Object>) segment -> {});
        client = AdminClient.over(store);
        while (client.replica().replica().peers().present().isEmpty()) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    public static long noted(long number) {
        CALLED.compareAndSet(0, System.nanoTime());
        return number;
    }

    /** From the append of an offer to the first call, in milliseconds, for as many jobs, one after the other. */
    double[] millis(int count) throws Exception {
        double[] found = new double[count];
        for (int i = 0; i < count; i++) {
            OFFERED.set(0);
            CALLED.set(0);
            Job job = Job.named("job-" + jobs++)
                    .delivery(Delivery.QUEUED)
                    .input("first", Inputs.numbers(100))
                    .function(SECOND.text(), FirstBatches::noted)
                    .output("third", Outputs.callback("taken"))
                    .path("first", SECOND.text(), "third")
                    .build();
            client.submit(job);
            Outcome outcome = client.await(job.id(), LONGEST);
            if (!(outcome instanceof Outcome.Completed)) {
                throw new IllegalStateException("job " + job.id() + ": " + outcome);
            }
            found[i] = (CALLED.get() - OFFERED.get()) / 1e6;
        }
        return found;
    }

    @Override
    public void close() {
        client.close();
        member.close();
        coordinator.close();
        store.close();
    }

    /** The store of the coordinator, which notes when it offers the second task. */
    private record NotingStore(Store store) implements Store {

        @Override
        public Log log(String name) {
            Log log = store.log(name);
            return name.startsWith("coordinator-") ? new NotingLog(log) : log;
        }

        @Override
        public Documents documents() {
            return store.documents();
        }

        @Override
        public Leases leases() {
            return store.leases();
        }

        @Override
        public void close() {
            store.close();
        }
    }

    private record NotingLog(Log log) implements Log {

        @Override
        public CompletionStage<Long> append(List<byte[]> entries) {
            for (byte[] entry : entries) {
                if (EventCodec.decode(0, entry).step() instanceof Offer offer
                        && offer.post().task().equals(SECOND)) {
                    OFFERED.compareAndSet(0, System.nanoTime());
                }
            }
            return log.append(entries);
        }

        @Override
        public CompletionStage<Slice> read(long from, int limit) {
            return log.read(from, limit);
        }

        @Override
        public CompletionStage<Optional<Origin>> origin() {
            return log.origin();
        }

        @Override
        public CompletionStage<Boolean> rebase(Origin origin) {
            return log.rebase(origin);
        }

        @Override
        public Watch onAppend(Runnable nudge) {
            return log.onAppend(nudge);
        }
    }
}
