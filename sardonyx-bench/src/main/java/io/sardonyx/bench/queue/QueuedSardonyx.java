package io.sardonyx.bench.queue;

import io.sardonyx.Member;
import io.sardonyx.Membership;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.StoreUnreachable;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.coordinate.Coordinator;
import io.sardonyx.coordinate.CoordinatorSettings;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.Call;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.loop.LoopThread;
import io.sardonyx.port.Store;
import io.sardonyx.report.TaskReport;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Our own engine with queued delivery, in one process. */
final class QueuedSardonyx implements QueueContender {

    private static final String HERE = "io.sardonyx.bench.queue.";
    private static final int ATTEMPTS = 4;
    private static final Duration LONGEST = Duration.ofMinutes(9);
    private static final Duration LOOK = Duration.ofMillis(200);

    private final Store store = Stores.open("memory:queues");
    private final @Nullable LoopThread<Coordinator> coordinator;
    private final Member member;
    private final AdminClient client;
    private int jobs;
    private long redelivered;
    private long deepest;
    private String remark = "-";

    QueuedSardonyx(String broker, int peers, Allocation allocation) throws IOException {
        coordinator = allocation == Allocation.COORDINATED ? coordinator(store) : null;
        member = joined(
                store, Membership.of("bench", peers).allocation(allocation).broker(broker));
        client = AdminClient.over(store);
        while (client.replica().replica().peers().present().size() < peers) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private static LoopThread<Coordinator> coordinator(Store store) {
        return new LoopThread<>(
                "coordinator", new Coordinator(store, CoordinatorSettings.DEFAULT, new SplittableRandom()), it -> {});
    }

    /** A machine that is too busy may not let it reach the broker in time at first. */
    private static Member joined(Store store, Membership how) throws IOException {
        for (int i = 1; i < ATTEMPTS; i++) {
            try {
                return Member.join(store, how, FunctionLoader.onClassPath(), (turn, links) -> {});
            } catch (StoreUnreachable busy) {
                System.err.println(busy.getMessage());
            }
        }
        return Member.join(store, how, FunctionLoader.onClassPath(), (turn, links) -> {});
    }

    @Override
    public void run(QueueTrial trial, QueueTally tally) throws InterruptedException {
        member.provide("trial", trial).provide("tally", tally);
        Job job = job(trial);
        client.submit(job);
        long until = System.nanoTime() + LONGEST.toNanos();
        deepest = 0;
        Outcome outcome = null;
        while (outcome == null) {
            try {
                outcome = client.await(job.id(), LOOK);
            } catch (TimeoutException e) {
                if (System.nanoTime() > until) {
                    throw new IllegalStateException("job " + job.id() + " did not end: " + member.report(job.id()), e);
                }
            }
            deepest = Math.max(deepest, depth(member.report(job.id())));
        }
        if (!(outcome instanceof Outcome.Completed)) {
            throw new IllegalStateException("job " + job.id() + ": " + outcome);
        }
        List<TaskReport> reports = member.report(job.id());
        redelivered = reports.stream()
                .mapToLong(report -> report.queues().redelivered())
                .sum();
        remark = remark(reports);
    }

    private static long depth(List<TaskReport> reports) {
        return reports.stream()
                .mapToLong(report -> report.queues().depth())
                .max()
                .orElse(0);
    }

    /** Segments of each transaction by task. */
    private static String remark(List<TaskReport> reports) {
        var each = new ArrayList<String>();
        for (TaskReport report : reports) {
            long commits = Math.max(1, report.queues().commits());
            each.add(String.format(Locale.ROOT, "%s:%d", report.task(), report.taken() / commits));
        }
        return String.join(",", each);
    }

    private Job job(QueueTrial trial) {
        JobBuilder job = Job.named("trial-" + jobs++).delivery(Delivery.QUEUED);
        Call input = Call.to(HERE + "QueuedEvents::input");
        Call output = Call.to(HERE + "TallyOutput::output");
        if (!trial.filters()) {
            return job.task("read", task -> task.input(input))
                    .task("map", task -> task.function(EventRecord::map))
                    .task(
                            "count",
                            task -> trial.pauseNanos() > 0
                                    ? task.output(output).tuned(tuning -> tuning.blocking(true))
                                    : task.output(output))
                    .path("read", "map", "count")
                    .build();
        }
        return job.task("read", task -> task.input(input).peers(1))
                .task("map", task -> task.function(EventRecord::map).peers(1))
                .task("keep", task -> task.function(EventRecord::isKept).peers(1))
                .task("count", task -> task.output(output).peers(1))
                .path("read", "map", "keep", "count")
                .build();
    }

    @Override
    public long redelivered() {
        return redelivered;
    }

    @Override
    public long deepest() {
        return deepest;
    }

    @Override
    public String remark() {
        return remark;
    }

    @Override
    public void close() {
        client.close();
        member.close();
        if (coordinator != null) {
            coordinator.close();
        }
        store.close();
    }
}
