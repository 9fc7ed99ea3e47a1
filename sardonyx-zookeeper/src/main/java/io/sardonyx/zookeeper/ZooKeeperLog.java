package io.sardonyx.zookeeper;

import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Watch;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.zookeeper.AddWatchMode;

/**
 * A log of persistent sequential znodes.
 *
 * <p>An append of more entries than fit into one request is split into several; entries of other processes may come
 * between.
 */
final class ZooKeeperLog implements Log {

    /** Entries kept before the older snapshot, for readers that lag a little. */
    private static final int KEPT_BEFORE_ORIGIN = 1_000;

    private final LogPaths paths;
    private final ZnodeWatches watching;
    private final Appender appender;
    private final EntryReader reader;
    private final ZooKeeperOrigins origins;
    private final Trimmer trimmer;

    ZooKeeperLog(LogPaths paths, Znodes znodes, ZnodeWatches watching) {
        this.paths = paths;
        this.watching = watching;
        this.appender = new Appender(znodes, paths);
        this.reader = new EntryReader(znodes, paths);
        this.origins = new ZooKeeperOrigins(znodes, paths);
        this.trimmer = new Trimmer(znodes, paths);
    }

    @Override
    public CompletionStage<Long> append(List<byte[]> entries) {
        return appender.append(entries);
    }

    @Override
    public CompletionStage<Slice> read(long from, int limit) {
        return reader.read(from, limit);
    }

    @Override
    public CompletionStage<Optional<Origin>> origin() {
        return origins.newest();
    }

    /** Completes after the trim; a trim that failed is left to the next snapshot. */
    @Override
    public CompletionStage<Boolean> rebase(Origin origin) {
        return origins.store(origin)
                .thenCompose(stored -> stored
                        ? origins.sweep().thenCompose(swept -> trim())
                        : origins.sweep().thenApply(swept -> false));
    }

    @Override
    public Watch onAppend(Runnable nudge) {
        return watching.watch(
                new ZnodeWatches.Subject(paths.tail(), AddWatchMode.PERSISTENT),
                event -> true,
                () -> CompletableFuture.completedFuture(true),
                nudge);
    }

    private CompletableFuture<Boolean> trim() {
        return origins.refs()
                .thenCompose(refs -> refs.size() < 2
                        ? CompletableFuture.completedFuture(true)
                        : trimmer.trim(refs.get(refs.size() - 1).position() - KEPT_BEFORE_ORIGIN))
                .handle((trimmed, failure) -> true);
    }
}
