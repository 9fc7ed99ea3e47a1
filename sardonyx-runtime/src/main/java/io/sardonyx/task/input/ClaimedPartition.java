package io.sardonyx.task.input;

import io.sardonyx.content.Checkpoint;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Input;
import io.sardonyx.port.Documents;
import io.sardonyx.report.Waiting;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one partition that a node has claimed by a lease, for the reader of one copy of a job's graph. Its checkpoint is
 * part of the document that is the lock, so the node writes it.
 */
public final class ClaimedPartition implements InputPartitions {

    /* The only partition has this index. */
    private static final int INDEX = 0;

    private final TaskName task;
    private final Tuning tuning;
    private final @Nullable ClaimedProgress progress;
    private final BooleanSupplier mayAct;
    private final Documents documents;
    private final Mailbox mailbox;
    /* The checkpoint of which the plugin was told last. */
    private @Nullable Checkpoint told;
    private boolean opened;
    private boolean finished;
    private SortedMap<TaskName, Long> skipped = new TreeMap<>();

    /**
     * @param progress of the partition; null to have none, and so to be exhausted at once
     * @param mayAct whether the lease allows effects now
     */
    public ClaimedPartition(
            TaskName task,
            Tuning tuning,
            @Nullable ClaimedProgress progress,
            BooleanSupplier mayAct,
            Documents documents,
            Mailbox mailbox) {
        this.task = task;
        this.tuning = tuning;
        this.progress = progress;
        this.mayAct = mayAct;
        this.documents = documents;
        this.mailbox = mailbox;
        if (progress != null) {
            progress.onWritten(mailbox::wake);
        }
    }

    @Override
    public void follow(Share share, int clusterFormat) {
        // The fence is that of the lease, and stays as long as it.
    }

    @Override
    public boolean isMine(int partition) {
        return true;
    }

    @Override
    public void reopen(int partition) {
        opened = false;
    }

    @Override
    public void tend(Map<Integer, PartitionReader> reading, long nowNanos) {
        PartitionReader reader = reading.get(INDEX);
        if (reader == null || progress == null) {
            return;
        }
        Checkpoint stored = progress.written();
        if (stored != null && stored != told && mayAct.getAsBoolean()) {
            told = stored;
            reader.written(stored);
        }
        progress.settle(reader.done(), reader.isDrained() && reader.wantsCompleted() && !reader.isFinished());
    }

    @Override
    public Map<Integer, PartitionReader> opened(Input input, int most, long nowNanos) {
        ClaimedProgress claimed = progress;
        if (opened || finished || claimed == null) {
            return Map.of();
        }
        opened = true;
        return Map.of(
                INDEX,
                new PartitionReader(
                        new PartitionReader.Place(task, claimed.partition(), null, tuning),
                        claimed.from(),
                        Documents.ABSENT,
                        documents,
                        mailbox));
    }

    @Override
    public boolean isExhausted(List<PartitionReader> mine, long nowNanos) {
        return progress == null || finished;
    }

    @Override
    public SortedMap<TaskName, Long> skipped(Map<Integer, PartitionReader> mine) {
        return skipped;
    }

    @Override
    public boolean isOver(PartitionReader partition) {
        return partition.isOver() || partition.isDrained() && !partition.wantsCompleted();
    }

    @Override
    public void finish(int partition, PartitionReader closed) {
        finished = true;
        skipped = closed.done().skipped();
        Objects.requireNonNull(progress, "it was read").settle(closed.done(), false);
    }

    @Override
    public boolean hasWritten() {
        return finished;
    }

    @Override
    public boolean isWritten() {
        return true;
    }

    @Override
    public boolean isStill() {
        return true;
    }

    @Override
    public boolean isSuperseded() {
        return false;
    }

    @Override
    public @Nullable Waiting waiting() {
        return null;
    }

    @Override
    public long restNanos(long nowNanos) {
        return Long.MAX_VALUE;
    }

    @Override
    public double perKnown() {
        return 1;
    }
}
