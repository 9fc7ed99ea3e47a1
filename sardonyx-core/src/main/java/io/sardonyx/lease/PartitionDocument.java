package io.sardonyx.lease;

import java.util.Optional;

/** A unit of work under a lock of its own. Outstanding and held means in progress; done is never claimed again. */
public record PartitionDocument(LockDocument lock, PartitionTask task, State state) {

    /** How far the work is; whether somebody is at it is the lock's to say. */
    public enum State {
        OUTSTANDING,
        DONE
    }

    /** Work that nobody has begun; its fences will all be above {@code fence}. */
    public static PartitionDocument outstanding(PartitionTask task, long fence) {
        return new PartitionDocument(LockDocument.unheld(fence), task, State.OUTSTANDING);
    }

    public boolean isDone() {
        return state == State.DONE;
    }

    /** The same work under another lock, as a {@link Contender} for its name wants it written. */
    public PartitionDocument with(LockDocument next) {
        return new PartitionDocument(next, task, state);
    }

    /** Whether there is work in it that nobody does, as this observer saw it. */
    public boolean isClaimable(Observation seen, long nowNanos) {
        return !isDone() && isIdle(seen, nowNanos);
    }

    /** Whether nobody is at it, as this observer saw it. */
    public boolean isIdle(Observation seen, long nowNanos) {
        return lock.isFree() || lock.isExpired(seen, nowNanos);
    }

    public Optional<PartitionDocument> claimed(Candidate who, Observation seen, Moment now) {
        return isDone() ? Optional.empty() : lock.acquired(who, seen, now).map(this::with);
    }

    public Optional<PartitionDocument> renewed(Candidate who, long tenureFence, long wallMillis) {
        return lock.renewed(who, tenureFence, wallMillis).map(this::with);
    }

    /** Given back undone, for the next one at once. */
    public Optional<PartitionDocument> released(String token, long tenureFence) {
        return lock.released(token, tenureFence).map(this::with);
    }

    /** Done, by the tenure that did it and no other. */
    public Optional<PartitionDocument> completed(String token, long tenureFence) {
        return lock.released(token, tenureFence).map(free -> new PartitionDocument(free, task, State.DONE));
    }
}
