package io.sardonyx.testkit.simulate.jobs;

import io.sardonyx.job.Bounds;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.job.Task;
import io.sardonyx.job.Tuning;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Other versions of generated jobs with checkpoints: they do the same, over other numbers of peers. */
public final class JobVersions {

    private static final int MOST_PEERS = 3;
    private static final int LARGEST_BATCH = 8;
    private static final int LONGEST_INTERVAL_MILLIS = 1_000;

    private JobVersions() {}

    /**
     * A version with other peers, batches and interval of checkpoints, whose function of state names its states in
     * another order.
     */
    public static Job other(Job job, RandomGenerator random) {
        List<CatalogEntry> catalog =
                job.catalog().stream().map(entry -> other(entry, random)).toList();
        Duration every = Duration.ofMillis(random.nextInt(100, LONGEST_INTERVAL_MILLIS));
        return new Job(
                job.id(),
                job.name(),
                job.workflow(),
                catalog,
                job.flowConditions(),
                job.lifecycles(),
                job.scheduler(),
                job.percentage(),
                job.saturation(),
                job.delivery(),
                job.wholeOnly(),
                job.metadata(),
                job.resumes(),
                new Job.Checkpointing(every),
                job.resume());
    }

    private static CatalogEntry other(CatalogEntry entry, RandomGenerator random) {
        Tuning tuning = entry.tuning();
        int batch = 1 + random.nextInt(LARGEST_BATCH);
        Task task = entry.task();
        int peers = 1 + random.nextInt(MOST_PEERS);
        return new CatalogEntry(
                task.bounds().min() > 1 ? task : task.with(new Bounds(1, peers)),
                entry.plugin(),
                entry.identify(),
                reordered(entry.function()),
                entry.batch(),
                entry.atEnd(),
                entry.grouping(),
                entry.combine(),
                entry.ttls(),
                entry.eventTime(),
                entry.errors(),
                tuning.batchesOf(batch).pending(Math.max(batch, tuning.pendingRoots()), tuning.pendingTimeout()));
    }

    private static @Nullable Call reordered(@Nullable Call function) {
        String counted = CountedState.class.getName() + "::counted";
        return function != null && function.name().equals(counted) ? Call.to(counted + "InOtherOrder") : function;
    }
}
