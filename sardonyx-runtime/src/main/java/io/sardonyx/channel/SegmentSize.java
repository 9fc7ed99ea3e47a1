package io.sardonyx.channel;

import io.sardonyx.plugin.Identified;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the heap size of segments in bytes, so that queues can be bounded in bytes. Strings, arrays, lists and maps
 * count, and what the fields of records and of other objects refer to. What an object may share with others, such as
 * the schema of a row or a service, counts only as a reference: of objects that are not records, those of the same
 * package are taken as its own.
 *
 * <p>Of many segments two are sampled, and all of them measured only if a sample is large, so the cost is negligible
 * where segments are small. The fields of a class are looked up once.
 */
public final class SegmentSize {

    /** Bytes from which a segment is large. */
    static final int LARGE = 1 << 10;

    /* Estimate for an object without its content. */
    private static final int OBJECT = 32;
    /* Up to this number, all segments are measured. */
    private static final int FEW = 4;
    /* Depth of nesting up to which collections and fields are followed. */
    private static final int DEEPEST = 4;
    /* Items of a collection that are measured; the rest is extrapolated. */
    private static final int MOST_ITEMS = 64;
    /* Objects with fields that are followed per segment. */
    private static final int MOST_OBJECTS = 256;

    private static final ClassValue<Field[]> FIELDS = new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            return LargeFields.of(type);
        }
    };

    /* Whether instances of a class cannot refer to anything large. */
    private static final ClassValue<Boolean> PLAIN = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isPlain(type);
        }
    };

    private int left = MOST_OBJECTS;

    private SegmentSize() {}

    /** Estimate for one segment. */
    public static long of(@Nullable Object segment) {
        if (segment instanceof String text) {
            return OBJECT + (long) text.length();
        }
        if (segment instanceof byte[] bytes) {
            return OBJECT + (long) bytes.length;
        }
        return segment == null || PLAIN.get(segment.getClass()) ? OBJECT : new SegmentSize().of(segment, 0);
    }

    private static boolean isPlain(Class<?> type) {
        return !Collection.class.isAssignableFrom(type)
                && !Map.class.isAssignableFrom(type)
                && !ByteBuffer.class.isAssignableFrom(type)
                && !type.isArray()
                && FIELDS.get(type).length == 0;
    }

    private long of(@Nullable Object item, int depth) {
        if (item instanceof String text) {
            return OBJECT + (long) text.length();
        }
        if (item instanceof byte[] bytes) {
            return OBJECT + (long) bytes.length;
        }
        if (item instanceof ByteBuffer buffer) {
            return OBJECT + (long) buffer.capacity();
        }
        if (item == null || depth == DEEPEST) {
            return OBJECT;
        }
        if (item instanceof Identified<?> identified) {
            return OBJECT + of(identified.value(), depth);
        }
        if (item instanceof Map<?, ?> map) {
            return OBJECT + items(map.keySet(), depth) + items(map.values(), depth);
        }
        if (item instanceof Collection<?> items) {
            return OBJECT + items(items, depth);
        }
        Class<?> component = item.getClass().getComponentType();
        if (component == null) {
            return fields(item, depth);
        }
        return component.isPrimitive()
                ? OBJECT + (long) Array.getLength(item) * LargeFields.bytes(component)
                : OBJECT + items(Arrays.asList((Object[]) item), depth);
    }

    /** Estimate for a collection. One that is modified concurrently counts as far as it was seen. */
    private long items(Collection<?> items, int depth) {
        long sum = 0;
        int seen = 0;
        try {
            for (Object item : items) {
                sum += of(item, depth + 1);
                if (++seen == MOST_ITEMS) {
                    return sum * items.size() / seen;
                }
            }
        } catch (RuntimeException e) {
            return sum;
        }
        return sum;
    }

    private long fields(Object item, int depth) {
        Field[] fields = FIELDS.get(item.getClass());
        long sum = OBJECT;
        for (int i = 0; i < fields.length && left > 0; i++) {
            Object value = LargeFields.value(fields[i], item);
            if (value != null && LargeFields.isOwn(value, item)) {
                left--;
                sum += of(value, depth + 1);
            }
        }
        return sum;
    }

    /**
     * Estimate for all segments from one index to another.
     *
     * @param indexes of the segments, or null if {@code from} and {@code to} are such indexes
     */
    public static long of(@Nullable Object[] segments, int @Nullable [] indexes, int from, int to) {
        int count = to - from;
        if (count <= FEW) {
            return exactly(segments, indexes, from, to);
        }
        int middle = (from + to) / 2;
        int last = to - 1;
        long one = of(segments[indexes == null ? middle : indexes[middle]]);
        long other = of(segments[indexes == null ? last : indexes[last]]);
        return one >= LARGE || other >= LARGE ? exactly(segments, indexes, from, to) : (one + other) * count / 2;
    }

    private static long exactly(@Nullable Object[] segments, int @Nullable [] indexes, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += of(segments[indexes == null ? i : indexes[i]]);
        }
        return sum;
    }
}
