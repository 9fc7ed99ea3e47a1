package io.sardonyx.channel;

/**
 * How much may wait where. Whatever is full pushes back, until inputs stop reading; so memory is bounded by these, by
 * the batch size and the pending roots of each task, and by the number of channels.
 */
public final class ChannelLimits {

    /** Batches between two peers. */
    public static final int BATCHES_PER_CHANNEL = 16;

    /**
     * Bytes between two peers: of memory in one process, as far as can be told, and of messages between processes. A
     * batch that is larger goes alone.
     */
    public static final long BYTES_PER_CHANNEL = 8 << 20;

    /** Bytes that make a batch full, however few segments they are; a segment that is larger goes alone. */
    public static final long BYTES_PER_BATCH = 1 << 20;

    /** Bytes of what one peer of an input has read and is not done; a batch that is larger goes alone. */
    public static final long BYTES_OF_ROOTS = 64 << 20;

    /** Bundles of acks between a peer and an input. */
    public static final int ACKS_PER_CHANNEL = 32;

    /** Acks in a bundle before it is sent although the turn goes on. */
    public static final int ACKS_PER_BUNDLE = 256;

    /** Segments that travel together although they are many small batches. */
    public static final int SEGMENTS_TOGETHER = 256;

    /** Batches a task takes in one turn. */
    public static final int BATCHES_PER_TURN = 8;

    private ChannelLimits() {}
}
