package io.sardonyx.channel;

import io.sardonyx.serial.BadSegment;
import io.sardonyx.serial.SegmentOutput;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Batch of segments that travel together over one channel, in runs: the segments of a run grew from the same root and
 * are acked by one value.
 *
 * <p>Usually there is one run; several when small batches were merged, and one per segment where each is its own root.
 * The sender fills the batch on its thread; once it was handed to a channel, which publishes it safely, it is
 * immutable.
 */
public final class Batch {

    /** Added to the number in a mark that is the last of a job: all inputs have ended, and nothing comes behind it. */
    public static final long LAST = 1L << 62;

    /* Longs per run: root and value. */
    private static final int ENTRIES = 2;
    private static final Object[] NONE = {};

    /** Bytes from which a serialized batch is full, however few segments it has. */
    private static final int MANY_BYTES = 32 * 1024;

    /** Least capacity that is allocated. */
    private static final int FEWEST = 4;

    /** Most capacity that is allocated on the word of a remote process; more is allocated as segments come. */
    private static final int MANY_SEGMENTS = 1 << 12;

    private Object[] segments;
    private final int capacity;
    /* Serialized segments of a batch for another process, else null. */
    private final @Nullable SegmentOutput bytes;
    private int size;
    private long heapBytes;
    /* Root and value of each run. */
    private long[] runs;
    private int runCount;
    /* End index of each run; null as long as every run has one segment. */
    private int @Nullable [] ends;
    /* Origin of all runs, or of each if they differ. */
    private @Nullable SegmentOrigin origin;
    private @Nullable SegmentOrigin @Nullable [] origins;

    /** @param runs expected number of runs */
    public Batch(int capacity, int runs) {
        this(capacity, capacity, runs);
    }

    /**
     * A batch that allocates for the expected number of segments and grows up to its capacity.
     *
     * @param usual expected number of segments
     * @param runs expected number of runs
     */
    public Batch(int capacity, int usual, int runs) {
        this(new Object[Math.min(capacity, Math.max(FEWEST, usual))], capacity, Math.max(1, runs), null);
    }

    private Batch(Object[] segments, int capacity, int runs, @Nullable SegmentOutput bytes) {
        this.segments = segments;
        this.capacity = capacity;
        this.bytes = bytes;
        this.runs = new long[runs * ENTRIES];
    }

    /** A batch with the runs of another one, which are not copied. */
    private Batch(Object[] segments, int capacity, Batch other) {
        this.segments = segments;
        this.capacity = capacity;
        this.bytes = null;
        this.size = other.size;
        this.runs = other.runs;
        this.runCount = other.runCount;
        this.ends = other.ends;
        this.origin = other.origin;
        this.origins = other.origins;
    }

    /**
     * A batch that wraps an array without a copy; the array must not change any more.
     *
     * @param heapBytes estimated heap size of the segments in bytes
     */
    public static Batch around(Object[] segments, int runs, long heapBytes) {
        var batch = new Batch(segments, segments.length, runs, null);
        batch.size = segments.length;
        batch.heapBytes = heapBytes;
        return batch;
    }

    /**
     * A batch with the runs of this one and other segments, as many; this one must not be used any more, since the runs
     * are not copied.
     *
     * @param others the segments, from index 0
     * @param heapBytes estimated heap size of the segments in bytes
     */
    public Batch with(Object[] others, int most, long heapBytes) {
        var batch = new Batch(others, most, this);
        batch.heapBytes = heapBytes;
        return batch;
    }

    /**
     * A batch being deserialized. Its size was announced by a remote process that is not trusted, so it is allocated as
     * segments come. Heap size is not estimated: the channel bounds it by the bytes of the messages.
     */
    public static Batch growing(int capacity, int runs) {
        return new Batch(new Object[Math.min(capacity, MANY_SEGMENTS)], capacity, Math.max(1, runs), null);
    }

    /**
     * A batch for another process: each segment is serialized as it is added, so that one that cannot be fails in the
     * task that made it. The segments themselves are not kept.
     */
    public static Batch encoding(int capacity, int runs, SegmentOutput bytes) {
        return new Batch(NONE, capacity, Math.max(1, runs), bytes);
    }

