package io.sardonyx.bench.own;

import io.sardonyx.Member;
import io.sardonyx.Membership;
import io.sardonyx.bench.pair.Half;
import io.sardonyx.bench.work.Lines;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.job.TaskScheduler;
import io.sardonyx.port.Store;
import io.sardonyx.port.WireAddress;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** W7 on our own engine: a group that shares a directory with the other, and reaches it by the wire that is said. */
public final class SardonyxHalf implements Half {

    /** The property that says which wire. */
    static final String WIRE = "sardonyx.bench.wire";

    private static final String HERE = "io.sardonyx.bench.own.";
    /** One for each task of the longest job. */
    private static final int PEERS = 4;

    private static final Duration EACH_SECOND = Duration.ofSeconds(1);

    /** Two processes share two cores. */
    private static final int THREADS = 1;

    private @Nullable Store store;
    private @Nullable Member member;
    private @Nullable AdminClient client;
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
        var address = WireAddress.loopback(System.getProperty(WIRE, "tcp"));
        store = opened;
        member = Member.join(
                opened,
                Membership.of("bench", PEERS).at(address).threads(THREADS),
                FunctionLoader.onClassPath(),
                (group, links) -> {});
        client = AdminClient.over(opened);
        while (client.replica().replica().peers().present().size() < 2 * PEERS) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Override
    public void run(Trial trial) throws InterruptedException {
        if (client == null || member == null) {
            throw new IllegalStateException("not together");
        }
        var ended = new CountDownLatch(1);
        member.provide("trial", trial).provide("ended", ended);
        Job job = words(jobs++, trial.isCombined());
        if (place == 0) {
            client.submit(job);
        }
        ended.await();
    }

    private static Job words(int number, boolean combined) {
        JobBuilder job = Job.named("trial-" + number)
                .scheduler(TaskScheduler.COLOCATED)
                .task(
                        "read",
                        task -> task.input(Call.to(HERE + "Numbered::halves")).peers(2))
                .task("split", task -> task.function(Lines::split).peers(2));
        return (combined ? totals(job) : counts(job))
                .lifecycle("count", Call.to(HERE + "Counting::lifecycle"))
                .build();
    }

    private static JobBuilder counts(JobBuilder job) {
        return job.task(
                        "count",
                        task -> task.function(Call.to(HERE + "Counting::count"))
                                .groupBy(Counting::word)
                                .peers(2))
                .path("read", "split", "count");
    }

    /** Counts in state, to which words are added up where they are split; they come out at the end. */
    private static JobBuilder totals(JobBuilder job) {
        return job.checkpoint(EACH_SECOND)
                .task(
                        "total",
                        task -> task.accumulate(Totals::count)
                                .atEnd(Totals::atEnd)
                                .groupBy(Counting::word)
                                .combine(true)
                                .peers(2))
                .task(
                        "count",
                        task -> task.output(Call.to(HERE + "Tallied::share")).peers(2))
                .path("read", "split", "total", "count");
    }

    @Override
    public void close() {
        if (client != null && member != null && store != null) {
            client.close();
            member.close();
            store.close();
        }
    }
}
