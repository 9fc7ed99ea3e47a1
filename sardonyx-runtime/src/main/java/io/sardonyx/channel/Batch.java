package io.sardonyx.channel;

import io.sardonyx.serial.BadSegment;
import io.sardonyx.serial.SegmentOutput;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Segments that travel together over one channel, in runs: the segments of a run grew from the same root and are acked
 * by the same value.
 *
 * <p>Often there is one run; several when small batches were put together, and one for each segment where each is its
 * own root. Its maker fills it; once it is handed over nobody changes it any more.
 */
public final class Batch {

    private static final int ENTRIES = 3;
    private static final Object[] NONE = {};

    /** So many bytes are enough to be sent, however few segments they are. */
    private static final int MANY_BYTES = 32 * 1024;

    /** There is room for so many at least. */
    private static final int FEWEST = 4;

    /** Room for more is only made as they come. */
    private static final int MANY_SEGMENTS = 1 << 12;

    private Object[] segments;
    private final int capacity;
    private final @Nullable SegmentOutput bytes;
    private int size;
    private long heapBytes;
    /* Root, value and end of each run. */
    private long[] runs;
    private @Nullable SegmentOrigin[] origins;
    private int runCount;

    /** @param runs how many there will be, as far as one can guess */
    public Batch(int capacity, int runs) {
        this(capacity, capacity, runs);
    }

    /**
     * A batch with room for some segments at first, and for more as they come.
     *
     * @param usual how many there will be, as far as one can guess
     * @param runs how many of these, likewise
     */
    public Batch(int capacity, int usual, int runs) {
        this(new Object[Math.min(capacity, Math.max(FEWEST, usual))], capacity, Math.max(1, runs), null);
    }

    private Batch(Object[] segments, int capacity, int runs, @Nullable SegmentOutput bytes) {
        this.segments = segments;
        this.capacity = capacity;
        this.bytes = bytes;
        this.runs = new long[runs * ENTRIES];
        this.origins = new SegmentOrigin[runs];
    }

    /**
     * A batch around segments that are there already; the array must not change any more.
     *
     * @param heapBytes about how many bytes of memory they take
     */
    public static Batch around(Object[] segments, int runs, long heapBytes) {
        var batch = new Batch(segments, segments.length, runs, null);
        batch.size = segments.length;
        batch.heapBytes = heapBytes;
        return batch;
    }

    /**
     * A batch that is said to get so many segments, by somebody who may not be trusted. Nobody asks how much memory
     * they take: they have come, and the bytes they came in were counted.
     */
    public static Batch growing(int capacity, int runs) {
        return new Batch(new Object[Math.min(capacity, MANY_SEGMENTS)], capacity, Math.max(1, runs), null);
    }

    /**
     * A batch for another process: each segment becomes bytes as it is added, so that one which cannot is known where
     * it was made. The segments themselves are not kept.
     */
    public static Batch encoding(int capacity, int runs, SegmentOutput bytes) {
        return new Batch(NONE, capacity, Math.max(1, runs), bytes);
    }

    /** The segments, from index 0 to {@link #size}; not to be changed. */
    public Object[] segments() {
        return segments;
    }

    public int size() {
        return size;
    }

    public boolean isFull() {
        return size == capacity
                || (bytes == null ? heapBytes >= ChannelLimits.BYTES_PER_BATCH : bytes.size() >= MANY_BYTES);
    }

    /** About how many bytes of memory its segments take, unless they have become bytes already. */
    public long heapBytes() {
        return heapBytes;
    }

    /** The segments as bytes, if it is for another process. */
    public @Nullable SegmentOutput bytes() {
        return bytes;
    }

    /** Adds a segment whose size nobody asks for, or which is to become bytes. */
    public void add(Object segment) {
        add(segment, 0);
    }

    /**
     * Adds a segment.
     *
     * @param each about how many bytes of memory it takes
     * @throws BadSegment when it is to become bytes and cannot; then nothing was added
     */
    public void add(Object segment, long each) {
        if (bytes == null) {
            makeRoom(size + 1);
            segments[size] = segment;
            heapBytes += each;
        } else {
            bytes.segment(segment);
        }
        size++;
    }

    /**
     * Adds as many of the segments as there is room for.
     *
     * @param indexes of the segments in {@code from}, or null if {@code start} and {@code end} are such indexes
     * @param each about how many bytes of memory one of them takes
     * @return the first that is left, or cannot be added
     */
    public int add(Object[] from, int @Nullable [] indexes, int start, int end, long each) {
        if (bytes != null) {
            return encode(from, indexes, start, end);
        }
        int stop = Math.min(end, start + capacity - size);
        long more = each * (stop - start);
        if (heapBytes + more > ChannelLimits.BYTES_PER_BATCH && stop - start > 1) {
            return addLarge(from, indexes, start, stop);
        }
        heapBytes += more;
        makeRoom(size + stop - start);
        if (indexes == null) {
            System.arraycopy(from, start, segments, size, stop - start);
        } else {
            for (int next = start; next < stop; next++) {
                segments[size + next - start] = from[indexes[next]];
            }
        }
        size += stop - start;
        return stop;
    }

    /** One by one, until that is enough. */
    private int addLarge(Object[] from, int @Nullable [] indexes, int start, int end) {
        int next = start;
        while (next < end && !isFull()) {
            Object segment = from[indexes == null ? next : indexes[next]];
            add(segment, SegmentSize.of(segment));
            next++;
        }
        return next;
    }

    private void makeRoom(int many) {
        if (many > segments.length && segments.length < capacity) {
            segments = Arrays.copyOf(segments, Math.min(capacity, Math.max(many, 4 * segments.length)));
        }
    }

    private int encode(Object[] from, int @Nullable [] indexes, int start, int end) {
        int next = start;
        try {
            while (next < end && !isFull()) {
                add(from[indexes == null ? next : indexes[next]]);
                next++;
            }
        } catch (BadSegment e) {
            if (next == start) {
                throw e;
            }
        }
        return next;
    }

    /** What was added since the last run is a run. */
    public void endRun(long root, long value, @Nullable SegmentOrigin origin) {
        endRun(size, root, value, origin);
    }

    /** As {@link #endRun(long, long, Origin)}, in a batch whose segments are there already. */
    public void endRun(int end, long root, long value, @Nullable SegmentOrigin origin) {
        if (runCount == origins.length) {
            runs = Arrays.copyOf(runs, runs.length * 4);
            origins = Arrays.copyOf(origins, origins.length * 4);
        }
        int at = runCount * ENTRIES;
        runs[at] = root;
        runs[at + 1] = value;
        runs[at + 2] = end;
        origins[runCount++] = origin;
    }

    public int runs() {
        return runCount;
    }

    public long root(int run) {
        return runs[run * ENTRIES];
    }

    public long value(int run) {
        return runs[run * ENTRIES + 1];
    }

    /** The index behind the last segment of the run. */
    public int end(int run) {
        return (int) runs[run * ENTRIES + 2];
    }

    public @Nullable SegmentOrigin origin(int run) {
        return origins[run];
    }
}
