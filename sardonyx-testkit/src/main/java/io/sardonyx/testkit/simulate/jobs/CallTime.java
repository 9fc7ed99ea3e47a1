package io.sardonyx.testkit.simulate.jobs;

import java.util.HashSet;
import java.util.Set;

/**
 * The virtual time that functions take: whoever calls one is busy for so long. Counts the calls, and those that were
 * made before for the same segment.
 */
public final class CallTime {

    /** Under this name all simulated processes provide it. */
    public static final String RESOURCE = "sardonyx.simulated.call-time";

    private record Call(String job, long number) {}

    private final Set<Call> made = new HashSet<>();
    private long calls;
    private long spentNanos;

    /** A call takes so long. */
    void spend(String job, long number, long nanos) {
        made.add(new Call(job, number));
        calls++;
        spentNanos += nanos;
    }

    /** A call takes so long that nobody waits for it. */
    void hang(long nanos) {
        spentNanos += nanos;
    }

    /** What the calls of the present turn took so far. */
    public long spentNanos() {
        return spentNanos;
    }

    /** What the calls of a turn took that is over. */
    public long endTurn() {
        long spent = spentNanos;
        spentNanos = 0;
        return spent;
    }

    public long calls() {
        return calls;
    }

    /** Calls for segments for which there was one before. */
    public long repeatedCalls() {
        return calls - made.size();
    }
}
