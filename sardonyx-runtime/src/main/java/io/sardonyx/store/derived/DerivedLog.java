package io.sardonyx.store.derived;

import io.sardonyx.port.Documents;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Watch;
import io.sardonyx.store.StorePreconditions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A log of batch documents, numbered without gaps, each with several entries.
 *
 * <p>An append of more entries than fit into one document is split into several; entries of other processes may come
 * between.
 */
final class DerivedLog implements Log {

    private final LogNames names;
    private final Documents documents;
    private final DocumentCalls calls;
    private final BatchAppender appender;
    private final BatchReader reader;
    private final DerivedOrigins origins;
    private final LogSweeper sweeper;

    /** The last rebase: one at a time, since each replaces the same documents. */
    private CompletableFuture<Boolean> rebased = CompletableFuture.completedFuture(true);

    DerivedLog(String name, Documents documents, DocumentCalls calls) {
        this.names = LogNames.of(StorePreconditions.name(name));
        this.documents = documents;
        this.calls = calls;
        var tail = new LogTail(names, calls);
        appender = new BatchAppender(names, calls, tail);
        reader = new BatchReader(names, calls, tail);
        origins = new DerivedOrigins(names, calls);
        sweeper = new LogSweeper(names, calls, tail, reader, origins);
    }

    @Override
    public CompletionStage<Long> append(List<byte[]> entries) {
        List<byte[]> own = StorePreconditions.entries(entries);
        return calls.start(() -> appender.append(own));
    }

    @Override
    public CompletionStage<Slice> read(long from, int limit) {
        StorePreconditions.range(from, limit);
        return calls.start(() -> appender.settle().thenCompose(settled -> reader.read(from, limit)));
    }

    @Override
    public CompletionStage<Optional<Origin>> origin() {
        return calls.start(origins::newest);
    }

    /** Completes after the trim; a trim that failed is left to the next snapshot. */
    @Override
    public CompletionStage<Boolean> rebase(Origin origin) {
        if (origin.position() < 0) {
            throw new IllegalArgumentException(
                    "an origin at position " + origin.position() + " is before the first entry");
        }
        var own = new Origin(origin.position(), origin.state().clone());
        return calls.start(() -> {
            rebased = rebased.handle((before, failure) -> true)
                    .thenCompose(before -> origins.store(own))
                    .thenCompose(stored -> sweeper.sweep().thenApply(swept -> stored));
            return rebased;
        });
    }

    @Override
    public Watch onAppend(Runnable nudge) {
        return documents.onChange(names.end(), nudge);
    }
}
