package io.sardonyx.store.derived;

import io.sardonyx.port.Document;
import io.sardonyx.port.Slice;
import io.sardonyx.store.derived.LogNames.ChunkKind;
import io.sardonyx.store.derived.LogNames.ChunkOwner;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Reads of a log. One call reads the end and the batches that probably follow, so a reader that goes on where it
 * stopped needs one call a slice; who begins elsewhere searches by halves. Confined to the store's thread.
 */
final class BatchReader {

    /** Batches that one call reads ahead. */
    private static final int AHEAD = 16;

    /** Reads of a batch that is counted but not found, since others trim the log meanwhile. */
    private static final int MAX_ATTEMPTS = 3;

    private final LogNames names;
    private final DocumentCalls calls;
    private final Chunks chunks;
    private final LogTail tail;
    private final BatchIndex index = new BatchIndex();

    BatchReader(LogNames names, DocumentCalls calls, LogTail tail) {
        this.names = names;
        this.calls = calls;
        this.chunks = new Chunks(names, calls);
        this.tail = tail;
    }

    CompletableFuture<Slice> read(long from, int limit) {
        return read(from, limit, 1);
    }

    private CompletableFuture<Slice> read(long from, int limit, int attempt) {
        long guess = index.batchOf(from).orElse(-1);
        var wanted = new ArrayList<>(List.of(names.end()));
        for (long number = guess; guess >= 0 && number < guess + Math.min(limit, AHEAD); number++) {
            if (index.entries(number) == null) {
                wanted.add(names.batch(number));
            }
        }
        return calls.read(wanted).thenCompose(found -> {
            LogEnd end = tail.saw(Optional.ofNullable(found.get(names.end()))).end();
            if (from < end.trimmedEntries()) {
                return CompletableFuture.completedFuture(Slice.TRIMMED);
            }
            if (from >= end.entries()) {
                return CompletableFuture.completedFuture(Slice.of(List.of()));
            }
            take(found, end);
            BatchIndex.Span span = index.at(from);
            if (span != null) {
                return slice(span, from, limit, end);
            }
            if (attempt == MAX_ATTEMPTS) {
                return CompletableFuture.failedFuture(new IllegalStateException("entry " + from + " of " + names.base()
                        + " is not there, though " + end.entries() + " entries are; was data of the store lost?"));
            }
            index.clear();
            return locate(from, end).thenCompose(located -> read(from, limit, attempt + 1));
        });
    }

    /** Takes note of the batches that are counted. */
    private void take(Map<String, Document> found, LogEnd end) {
        for (Document document : found.values()) {
            long number = names.numberOf(document.name()).orElse(Long.MAX_VALUE);
            if (number < end.batches()) {
                LogBatch batch = LogBatch.decoded(document.name(), document.body());
                index.add(number, batch);
                if (batch.chunks() == null) {
                    index.keep(number, batch.entries());
                }
            }
        }
    }

    /** Entries from a batch and those that follow, as far as they are at hand; the first is read for if it is not. */
    private CompletableFuture<Slice> slice(BatchIndex.Span span, long from, int limit, LogEnd end) {
        if (index.entries(span.number()) == null) {
            return load(span.number()).thenCompose(loaded -> slice(span, from, limit, end));
        }
        var entries = new ArrayList<byte[]>();
        long number = span.number();
        int skipped = (int) (from - span.first());
        List<byte[]> batch = index.entries(number);
        while (batch != null && number < end.batches() && entries.size() < limit) {
            int count = Math.min(batch.size() - skipped, limit - entries.size());
            batch.subList(skipped, skipped + count).forEach(entry -> entries.add(entry.clone()));
            skipped = 0;
            batch = index.entries(++number);
        }
        return CompletableFuture.completedFuture(Slice.of(entries));
    }

    /** Reads the entries of a batch, from its chunks if they are there. */
    private CompletableFuture<Boolean> load(long number) {
        String name = names.batch(number);
        return calls.read(name).thenCompose(found -> {
            if (found.isEmpty()) {
                throw new IllegalStateException(name + " was trimmed while it was read");
            }
            LogBatch batch = LogBatch.decoded(name, found.get().body());
            if (batch.chunks() == null) {
                index.keep(number, batch.entries());
                return CompletableFuture.completedFuture(true);
            }
            return chunks.read(new ChunkOwner(ChunkKind.BATCH, number), batch.chunks())
                    .thenApply(bytes -> {
                        byte[] whole = bytes.orElseThrow(
                                () -> LogBatch.damaged(name, "its chunks are not there, or not as they were written"));
                        index.keep(number, LogBatch.decodedEntries(name, ByteBuffer.wrap(whole), batch.count()));
                        return true;
                    });
        });
    }

    /** Searches for the batch with a position; afterwards the index knows it, unless it was trimmed meanwhile. */
    CompletableFuture<Optional<BatchIndex.Span>> locate(long position, LogEnd end) {
        BatchIndex.Span known = index.at(position);
        if (known != null) {
            return CompletableFuture.completedFuture(Optional.of(known));
        }
        BatchIndex.Span before = index.before(position);
        BatchIndex.Span after = index.after(position);
        long low = Math.max(end.trimmedBatches(), before == null ? 0 : before.number() + 1);
        long high = Math.min(end.batches() - 1, after == null ? Long.MAX_VALUE : after.number() - 1);
        if (low > high) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        long middle = low + (high - low) / 2;
        return calls.read(names.batch(middle)).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
            index.add(middle, LogBatch.decoded(names.batch(middle), found.get().body()));
            return locate(position, end);
        });
    }
}
