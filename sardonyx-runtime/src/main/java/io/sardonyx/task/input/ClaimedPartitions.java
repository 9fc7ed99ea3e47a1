package io.sardonyx.task.input;

import io.sardonyx.call.CallProgress;
import io.sardonyx.content.Checkpoint;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Input;
import io.sardonyx.port.Documents;
import io.sardonyx.report.Waiting;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Partitions that are claimed by leases, for one reader of an input. Their checkpoints are part of the documents that
 * are the locks, so the holder of the leases writes them.
 *
 * <p>A reader wants another partition when it has read all that it has to their ends: what it would hold in advance
 * would wait behind a slow one, while another peer could read it. Partitions without an end do not count, since they
 * would never make room.
 *
 * <p>Confined to the thread of the task's turn.
 */
public final class ClaimedPartitions implements InputPartitions {

    private final TaskName task;
    private final Tuning tuning;
    private final PartitionClaims claims;
    private final Documents documents;
    private final Mailbox mailbox;
    private final CallProgress calls;
    private final Map<Integer, Held> held = new TreeMap<>();
    private int next;
    private boolean hasWritten;

    /** A partition that is read, and the checkpoint of which its plugin was told last. */
    private static final class Held {

        private final ClaimedProgress progress;
        private final PartitionReader reader;
        private @Nullable Checkpoint told;

        private Held(ClaimedProgress progress, PartitionReader reader) {
            this.progress = progress;
            this.reader = reader;
        }
    }

    public ClaimedPartitions(
            TaskName task,
            Tuning tuning,
            PartitionClaims claims,
            Documents documents,
            Mailbox mailbox,
            CallProgress calls) {
        this.task = task;
        this.tuning = tuning;
        this.claims = claims;
        this.documents = documents;
        this.mailbox = mailbox;
        this.calls = calls;
        claims.onNews(mailbox::wake);
    }

    @Override
    public void follow(Share share, int clusterFormat) {
        hasWritten = false;
        claims.follow(share.index(), share.peers());
    }

    @Override
    public boolean isMine(int partition) {
        return held.containsKey(partition);
    }

    @Override
    public void reopen(int partition) {
        Held dropped = held.remove(partition);
        if (dropped != null) {
            dropped.progress.close();
        }
    }

    @Override
    public void tend(Map<Integer, PartitionReader> reading, long nowNanos) {
        for (Held each : held.values()) {
            PartitionReader reader = each.reader;
            if (each.progress.isStopping()) {
                reader.supersede();
                continue;
            }
            if (each.progress.isDraining()) {
                reader.pause();
            }
            Checkpoint stored = each.progress.written();
            if (stored != null && stored != each.told && each.progress.mayAct()) {
                each.told = stored;
                hasWritten |= stored != each.progress.from();
                reader.written(stored);
            }
            boolean waits = reader.isDrained() && reader.wantsCompleted() && !reader.isFinished();
            each.progress.settle(reader.done(), reader.isIdle(), waits);
        }
    }

    @Override
    public Map<Integer, PartitionReader> opened(Input input, int most, long nowNanos) throws Exception {
        String failure = claims.failure();
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        claims.spread(input.spread());
        if (claims.wantsList()) {
            calls.step();
            claims.listed(List.copyOf(input.partitions()));
        }
        boolean wanted = true;
        for (Held each : held.values()) {
            wanted &= each.reader.leavesRoom();
        }
        ClaimedProgress granted = claims.next(wanted);
        if (granted == null || !granted.take(mailbox::wake)) {
            return Map.of();
        }
        var reader = new PartitionReader(
                new PartitionReader.Place(task, granted.partition(), null, tuning),
                granted.from(),
                Documents.ABSENT,
                documents,
                mailbox);
        int index = next++;
        held.put(index, new Held(granted, reader));
        return Map.of(index, reader);
    }

    @Override
    public boolean isExhausted(List<PartitionReader> mine, long nowNanos) {
        return held.isEmpty() && claims.isExhausted();
    }

    @Override
    public SortedMap<TaskName, Long> skipped(Map<Integer, PartitionReader> mine) {
        return claims.skipped();
    }

    @Override
    public boolean isOver(PartitionReader partition) {
        return partition.isOver() || partition.isDrained() && !partition.wantsCompleted();
    }

    @Override
    public void finish(int partition, PartitionReader closed) {
        Held over = held.remove(partition);
        if (over != null) {
            hasWritten = true;
            over.progress.finish(closed.done());
        }
    }

    @Override
    public boolean hasWritten() {
        return hasWritten;
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
        return claims.waiting();
    }

    @Override
    public long restNanos(long nowNanos) {
        return Long.MAX_VALUE;
    }

    @Override
    public double perKnown() {
        return 1;
    }

    @Override
    public void close() {
        held.clear();
        claims.close();
    }
}
