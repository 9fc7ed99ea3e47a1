package io.sardonyx.lease;

import java.util.Optional;

/** A unit of work with a lock of its own. Outstanding and held means in progress; done is never claimed again. */
public record PartitionDocument(LockDocument lock, PartitionTask task, State state) {

    /** Progress of the work; whether it is in progress is up to the lock. */
    public enum State {
        OUTSTANDING,
        DONE
    }

    /** Outstanding work that is not held; its fences will all be above {@code fence}. */
    public static PartitionDocument outstanding(PartitionTask task, long fence) {
        return new PartitionDocument(LockDocument.unheld(fence), task, State.OUTSTANDING);
    }

    public boolean isDone() {
        return state == State.DONE;
    }

    /** The same work with another lock, as a {@link Contender} for its name wants it written. */
    public PartitionDocument with(LockDocument next) {
        return new PartitionDocument(next, task, state);
    }

    /** Whether it is outstanding and not held, as seen by this observer. */
    public boolean isClaimable(Observation seen, long nowNanos) {
        return !isDone() && isIdle(seen, nowNanos);
    }

    /** Whether it is not held or its lease has expired, as seen by this observer. */
    public boolean isIdle(Observation seen, long nowNanos) {
        return lock.isFree() || lock.isExpired(seen, nowNanos);
    }

    /** Claims it if it is outstanding and free or expired. */
    public Optional<PartitionDocument> claimed(Candidate who, Observation seen, Moment now) {
        return isDone() ? Optional.empty() : lock.acquired(who, seen, now).map(this::with);
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
        return lock.released(token, tenureFence).map(free -> new PartitionDocument(free, task, State.DONE));
    }
}
