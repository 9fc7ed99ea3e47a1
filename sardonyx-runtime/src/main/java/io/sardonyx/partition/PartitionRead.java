package io.sardonyx.partition;

import io.sardonyx.content.Checkpoint;
import io.sardonyx.plugin.Lifecycle.StopReason;
import io.sardonyx.task.input.ClaimedProgress;
import org.jspecify.annotations.Nullable;

/** Work on a claimed partition: a task loop of this process reads it. */
final class PartitionRead implements PartitionWork {

    private final ClaimedProgress progress;
    private final ReaderClaims reader;

    PartitionRead(ClaimedProgress progress, ReaderClaims reader) {
        this.progress = progress;
        this.reader = reader;
    }

    @Override
    public void drain() {
        progress.drain();
    }

    @Override
    public boolean isQuiet() {
        return progress.isIdle() || reader.isClosed();
    }

    @Override
    public void stop(StopReason reason) {
        progress.stop();
    }

    @Override
    public boolean isClosed() {
        return progress.isClosed() || reader.isClosed();
    }

    @Override
    public boolean isDone() {
        return progress.isFinished();
    }

    /** A task that fails says so itself, which ends its job or restarts the task. */
    @Override
    public @Nullable String failure() {
        return null;
    }

    @Override
    public Checkpoint settled() {
        return progress.done();
    }

    @Override
    public boolean isWaiting() {
        return progress.isWaiting();
    }

    @Override
    public void written(Checkpoint checkpoint) {
        progress.written(checkpoint);
    }
}
