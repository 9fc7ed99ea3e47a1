package io.sardonyx.zookeeper;

import io.sardonyx.port.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.OpResult.GetDataResult;
import org.apache.zookeeper.data.Stat;

/**
 * Reads log entries by position, never by listing children: many reads go in one {@code multi}, and several of these
 * are pipelined, as far as the log is known to reach.
 *
 * <p>A server may lag behind the leader, so an absent entry is only believed after a sync.
 */
final class EntryReader {

    private static final int MAX_READS_PER_CALL = 100;
    private static final int MAX_CALLS_AHEAD = 4;

    /** Reads attempted beyond the known end: new entries mostly arrive a few at a time. */
    private static final int HOPEFUL_READS = 8;

    private static final long CALL_BYTES = 1 << 20;
    private static final long SLICE_BYTES = 8 << 20;

    private final Znodes znodes;
    private final LogPaths paths;

    /**
     * The known end of the log; a hint for how much to read at once, as is {@link #typicalBytes}, so races are
     * harmless.
     */
    private volatile long end;

    /** The largest entry of the last read, in bytes. */
    private volatile int typicalBytes = 1 << 12;

    EntryReader(Znodes znodes, LogPaths paths) {
        this.znodes = znodes;
        this.paths = paths;
    }

    CompletableFuture<Slice> read(long from, int limit) {
        if (from < 0 || limit < 1) {
            throw new IllegalArgumentException("read from " + from + " on at most " + limit + " entries");
        }
        if (from >= Integer.MAX_VALUE) {
            return CompletableFuture.completedFuture(Slice.of(List.of()));
        }
        return znodes.patiently(() -> ahead(from, limit, new ArrayList<>(), SLICE_BYTES))
                .thenCompose(found -> found.isEmpty()
                        ? znodes.patiently(() -> surely(from, limit))
                        : CompletableFuture.completedFuture(Slice.of(found)));
    }

    /** Reads without a sync until the limit, a gap, the byte limit or the known end is reached. */
    private CompletableFuture<List<byte[]>> ahead(long from, int limit, List<byte[]> found, long bytes) {
        long next = from + found.size();
        int count = count(next, limit - found.size());
        boolean isNearEnd = next + count >= end;
        var entries = fetch(next, count);
        var stat = isNearEnd ? znodes.stat(paths.entries()) : CompletableFuture.completedFuture(Optional.<Stat>empty());
        return entries.thenCompose(more -> stat.thenCompose(parent -> {
            found.addAll(more);
            parent.ifPresent(it -> end = Math.max(end, LogPaths.created(it)));
            long left = bytes - more.stream().mapToLong(it -> it.length).sum();
            boolean isComplete = more.size() < count || found.size() >= limit || left <= 0;
            return isComplete || from + found.size() >= end
                    ? CompletableFuture.completedFuture(found)
                    : ahead(from, limit, found, left);
        }));
    }

    /** Reads after a sync, and tells the end of the log from a trimmed position; the three requests are pipelined. */
    private CompletableFuture<Slice> surely(long from, int limit) {
        var synced = znodes.sync(paths.entries());
        var entries = fetch(from, count(from, limit));
        var parent = znodes.get(paths.entries());
        return synced.thenCompose(done -> entries).thenCombine(parent, (found, node) -> {
            boolean isTrimmed = found.isEmpty()
                    && node.filter(it -> from < Trimmer.TrimMark.of(it.data()).floor())
                            .isPresent();
            return isTrimmed ? Slice.TRIMMED : Slice.of(found);
        });
    }

    private int count(long from, int limit) {
        long known = Math.max(HOPEFUL_READS, end - from);
        return (int) Math.min(Math.min(known, limit), (long) readsPerCall() * MAX_CALLS_AHEAD);
    }

    private int readsPerCall() {
        return (int) Math.max(1, Math.min(MAX_READS_PER_CALL, CALL_BYTES / Math.max(1, typicalBytes)));
    }

    private CompletableFuture<List<byte[]>> fetch(long from, int count) {
        List<CompletableFuture<List<OpResult>>> calls = new ArrayList<>();
        int perCall = readsPerCall();
        for (int start = 0; start < count; start += perCall) {
            List<Op> reads = new ArrayList<>();
            for (int i = start; i < Math.min(count, start + perCall); i++) {
                reads.add(Op.getData(paths.entry(from + i)));
            }
            calls.add(znodes.reads(reads));
        }
        return CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).thenApply(done -> found(calls));
    }

    /** The entries before the first one that is absent. */
    private List<byte[]> found(List<CompletableFuture<List<OpResult>>> calls) {
        List<byte[]> entries = new ArrayList<>();
        int largest = 0;
        for (var call : calls) {
            for (OpResult result : call.join()) {
                if (!(result instanceof GetDataResult read)) {
                    return learn(entries, largest);
                }
                byte[] data = read.getData() == null ? Znodes.NOTHING : read.getData();
                entries.add(data);
                largest = Math.max(largest, data.length);
            }
        }
        return learn(entries, largest);
    }

    private List<byte[]> learn(List<byte[]> entries, int largest) {
        if (!entries.isEmpty()) {
            typicalBytes = largest;
        }
        return entries;
    }
}
