package io.sardonyx.exchange;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * About how many bytes of memory segments take, so that what waits can be bounded in bytes. Text, bytes, lists and maps
 * of such count; of any other object only that it is there.
 *
 * <p>Of many segments some are looked at, and all of them only if one of those is large: so it costs hardly anything
 * where segments are small.
 */
public final class SegmentSize {

    /** From this on a segment is large. */
    static final int LARGE = 1 << 10;

    private static final int OBJECT = 32;
    private static final int SAMPLES = 4;
    /* Of a list in a list in a list. */
    private static final int DEEPEST = 4;
    private static final int MOST_ITEMS = 64;

    private SegmentSize() {}

    public static long of(@Nullable Object segment) {
        return of(segment, 0);
    }

    private static long of(@Nullable Object item, int depth) {
        if (item instanceof String text) {
            return OBJECT + (long) text.length();
        }
        if (item instanceof byte[] bytes) {
            return OBJECT + (long) bytes.length;
        }
        if (depth < DEEPEST && item instanceof Map<?, ?> map) {
            return OBJECT + items(map.keySet(), depth) + items(map.values(), depth);
        }
        return depth < DEEPEST && item instanceof Collection<?> items ? OBJECT + items(items, depth) : OBJECT;
    }

    private static long items(Collection<?> items, int depth) {
        long sum = 0;
        int seen = 0;
        for (Object item : items) {
            sum += of(item, depth + 1);
            if (++seen == MOST_ITEMS) {
                return sum * items.size() / seen;
            }
        }
        return sum;
    }

    /**
     * All segments from one index to another together.
     *
     * @param indexes of the segments, or null if {@code from} and {@code to} are such indexes
     */
    public static long of(@Nullable Object[] segments, int @Nullable [] indexes, int from, int to) {
        int count = to - from;
        if (count <= SAMPLES) {
            return exactly(segments, indexes, from, to);
        }
        long sum = 0;
        for (int i = 0; i < SAMPLES; i++) {
            int index = from + (int) ((long) i * (count - 1) / (SAMPLES - 1));
            long size = of(segments[indexes == null ? index : indexes[index]]);
            if (size >= LARGE) {
                return exactly(segments, indexes, from, to);
            }
            sum += size;
        }
        return sum * count / SAMPLES;
    }

    private static long exactly(@Nullable Object[] segments, int @Nullable [] indexes, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += of(segments[indexes == null ? i : indexes[i]]);
        }
        return sum;
    }
}
