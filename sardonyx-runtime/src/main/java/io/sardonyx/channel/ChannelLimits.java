package io.sardonyx.channel;

/**
 * Limits of all queues and buffers between tasks. A full queue exerts back-pressure, until inputs stop reading; so
 * memory is bounded by these limits, by the batch size and the pending roots of each task, and by the number of
 * channels.
 */
public final class ChannelLimits {

    /** Queue capacity in batches between two peers. */
    public static final int BATCHES_PER_CHANNEL = 16;

    /**
     * Queue capacity in bytes between two peers: estimated heap size within a process, message size between processes.
     * A larger batch is sent alone.
     */
    public static final long BYTES_PER_CHANNEL = 8 << 20;

    /** Bytes from which a batch is full, however few segments it has; a larger segment is sent alone. */
    public static final long BYTES_PER_BATCH = 1 << 20;

    /** Bytes of all pending roots of one input peer; a larger batch is read alone. */
    public static final long BYTES_OF_ROOTS = 64 << 20;

    /** Bytes in the broker's queues between two tasks, from which the writer waits if the reader has peers. */
    public static final long BYTES_PER_EDGE = 64 << 20;

    /** Queue capacity in bundles of acks between a peer and an input. */
    public static final int ACKS_PER_CHANNEL = 32;

    /** Acks in a bundle from which it is sent before the end of the turn. */
    public static final int ACKS_PER_BUNDLE = 256;

    /** Segments up to which small batches are merged into one. */
    public static final int SEGMENTS_TOGETHER = 256;

    /**
     * Work that waits for a task, in nanoseconds: so much is queued and in batches. What is under way is bounded by
     * time as well, so a mark is never long behind what came before it, however slow a function is.
     */
    public static final long NANOS_QUEUED = 100_000_000;

    /** Segments that a task wants in a batch before it is known how long it needs for one. */
    public static final int SEGMENTS_AT_FIRST = 16;

    /** A limit of segments that never limits anything. */
    public static final int NO_LIMIT = Integer.MAX_VALUE;

    /** Most batches that a task takes in one turn. */
    public static final int BATCHES_PER_TURN = 8;

    private ChannelLimits() {}

    /**
     * How many segments a task wants in one batch, and about as many in the queue of each of its channels, by the time
     * that it needs for one: a power of two, so that it seldom changes, or {@link #NO_LIMIT} for a fast one.
     *
     * @param nanosEach time for a segment
     * @param channels that it receives from
     * @param present what it has wanted so far; it grows to twice as many at once, since one measurement may be wrong
     */
    public static int segmentsWanted(long nanosEach, int channels, int present) {
        long wanted = NANOS_QUEUED / Math.max(1, nanosEach) / (channels + 1);
        long most = Math.min(wanted, 2L * present);
        boolean fast = most >= (long) BATCHES_PER_CHANNEL * SEGMENTS_TOGETHER;
        return fast ? NO_LIMIT : Integer.highestOneBit((int) Math.max(1, most));
    }

    /** How many batches may be queued in a channel under a limit of segments. */
    static int batchesQueued(int segmentsWanted) {
        return Math.max(1, Math.min(BATCHES_PER_CHANNEL, segmentsWanted / SEGMENTS_TOGETHER));
    }
}
