package io.sardonyx.testkit.simulate.jobs;

import java.util.HashSet;
import java.util.Set;

/**
 * Virtual time that calls of user functions take: the calling task loop counts as busy for so long. Also counts the
 * calls, and repeated calls for the same segment.
 */
public final class CallTime {

    /** Name under which all simulated processes provide it as a resource. */
    public static final String RESOURCE = "sardonyx.simulated.call-time";

    /** Key of a call: job and segment. */
    private record Call(String job, long number) {}

    /** Job and segment of every call made so far. */
    private final Set<Call> made = new HashSet<>();

    private long calls;
    /** Virtual time spent in calls of the turn that is running. */
    private long spentNanos;

    /** Records a call that takes so many nanoseconds. */
    void spend(String job, long number, long nanos) {
        made.add(new Call(job, number));
        calls++;
        spentNanos += nanos;
    }

    /** Records a call that takes so long that the engine considers it stuck; not counted as a call. */
    void hang(long nanos) {
        spentNanos += nanos;
    }

    /** Time spent in calls of the current turn so far. */
    public long spentNanos() {
        return spentNanos;
    }

    /** Ends a turn: returns the time spent in its calls and resets it. */
    public long endTurn() {
        long spent = spentNanos;
        spentNanos = 0;
        return spent;
    }

    public long calls() {
        return calls;
    }

    /** How many calls were for a segment that had been called for before. */
    public long repeatedCalls() {
        return calls - made.size();
    }
}
