package io.sardonyx.lease;

import java.util.Optional;

/**
 * Lock as a document, held by at most one process. Each method returns the document to write next, by compare-and-set
 * against the version it was read at, or empty when the lock cannot be changed now.
 *
 * @param holder the token of the holder, or {@link #NO_HOLDER}
 * @param expireMillis wall-clock time at which the holder expected the lease to end, informative only;
 *     {@link #RELEASED} marks a free lock
 * @param leaseMillis how long it must be seen unchanged before it may be taken over; 0 when it is free
 * @param fence fencing token, the number of tenures; effects carry it, and their receivers refuse any lower than the
 *     highest seen
 */
public record LockDocument(String holder, long expireMillis, long leaseMillis, long fence) {

    public static final String NO_HOLDER = "";
    public static final long RELEASED = 0;

    /** The lock of a document that does not exist. */
    public static final LockDocument UNHELD = unheld(0);

    public LockDocument {
        if (expireMillis < 0 || fence < 0) {
            throw new IllegalArgumentException("neither expire nor fence is negative: " + expireMillis + ", " + fence);
        }
        if (expireMillis != RELEASED && !holder.isEmpty()) {
            LeaseLength.checked(leaseMillis);
        }
    }

    /** A free lock whose next tenure gets a fence above {@code fence}. */
    public static LockDocument unheld(long fence) {
        return new LockDocument(NO_HOLDER, RELEASED, 0, fence);
    }

    public boolean isFree() {
        return expireMillis == RELEASED || holder.isEmpty();
    }

    public boolean isHeldBy(String token) {
        return !isFree() && holder.equals(token);
    }

    /** Whether its holder has let a whole lease pass without renewal, as seen by this observer. */
    public boolean isExpired(Observation seen, long nowNanos) {
        return !isFree() && seen.isUnchangedFor(leaseMillis, nowNanos);
    }

    /** Acquires a lock that is free or expired, as a new tenure. A process that finds its own token renews instead. */
    public Optional<LockDocument> acquired(Candidate who, Observation seen, Moment now) {
        if (isHeldBy(who.token()) || !isFree() && !isExpired(seen, now.nanos())) {
            return Optional.empty();
        }
        return Optional.of(heldBy(who, Math.addExact(fence, 1), now.wallMillis()));
    }

    /** Renews the same tenure. Empty when another process holds it, or the same process under another fence. */
    public Optional<LockDocument> renewed(Candidate who, long tenureFence, long wallMillis) {
        return raised(who, tenureFence, tenureFence, wallMillis);
    }

    /**
     * Renews the same tenure with a fence of at least {@code atLeast}, so that the one document that is never deleted
     * remembers the fences of those that are.
     */
    public Optional<LockDocument> raised(Candidate who, long tenureFence, long atLeast, long wallMillis) {
        return isTenure(who.token(), tenureFence)
                ? Optional.of(heldBy(who, Math.max(fence, atLeast), wallMillis))
                : Optional.empty();
    }

    /** Releases the lock at once. The fence stays, so that it keeps growing. */
    public Optional<LockDocument> released(String token, long tenureFence) {
        return isTenure(token, tenureFence) ? Optional.of(unheld(fence)) : Optional.empty();
    }

    private boolean isTenure(String token, long tenureFence) {
        return isHeldBy(token) && fence == tenureFence;
    }

    /* A wall clock before 1970 must not make a lease look released. */
    private static LockDocument heldBy(Candidate who, long fence, long wallMillis) {
        long expireMillis = Math.max(1, wallMillis + who.leaseMillis());
        return new LockDocument(who.token(), expireMillis, who.leaseMillis(), fence);
    }
}
