package io.sardonyx.task;

import io.sardonyx.channel.SegmentOrigin;
import org.jspecify.annotations.Nullable;

/** What a task gives for one root: each run gets a value of its own, and the xor of them goes into the ack. */
public final class AckValues {

    private static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;
    private long root;
    private @Nullable SegmentOrigin origin;
    private long given;
    private long bytesEach;

    public AckValues(long seed) {
        this.state = seed;
    }

    void begin(long ofRoot, @Nullable SegmentOrigin from) {
        root = ofRoot;
        origin = from;
        given = 0;
    }

    /** About how many bytes of memory each of the next segments takes that are given. */
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

    /** The xor of all values given since the beginning. */
    long given() {
        return given;
    }

    /** A value for one more run. */
    long give() {
        long value = fresh();
        given ^= value;
        return value;
    }

    /** A random number that is not zero: a sequence that walks through all of them, well mixed. */
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
