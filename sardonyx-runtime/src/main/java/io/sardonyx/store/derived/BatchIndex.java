package io.sardonyx.store.derived;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Cache of what was read of a log: which positions are in which batch, and the entries of the batches read last. A
 * batch never changes. Confined to the store's thread.
 */
final class BatchIndex {

    private static final int MAX_SPANS = 10_000;
    private static final int MAX_CACHED_BYTES = 2 << 20;

    private final TreeMap<Long, Span> byFirst = new TreeMap<>();
    private final Map<Long, List<byte[]>> cached = new LinkedHashMap<>();
    private long cachedBytes;

    /** The positions from {@code first} on, without {@code end}, that a batch has. */
    record Span(long number, long first, long end) {

        boolean has(long position) {
            return first <= position && position < end;
        }
    }

    void add(long number, LogBatch batch) {
        if (byFirst.size() == MAX_SPANS) {
            byFirst.pollFirstEntry();
        }
        byFirst.put(batch.first(), new Span(number, batch.first(), batch.end()));
    }

    /** Keeps the entries of a batch; those read longest ago are dropped. */
    void keep(long number, List<byte[]> entries) {
        if (cached.putIfAbsent(number, entries) == null) {
            cachedBytes += size(entries);
        }
        var oldest = cached.entrySet().iterator();
        while (cachedBytes > MAX_CACHED_BYTES && cached.size() > 1) {
            cachedBytes -= size(oldest.next().getValue());
            oldest.remove();
        }
    }

    private static long size(List<byte[]> entries) {
        return entries.stream().mapToLong(entry -> entry.length).sum();
    }

    /** The entries of a batch, if they are still kept. */
    @Nullable
    List<byte[]> entries(long number) {
        return cached.get(number);
    }

    /** The batch with that position, also if it is the one behind the last that is known; empty if it is not known. */
    OptionalLong batchOf(long position) {
        Span before = before(position);
        if (before == null) {
            return position == 0 ? OptionalLong.of(0) : OptionalLong.empty();
        }
        if (before.has(position)) {
            return OptionalLong.of(before.number());
        }
        return before.end() == position ? OptionalLong.of(before.number() + 1) : OptionalLong.empty();
    }

    /** The batch with that position. */
    @Nullable
    Span at(long position) {
        Span before = before(position);
        return before != null && before.has(position) ? before : null;
    }

    /** The last known batch that begins at or before a position. */
    @Nullable
    Span before(long position) {
        var entry = byFirst.floorEntry(position);
        return entry == null ? null : entry.getValue();
    }

    /** The first known batch that begins behind a position. */
    @Nullable
    Span after(long position) {
        var entry = byFirst.higherEntry(position);
        return entry == null ? null : entry.getValue();
    }

    /** Drops all; who lost the log's data, or found it restored, must not go on with it. */
    void clear() {
        byFirst.clear();
        cached.clear();
        cachedBytes = 0;
    }
}
