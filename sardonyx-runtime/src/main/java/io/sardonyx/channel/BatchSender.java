package io.sardonyx.channel;

/** Where batches are put in; they must have begun as blank ones of the same sender. */
public interface BatchSender extends ChannelSender<Batch> {

    /**
     * A batch to be filled.
     *
     * @param usual with how many segments, as far as one can guess
     * @param runs in how many runs, likewise
     */
    default Batch blank(int capacity, int usual, int runs) {
        return new Batch(capacity, usual, runs);
    }

    /** Whether whoever takes them is in the same process, so that they need not become bytes. */
    default boolean isNear() {
        return true;
    }
}
