package io.sardonyx.bench.own;

import io.sardonyx.Member;
import io.sardonyx.Membership;
import io.sardonyx.bench.pair.Half;
import io.sardonyx.bench.work.Lines;
import io.sardonyx.bench.work.TemporaryFiles;
import io.sardonyx.bench.work.Trial;
import io.sardonyx.bench.work.Workload;
import io.sardonyx.client.Outcome;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * W7 and W11 on our own engine: a group that shares a directory with the others, and reaches them by the wire that is
 * said.
 */
public final class SardonyxHalf implements Half {

    /** The property that says which wire. */
    static final String WIRE = "sardonyx.bench.wire";

    private static final String HERE = "io.sardonyx.bench.own.";
    /** One for each task of the longest job. */
    private static final int PEERS = 4;

    private static final Duration EACH_SECOND = Duration.ofSeconds(1);
    private static final Duration SELDOM = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** Two or three processes share two cores. */
    private static final int THREADS = 1;

    private @Nullable Store store;
    private @Nullable Member member;
    private @Nullable AdminClient client;
    private String directory = "";
    private int place;
    private int jobs;

    @Override
    public String listen() throws IOException {
        return Files.createTempDirectory("sardonyx-bench").toString();
    }

    @Override
    public void join(int itsPlace, int processes, String itsDirectory) throws IOException {
        place = itsPlace;
        directory = itsDirectory;
        var opened = Stores.open("file:" + directory);
        var address = WireAddress.loopback(System.getProperty(WIRE, "tcp"));
        store = opened;
        member = Member.join(
                opened,
                Membership.of("bench", PEERS).at(address).threads(THREADS),
                FunctionLoader.onClassPath(),
                (group, links) -> {});
        client = AdminClient.over(opened);
        while (client.replica().replica().peers().present().size() < processes * PEERS) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Override
    public void run(Trial trial) throws InterruptedException, TimeoutException {
        if (client == null || member == null) {
            throw new IllegalStateException("not together");
        }
        var ended = new CountDownLatch(1);
        member.provide("trial", trial).provide("ended", ended);
        Job job = job(trial);
        if (place == 0) {
            client.submit(job);
            var outcome = client.await(job.id(), LONGEST);
            if (!(outcome instanceof Outcome.Completed)) {
                throw new IllegalStateException(job.id() + " has ended otherwise: " + outcome);
            }
        }
        ended.await();
    }

    @Override
    public int members() {
        return client == null ? 0 : client.replica().replica().ring().members().size();
    }

    /** A copy in each process; its lifecycle tells each when there is no more. */
    private Job job(Trial trial) {
        JobBuilder job = Job.named("trial-" + jobs++).scheduler(TaskScheduler.COLOCATED);
        if (trial.workload() == Workload.W11) {
            job = sums(job);
        } else {
            job = trial.isCombined() ? totals(lines(job)) : counts(lines(job));
        }
        return job.lifecycle("count", Call.to(HERE + "Counting::lifecycle")).build();
    }

    private static JobBuilder lines(JobBuilder job) {
        return job.task(
                        "read",
                        task -> task.input(Call.to(HERE + "Numbered::halves")).peers(2))
                .task("split", task -> task.function(Lines::split).peers(2));
    }

    /** Three of each task, or two when a process is lost. */
    private static JobBuilder sums(JobBuilder job) {
        return job.checkpoint(SELDOM)
                .task(
                        "read",
                        task -> task.input(Call.to(HERE + "Numbered::filling")).peers(2, 3))
                .task(
                        "sum",
                        task -> task.accumulate(Totals::keep)
                                .atEnd(Totals::kept)
                                .groupBy(Totals.Amount::key)
                                .peers(2, 3))
                .task(
                        "count",
                        task -> task.output(Call.to(HERE + "Tallied::shareOfSums"))
                                .peers(2, 3))
                .path("read", "sum", "count");
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
            if (place == 0) {
                TemporaryFiles.delete(Path.of(directory));
            }
        }
    }
}
