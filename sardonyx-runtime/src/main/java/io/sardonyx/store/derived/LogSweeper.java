package io.sardonyx.store.derived;

import io.sardonyx.port.Document;
import io.sardonyx.store.derived.DerivedOrigins.Refs;
import io.sardonyx.store.derived.LogNames.ChunkKind;
import io.sardonyx.store.derived.LogNames.ChunkOwner;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what nobody needs any more of a log: batches well before the older of its two snapshots, chunks of batches
 * that are deleted, chunks of snapshots that are superseded or were never published. Confined to the store's thread.
 */
final class LogSweeper {

    /** Entries kept before the older snapshot, for readers that lag a little. */
    private static final int KEPT_BEFORE_ORIGIN = 1_000;

    private static final int AT_ONCE = 64;
    private static final Logger LOG = LoggerFactory.getLogger(LogSweeper.class);

    private final LogNames names;
    private final DocumentCalls calls;
    private final LogTail tail;
    private final BatchReader reader;
    private final DerivedOrigins origins;

    LogSweeper(LogNames names, DocumentCalls calls, LogTail tail, BatchReader reader, DerivedOrigins origins) {
        this.names = names;
        this.calls = calls;
        this.tail = tail;
        this.reader = reader;
        this.origins = origins;
    }

    /** Completes when it is done or has failed; what is left is deleted after the next snapshot. */
    CompletableFuture<Boolean> sweep() {
        return origins.refs()
                .thenCompose(refs -> trim(refs).thenCompose(trimmed -> sweepChunks(refs)))
                .exceptionally(failure -> {
                    LOG.warn("what is left to be deleted of {} stays until the next origin", names.base(), failure);
                    return false;
                });
    }

    private CompletableFuture<Boolean> trim(Refs refs) {
        int older = refs.refs().size() - 1;
        long floor = older < 1 ? 0 : refs.refs().get(older).position() - KEPT_BEFORE_ORIGIN;
        return tail.read()
                .thenCompose(seen -> raise(seen, floor))
                .thenCompose(seen -> deleteBatches(seen, seen.end().sweptBatches()));
    }

    /** Writes the new floor before anything is deleted. */
    private CompletableFuture<LogTail.Seen> raise(LogTail.Seen seen, long floor) {
        if (floor <= seen.end().trimmedEntries() || floor >= seen.end().entries()) {
            return CompletableFuture.completedFuture(seen);
        }
        return reader.locate(floor, seen.end()).thenCompose(span -> {
            if (span.isEmpty() || span.get().number() <= seen.end().trimmedBatches()) {
                return CompletableFuture.completedFuture(seen);
            }
            LogEnd raised = seen.end().trimmed(span.get().number(), span.get().first());
            return tail.replace(seen, raised)
                    .thenCompose(now -> now.isPresent()
                            ? CompletableFuture.completedFuture(now.get())
                            : tail.read().thenCompose(other -> raise(other, floor)));
        });
    }

    private CompletableFuture<Boolean> deleteBatches(LogTail.Seen seen, long from) {
        long until = Math.min(from + AT_ONCE, seen.end().trimmedBatches());
        if (from < until) {
            List<String> batches =
                    LongStream.range(from, until).mapToObj(names::batch).toList();
            return delete(batches).thenCompose(deleted -> deleteBatches(seen, until));
        }
        return markSwept(seen, from);
    }

    private CompletableFuture<Boolean> markSwept(LogTail.Seen seen, long swept) {
        if (seen.end().sweptBatches() >= swept) {
            return CompletableFuture.completedFuture(true);
        }
        return tail.replace(seen, seen.end().swept(swept))
                .thenCompose(now -> now.isPresent()
                        ? CompletableFuture.completedFuture(true)
                        : tail.read().thenCompose(other -> markSwept(other, swept)));
    }

    private CompletableFuture<Boolean> sweepChunks(Refs refs) {
        return calls.names(names.chunks())
                .thenCompose(found -> tail.known().thenCompose(seen -> {
                    Predicate<ChunkOwner> isNeeded = owner -> owner.kind() == ChunkKind.BATCH
                            ? owner.number() >= seen.end().trimmedBatches()
                            : refs.isOlderThan(owner.number());
                    List<String> unneeded = found.stream()
                            .filter(name -> names.ownerOf(name)
                                    .filter(isNeeded.negate())
                                    .isPresent())
                            .filter(name -> !isReferred(refs, name))
                            .toList();
                    return deleteChunks(unneeded, 0);
                }));
    }

    private boolean isReferred(Refs refs, String name) {
        Optional<ChunkOwner> owner = names.ownerOf(name);
        return refs.refs().stream()
                .anyMatch(ref -> owner.equals(Optional.of(new ChunkOwner(ChunkKind.ORIGIN, ref.position())))
                        && name.contains(ref.chunks().token()));
    }

    private CompletableFuture<Boolean> deleteChunks(List<String> chunks, int from) {
        if (from >= chunks.size()) {
            return CompletableFuture.completedFuture(true);
        }
        int until = Math.min(chunks.size(), from + AT_ONCE);
        return delete(chunks.subList(from, until)).thenCompose(deleted -> deleteChunks(chunks, until));
    }

    private CompletableFuture<Boolean> delete(Collection<String> documents) {
        return calls.read(documents).thenCompose(found -> {
            var deletions = found.values().stream()
                    .map((Document document) -> calls.delete(document.name(), document.version()))
                    .toArray(CompletableFuture<?>[]::new);
            return CompletableFuture.allOf(deletions).thenApply(deleted -> true);
        });
    }
}
