package io.sardonyx.channel;

/** Sender of batches; a batch must have been made by {@link #blank} of the same sender. */
public interface BatchSender extends ChannelSender<Batch> {

    /**
     * An empty batch to be filled.
     *
     * @param capacity most segments
     * @param usual expected number of segments
     * @param runs expected number of runs
     */
    default Batch blank(int capacity, int usual, int runs) {
        return new Batch(capacity, usual, runs);
    }

    /** Whether the receiver is in the same process, so that segments are passed by reference and not serialized. */
    default boolean isNear() {
        return true;
    }
}