    /** The segments, from index 0 to {@link #size}; must not be modified. Empty for a batch that serializes. */
    public Object[] segments() {
        return segments;
    }

    public int size() {
        return size;
    }

    /** Whether it has as many segments or bytes as it may; then it is to be sent. */
    public boolean isFull() {
        return size == capacity
                || (bytes == null ? heapBytes >= ChannelLimits.BYTES_PER_BATCH : bytes.size() >= MANY_BYTES);
    }

    /** Estimated heap size of its segments in bytes; 0 if they are serialized. */
    public long heapBytes() {
        return heapBytes;
    }

    /** The serialized segments of a batch for another process, else null. */
    public @Nullable SegmentOutput bytes() {
        return bytes;
    }

    /** Adds a segment without an estimate of its size. */
    public void add(Object segment) {
        add(segment, 0);
    }

    /**
     * Adds a segment.
     *
     * @param each its estimated heap size in bytes
     * @throws BadSegment when it cannot be serialized; then nothing was added
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
     * @param each estimated heap size of one of them in bytes
     * @return the first index that was not added
     * @throws BadSegment when the first cannot be serialized
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

    /** Adds segments one by one with their own sizes, until the batch is full in bytes. */
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

    /**
     * Serializes segments until the batch is full. One that fails behind others ends the call early, and throws in the
     * next.
     */
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

    /** Ends a run of all segments added since the last one. */
    public void endRun(long root, long value, @Nullable SegmentOrigin origin) {
        endRun(size, root, value, origin);
    }

    /** As {@link #endRun(long, long, SegmentOrigin)}, in a batch whose segments were added before its runs. */
    public void endRun(int end, long root, long value, @Nullable SegmentOrigin from) {
        int at = runCount * ENTRIES;
        if (at == runs.length) {
            runs = Arrays.copyOf(runs, runs.length * 4);
        }
        runs[at] = root;
        runs[at + 1] = value;
        if (ends != null || end != runCount + 1) {
            setEnd(end);
        }
        if (runCount == 0) {
            origin = from;
        } else if (origins != null || from != origin) {
            setOrigin(from);
        }
        runCount++;
    }

    private void setEnd(int end) {
        int[] some = ends;
        if (some == null) {
            some = new int[runs.length / ENTRIES];
            Arrays.setAll(some, i -> i + 1);
        } else if (runCount == some.length) {
            some = Arrays.copyOf(some, runs.length / ENTRIES);
        }
        some[runCount] = end;
        ends = some;
    }

    private void setOrigin(@Nullable SegmentOrigin from) {
        @Nullable SegmentOrigin[] some = origins;
        if (some == null) {
            some = new SegmentOrigin[runs.length / ENTRIES];
            Arrays.fill(some, 0, runCount, origin);
        } else if (runCount == some.length) {
            some = Arrays.copyOf(some, runs.length / ENTRIES);
        }
        some[runCount] = from;
        origins = some;
    }

    /**
     * Whether it is a mark, the end of a checkpoint's root: a run without segments, whose root is the number of the
     * checkpoint.
     */
    public boolean isMark() {
        return size == 0 && runCount == 1;
    }

    /**
     * A mark that an input receives from the keeper, or that a task has received from all upstream peers.
     *
     * @param root number of the checkpoint, with {@link #LAST} if nothing comes behind it
     */
    public static Batch mark(long root, long value) {
        var mark = new Batch(0, 1);
        mark.endRun(root, value, null);
        return mark;
    }

    /** Number of the checkpoint whose root a mark ends. */
    public long markNumber() {
        return root(0) & ~LAST;
    }

    /** Whether a mark is the last one: all inputs have ended, and nothing comes behind it. */
    public boolean isLastMark() {
        return isMark() && (root(0) & LAST) != 0;
    }

    public int runs() {
        return runCount;
    }

    public long root(int run) {
        return runs[run * ENTRIES];
    }

    /** The ack value of a run, which its receiver has to xor into the ack of the root. */
    public long value(int run) {
        return runs[run * ENTRIES + 1];
    }

    /** Index behind the last segment of the run. */
    public int end(int run) {
        return ends == null ? run + 1 : ends[run];
    }

    public @Nullable SegmentOrigin origin(int run) {
        return origins == null ? origin : origins[run];
    }
}
