package io.sardonyx.store.derived;

import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The end document of a log as last seen, and its changes by compare-and-set. Confined to the store's thread.
 *
 * <p>A batch belongs to the log once the end document counts it. It is counted only by who knows that its creation was
 * acknowledged: its author, or somebody who replaced it by an equal copy and was acknowledged that.
 */
final class LogTail {

    private final LogNames names;
    private final DocumentCalls calls;
    private @Nullable Seen last;

    LogTail(LogNames names, DocumentCalls calls) {
        this.names = names;
        this.calls = calls;
    }

    /** The end of the log, and the version of its document. */
    record Seen(LogEnd end, long version) {

        private static final Seen NOTHING = new Seen(LogEnd.EMPTY, Documents.ABSENT);
    }

    /** What was last seen, which may be stale. */
    CompletableFuture<Seen> known() {
        return last == null ? read() : CompletableFuture.completedFuture(last);
    }

    CompletableFuture<Seen> read() {
        return calls.read(names.end()).thenApply(this::saw);
    }

    /** Takes note of a read of the end document. */
    Seen saw(Optional<Document> document) {
        Seen seen = document.map(it -> new Seen(LogEnd.decoded(it.name(), it.body()), it.version()))
                .orElse(Seen.NOTHING);
        last = seen;
        return seen;
    }

    /** After a write with unknown outcome only a new read counts. */
    void forget() {
        last = null;
    }

    /** Replaces the end document; empty when somebody else has changed it. */
    CompletableFuture<Optional<Seen>> replace(Seen seen, LogEnd next) {
        return calls.write(names.end(), next.encoded(), seen.version()).thenApply(version -> {
            last = version.isPresent() ? new Seen(next, version.getAsLong()) : null;
            return Optional.ofNullable(last);
        });
    }

    /**
     * Counts batch {@code number} with so many entries, whose creation was acknowledged.
     *
     * @param seen the end when it was created
     */
    CompletableFuture<Seen> count(long number, int entries, Seen seen) {
        LogEnd end = seen.end();
        if (end.batches() > number) {
            if (end.trimmedBatches() <= number) {
                return CompletableFuture.completedFuture(seen); // somebody else has counted it
            }
            return CompletableFuture.failedFuture(new IllegalStateException("whether batch " + number + " of "
                    + names.base() + " was appended is unknown: the log was trimmed up to " + end.trimmedBatches()));
        }
        if (end.batches() < number) {
            return countNext(seen)
                    .thenCompose(now -> now.end().batches() > end.batches()
                            ? count(number, entries, now)
                            : CompletableFuture.failedFuture(new IllegalStateException(
                                    names.batch(end.batches()) + " is missing, but there is batch " + number)));
        }
        return replace(seen, end.appended(entries))
                .thenCompose(now -> now.isPresent()
                        ? CompletableFuture.completedFuture(now.get())
                        : read().thenCompose(other -> count(number, entries, other)));
    }

    /**
     * Counts the batch behind the end, if there is one whose author has not counted it yet: who died, or is about to.
     */
    CompletableFuture<Seen> countNext(Seen seen) {
        long number = seen.end().batches();
        return calls.read(names.batch(number)).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(seen);
            }
            Document document = found.get();
            LogBatch batch = LogBatch.decoded(document.name(), document.body());
            if (batch.first() != seen.end().entries()) {
                throw LogBatch.damaged(
                        document.name(),
                        "it begins at " + batch.first() + ", not at "
                                + seen.end().entries());
            }
            return calls.write(document.name(), document.body(), document.version())
                    .thenCompose(copied -> copied.isPresent() ? count(number, batch.count(), seen) : read());
        });
    }
}
