package io.sardonyx.function;

import io.sardonyx.call.CallProgress;

/** Applies a function to segments one after another. */
public interface SegmentFunction {

    /**
     * Applies it to the segments from {@code from} to in front of {@code to}, and adds what it gives to the results. It
     * stops in front of the first segment that fails; what was given for the segments before stays, nothing is added
     * for that one. It also stops, behind at least one segment, when it is asked to leave.
     *
     * @return the index reached: {@code to} when all went well; otherwise {@link Results#failure} says why, or it was
     *     asked to leave. A batch function fails for all its segments at once, so for it that is {@code from}
     */
    int apply(Object[] segments, int from, int to, Results results, CallProgress progress);

    /** Whether it gives nothing but segments that it was given. */
    default boolean givesWhatItTakes() {
        return false;
    }

    /** For tasks without a function: gives the segments themselves. */
    enum Identity implements SegmentFunction {
        IDENTITY;

        @Override
        public int apply(Object[] segments, int from, int to, Results results, CallProgress progress) {
            results.addAll(segments, from, to);
            return to;
        }

        @Override
        public boolean givesWhatItTakes() {
            return true;
        }
    }
}
