package io.sardonyx.lease;

import java.util.Optional;

/**
 * A name that at most one process holds. Each function gives the document to write next, by compare-and-set against the
 * version it was read at, or nothing: not now.
 *
 * @param holder the token of who holds it, or {@link #NOBODY}
 * @param expireMillis what the holder's calendar said the lease would end at, for people; {@link #RELEASED} is no time
 *     but a mark
 * @param leaseMillis for how long it must be seen unchanged before it may be taken over; 0 when nobody holds it
 * @param fence how many tenures there were; effects carry it, and who receives them refuses any lower than the highest
 *     seen
 */
public record LockDocument(String holder, long expireMillis, long leaseMillis, long fence) {

    public static final String NOBODY = "";
    public static final long RELEASED = 0;

    /** What a document that is not there amounts to. */
    public static final LockDocument UNHELD = unheld(0);

    public LockDocument {
        if (expireMillis < 0 || fence < 0) {
            throw new IllegalArgumentException("neither expire nor fence is negative: " + expireMillis + ", " + fence);
        }
        if (expireMillis != RELEASED && !holder.isEmpty()) {
            LeaseLength.checked(leaseMillis);
        }
    }

    /** Held by nobody, its next tenure having a fence above {@code fence}. */
    public static LockDocument unheld(long fence) {
        return new LockDocument(NOBODY, RELEASED, 0, fence);
    }

    public boolean isFree() {
        return expireMillis == RELEASED || holder.isEmpty();
    }

    public boolean isHeldBy(String token) {
        return !isFree() && holder.equals(token);
    }

    /** Whether somebody holds it who has let a whole lease pass without a sign, as this observer saw it. */
    public boolean isExpired(Observation seen, long nowNanos) {
        return !isFree() && seen.isUnchangedFor(leaseMillis, nowNanos);
    }

    /** A new tenure, of what is free or expired. Who finds its own token here renews instead. */
    public Optional<LockDocument> acquired(Candidate who, Observation seen, Moment now) {
        if (isHeldBy(who.token()) || !isFree() && !isExpired(seen, now.nanos())) {
            return Optional.empty();
        }
        return Optional.of(heldBy(who, Math.addExact(fence, 1), now.wallMillis()));
    }

    /** The same tenure, seen alive. Nothing when somebody else has it, or the same process under another fence. */
    public Optional<LockDocument> renewed(Candidate who, long tenureFence, long wallMillis) {
        return raised(who, tenureFence, tenureFence, wallMillis);
    }

    /**
     * The same tenure under a fence of at least {@code atLeast}: so that the one document that is never deleted
     * remembers the fences of those that are.
     */
    public Optional<LockDocument> raised(Candidate who, long tenureFence, long atLeast, long wallMillis) {
        return isTenure(who.token(), tenureFence)
                ? Optional.of(heldBy(who, Math.max(fence, atLeast), wallMillis))
                : Optional.empty();
    }

    /** Free for the next one at once. The fence stays, so that it keeps growing. */
    public Optional<LockDocument> released(String token, long tenureFence) {
        return isTenure(token, tenureFence) ? Optional.of(unheld(fence)) : Optional.empty();
    }

    private boolean isTenure(String token, long tenureFence) {
        return isHeldBy(token) && fence == tenureFence;
    }

    /* A calendar that stands before 1970 must not make a lease look released. */
    private static LockDocument heldBy(Candidate who, long fence, long wallMillis) {
        long expireMillis = Math.max(1, wallMillis + who.leaseMillis());
        return new LockDocument(who.token(), expireMillis, who.leaseMillis(), fence);
    }
}
