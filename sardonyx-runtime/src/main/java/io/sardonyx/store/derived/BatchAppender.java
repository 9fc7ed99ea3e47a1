package io.sardonyx.store.derived;

import io.sardonyx.port.Documents;
import io.sardonyx.store.derived.LogNames.ChunkKind;
import io.sardonyx.store.derived.LogNames.ChunkOwner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The append queue of a log: group commit, with one batch under way and later calls in the next. Confined to the
 * store's thread.
 *
 * <p>A batch is created under the number behind the end; if somebody else was first, that one is counted and the next
 * number tried. When a batch fails, every queued call fails too: otherwise later entries would overtake those that the
 * caller has to append again.
 */
final class BatchAppender {

    private static final int MAX_ENTRIES = 1_000;

    private final LogNames names;
    private final DocumentCalls calls;
    private final Chunks chunks;
    private final LogTail tail;
    private final Deque<Waiting> queue = new ArrayDeque<>();
    private boolean busy;

    /** Whether a batch of ours may be behind the end. */
    private boolean unsure;

    BatchAppender(LogNames names, DocumentCalls calls, LogTail tail) {
        this.names = names;
        this.calls = calls;
        this.chunks = new Chunks(names, calls);
        this.tail = tail;
    }

    /** A queued call; its entries may be split over several batches. */
    private static final class Waiting {
        final List<byte[]> entries;
        final CompletableFuture<Long> answer = new CompletableFuture<>();
        int taken;
        long first = -1;

        Waiting(List<byte[]> entries) {
            this.entries = entries;
        }

        boolean isTaken() {
            return taken == entries.size();
        }
    }

    /** The calls that a batch has entries of, with the number of entries of each. */
    private record Taken(List<Waiting> calls, List<Integer> counts, List<byte[]> entries) {}

    CompletableFuture<Long> append(List<byte[]> entries) {
        var waiting = new Waiting(entries);
        queue.add(waiting);
        if (!busy) {
            appendNext();
        }
        return waiting.answer;
    }

    /**
     * Counts a batch of ours whose outcome was unknown, so that who reads to the end after a failure finds it if it is
     * there.
     */
    CompletableFuture<Boolean> settle() {
        if (!unsure || busy) {
            return CompletableFuture.completedFuture(true);
        }
        return tail.read().thenCompose(tail::countNext).thenApply(seen -> {
            unsure = false;
            return true;
        });
    }

    private void appendNext() {
        busy = !queue.isEmpty();
        if (!busy) {
            return;
        }
        Taken taken = take();
        var unused = tail.known()
                .thenCompose(seen -> create(taken.entries(), seen))
                .whenComplete((first, failure) -> {
                    if (failure == null) {
                        settle(taken, first);
                    } else {
                        fail(taken, DocumentCalls.cause(failure));
                    }
                });
    }

    /** Takes entries up to the limits of a document, but at least one. */
    private Taken take() {
        var taken = new Taken(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        int bytes = 0;
        while (!queue.isEmpty()) {
            Waiting call = queue.element();
            int before = call.taken;
            while (!call.isTaken() && taken.entries().size() < MAX_ENTRIES) {
                byte[] entry = call.entries.get(call.taken);
                bytes += entry.length + LogBatch.ENTRY_OVERHEAD;
                if (bytes > LogBatch.MAX_INLINE_BYTES && !taken.entries().isEmpty()) {
                    break;
                }
                taken.entries().add(entry);
                call.taken++;
            }
            if (call.taken > before) {
                taken.calls().add(call);
                taken.counts().add(call.taken - before);
            }
            if (!call.isTaken()) {
                break;
            }
            queue.remove();
        }
        return taken;
    }

    /** Creates the batch behind the end; the position of its first entry. */
    private CompletableFuture<Long> create(List<byte[]> entries, LogTail.Seen seen) {
        long number = seen.end().batches();
        return encoded(entries, seen.end())
                .thenCompose(body -> calls.write(names.batch(number), body, Documents.ABSENT))
                .thenCompose(created -> {
                    if (created.isEmpty()) {
                        return tail.read()
                                .thenCompose(now -> now.end().batches() > number
                                        ? CompletableFuture.completedFuture(now)
                                        : tail.countNext(now))
                                .thenCompose(now -> create(entries, now));
                    }
                    return tail.count(number, entries.size(), seen)
                            .thenApply(now -> seen.end().entries());
                });
    }

    private CompletableFuture<byte[]> encoded(List<byte[]> entries, LogEnd end) {
        byte[] bytes = LogBatch.encodedEntries(entries);
        if (bytes.length <= LogBatch.MAX_INLINE_BYTES) {
            return CompletableFuture.completedFuture(
                    LogBatch.inline(end.entries(), entries).encoded());
        }
        return chunks.write(new ChunkOwner(ChunkKind.BATCH, end.batches()), Chunks.Ref.of(bytes), bytes)
                .thenApply(ref ->
                        LogBatch.chunked(end.entries(), entries.size(), ref).encoded());
    }

    private void settle(Taken taken, long first) {
        long position = first;
        for (int i = 0; i < taken.calls().size(); i++) {
            Waiting call = taken.calls().get(i);
            if (call.first < 0) {
                call.first = position;
            }
            position += taken.counts().get(i);
        }
        List<Waiting> whole = taken.calls().stream().filter(Waiting::isTaken).toList();
        appendNext();
        whole.forEach(call -> call.answer.complete(call.first));
    }

    private void fail(Taken taken, Throwable failure) {
        var failed = new ArrayList<>(taken.calls());
        queue.stream().filter(call -> !failed.contains(call)).forEach(failed::add);
        queue.clear();
        busy = false;
        unsure = true;
        tail.forget();
        failed.forEach(call -> call.answer.completeExceptionally(failure));
    }
}
