package io.sardonyx.task;

import io.sardonyx.channel.SegmentOrigin;
import org.jspecify.annotations.Nullable;

/**
 * Generator of the random values by which a task's output is acked, and the state of the run being processed: each run
 * that is sent on gets a value of its own, and the xor of these values goes into the ack of the run that was received.
 *
 * <p>When everything that grew from a root is acked, the xor at its input is zero.
 *
 * <p>A run of one segment with one result may hand on its own value instead, and has nothing to ack then: for the xor
 * it is as if the task were not there. Not so if anything else is sent on for the run: the ack of what has the old
 * value could come before that of the others' values, and the root would look done in between.
 *
 * <p>Confined to the thread of the task's turn.
 */
public final class AckValues {

    /** Increment of SplitMix64, the golden ratio in 64 bits. */
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;
    private long root;
    private @Nullable SegmentOrigin origin;
    private long given;
    private long bytesEach;

    public AckValues(long seed) {
        this.state = seed;
    }

    /** Starts a run of a root; forgets the values given before. */
    void begin(long ofRoot, @Nullable SegmentOrigin from) {
        root = ofRoot;
        origin = from;
        given = 0;
    }

    /** Sets the estimated heap size in bytes of each segment that is emitted next. */
    void weigh(long bytes) {
        bytesEach = bytes;
    }

    long bytesEach() {
        return bytesEach;
    }

    long root() {
        return root;
    }

    @Nullable
    SegmentOrigin origin() {
        return origin;
    }

    /** The xor of all values given since {@link #begin}. */
    long given() {
        return given;
    }

    /** A fresh value for one more outgoing run. */
    long give() {
        long value = fresh();
        given ^= value;
        return value;
    }

    /** The next pseudo-random number (SplitMix64), never zero: zero as an ack is a heartbeat. */
    public long fresh() {
        long mixed;
        do {
            state += STEP;
            mixed = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
            mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
            mixed ^= mixed >>> 31;
        } while (mixed == 0);
        return mixed;
    }
}
