package io.sardonyx.lease;

import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A unit of work with a lock of its own, its progress and its outcome, all in one document: whoever lost the lock can
 * write none of them. Outstanding and held means in progress; done and failed are never claimed.
 *
 * @param position up to which the work is settled, where a successor goes on; null for its beginning
 * @param skipped number of segments before the position that each task skipped
 * @param failures how often it has failed since it was created or retried
 * @param failure why it failed last, for people; while it has not failed, what its holder waits for; empty for nothing
 */
public record PartitionDocument(
        LockDocument lock,
        PartitionTask task,
        State state,
        @Nullable String position,
        SortedTable<TaskName, Long> skipped,
        int failures,
        String failure) {

    /** Longest reason of a failure that is kept. */
    public static final int LONGEST_FAILURE = 1_000;

    /** Progress of the work; whether it is in progress is up to the lock. */
    public enum State {
        OUTSTANDING,
        DONE,
        /** It failed too often and is left alone until somebody retries or drops it. */
        FAILED
    }

    public PartitionDocument {
        if (failures < 0) {
            throw new IllegalArgumentException("a partition does not fail " + failures + " times");
        }
        failure = failure.length() <= LONGEST_FAILURE ? failure : failure.substring(0, LONGEST_FAILURE);
    }

    /** Outstanding work that is not held; its fences will all be above {@code fence}. */
    public static PartitionDocument outstanding(PartitionTask task, long fence) {
        return new PartitionDocument(
                LockDocument.unheld(fence), task, State.OUTSTANDING, null, SortedTable.empty(), 0, "");
    }

    public boolean isDone() {
        return state == State.DONE;
    }

    public boolean isOutstanding() {
        return state == State.OUTSTANDING;
    }

    /** The same work with another lock, as a {@link Contender} for its name wants it written. */
    public PartitionDocument with(LockDocument next) {
        return new PartitionDocument(next, task, state, position, skipped, failures, failure);
    }

    /** The same work, settled up to a position. */
    public PartitionDocument at(@Nullable String settled, SortedTable<TaskName, Long> skippedBefore) {
        return new PartitionDocument(lock, task, state, settled, skippedBefore, failures, failure);
    }

    /** The same work in another state. */
    public PartitionDocument in(State other) {
        return new PartitionDocument(lock, task, other, position, skipped, failures, failure);
    }

    /** The same work, whose holder waits for something; empty for nothing. A failure is not forgotten for that. */
    public PartitionDocument waitingFor(String something) {
        return failures > 0 ? this : new PartitionDocument(lock, task, state, position, skipped, failures, something);
    }

    /** What its holder waits for; empty for nothing. */
    public String waiting() {
        return failures == 0 && isOutstanding() && !lock.isFree() ? failure : "";
    }

    /** Whether it is outstanding and not held, as seen by this observer. */
    public boolean isClaimable(Observation seen, long nowNanos) {
        return isOutstanding() && isIdle(seen, nowNanos);
    }

    /** Whether it is not held or its lease has expired, as seen by this observer. */
    public boolean isIdle(Observation seen, long nowNanos) {
        return lock.isFree() || lock.isExpired(seen, nowNanos);
    }

    /** Claims it if it is outstanding and free or expired. */
    public Optional<PartitionDocument> claimed(Candidate who, Observation seen, Moment now) {
        return isOutstanding() ? lock.acquired(who, seen, now).map(this::with) : Optional.empty();
    }

    /** Renews the lease of its holder. */
    public Optional<PartitionDocument> renewed(Candidate who, long tenureFence, long wallMillis) {
        return lock.renewed(who, tenureFence, wallMillis).map(this::with);
    }

    /** Releases it without being done. */
    public Optional<PartitionDocument> released(String token, long tenureFence) {
        return lock.released(token, tenureFence).map(this::with);
    }

    /** Marks it as done; only the tenure that holds it can. */
    public Optional<PartitionDocument> completed(String token, long tenureFence) {
        return ended(token, tenureFence, State.DONE);
    }

    /** Releases it after a failure; the failure that makes {@code most} of them leaves it as failed. */
    public Optional<PartitionDocument> failed(String token, long tenureFence, String reason, int most) {
        State next = failures + 1 >= most ? State.FAILED : State.OUTSTANDING;
        return lock.released(token, tenureFence)
                .map(free -> new PartitionDocument(free, task, next, position, skipped, failures + 1, reason));
    }

    /** Failed at once by somebody who does not hold it; its holder, if there is one, loses the lease with that. */
    public PartitionDocument givenUp(String reason) {
        return new PartitionDocument(
                LockDocument.unheld(lock.fence()), task, State.FAILED, position, skipped, failures + 1, reason);
    }

    private Optional<PartitionDocument> ended(String token, long tenureFence, State end) {
        return lock.released(token, tenureFence)
                .map(free -> new PartitionDocument(free, task, end, position, skipped, failures, failure));
    }

    /** The work outstanding again from its position, its failures forgotten; empty unless it had failed. */
    public Optional<PartitionDocument> retried() {
        return state == State.FAILED
                ? Optional.of(new PartitionDocument(lock, task, State.OUTSTANDING, position, skipped, 0, ""))
                : Optional.empty();
    }

    /** Given up: done as it is; empty unless it had failed. */
    public Optional<PartitionDocument> dropped() {
        return state == State.FAILED
                ? Optional.of(new PartitionDocument(lock, task, State.DONE, position, skipped, failures, failure))
                : Optional.empty();
    }
}
