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

    /** Most batches that a task takes in one turn. */
    public static final int BATCHES_PER_TURN = 8;

    private ChannelLimits() {}
}
