package io.sardonyx.lease;

import java.util.Optional;

/**
 * State machine of one process competing for one lock document: what it has read, sent and holds. Its driver has at
 * most one call to the store under way and passes each reply to it; after a timeout it reads again.
 *
 * <pre>
 *   saw ─▶ next ─▶ sent ─▶ succeeded (a tenure) | refused (read again) | timeout (read again)
 * </pre>
 *
 * @param sighting the last read; empty once a write was sent, since then only a new reply counts
 * @param attempt the write whose outcome is unknown
 */
public record Contender(
        String name,
        Candidate self,
        Optional<Sighting<LockDocument>> sighting,
        Optional<HeldLease> tenure,
        Optional<Attempt> attempt) {

    public static Contender of(String name, Candidate self) {
        return new Contender(name, self, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Whether it may act under the lock: only by a tenure that a successful write granted. */
    public boolean mayActAt(long nowNanos) {
        return tenure.isPresent() && tenure.get().mayActAt(nowNanos);
    }

    /** After a read that found no document. */
    public Contender sawNothing(long nowNanos) {
        return saw(Observation.ABSENT, LockDocument.UNHELD, nowNanos);
    }

    /**
     * After a read whose reply arrived at {@code nowNanos}. A document that this process no longer holds ends the
     * tenure.
     */
    public Contender saw(long version, LockDocument document, long nowNanos) {
        var seen = sighting.map(last -> last.then(version, document, nowNanos))
                .orElseGet(() -> Sighting.first(name, version, document, nowNanos));
        var stillHeld = tenure.filter(held -> document.isHeldBy(held.holder()) && document.fence() >= held.fence());
        var stillOpen = attempt.filter(sent -> sent.verdict(version, document) == Attempt.Verdict.OPEN);
        return new Contender(name, self, Optional.of(seen), stillHeld, stillOpen);
    }

    /**
     * The write to send now: a retry of an unanswered attempt, a renewal that is due, or a claim of a lock that is free
     * or expired.
     */
    public Optional<Attempt> next(Moment now) {
        if (attempt.isPresent()) {
            return attempt.filter(sent -> sighting.isPresent());
        }
        return sighting.flatMap(seen -> claimOrRenewal(seen, now).map(document -> attempt(seen, document, now)));
    }

    private Optional<LockDocument> claimOrRenewal(Sighting<LockDocument> seen, Moment now) {
        var document = seen.document();
        if (!document.isHeldBy(self.token())) {
            return document.acquired(self, seen.observation(), now);
        }
        boolean due = tenure.map(held -> held.isRenewalDueAt(now.nanos())).orElse(true);
        return due ? document.renewed(self, document.fence(), now.wallMillis()) : Optional.empty();
    }

    /**
     * A renewal that raises the fence to at least {@code fence}; empty while it is not the holder or awaits a reply.
     */
    public Optional<Attempt> raise(long fence, Moment now) {
        return settledHolding()
                .flatMap(seen -> seen.document()
                        .raised(self, seen.document().fence(), fence, now.wallMillis())
                        .map(document -> attempt(seen, document, now)));
    }

    /** A release; empty while it is not the holder or awaits a reply. */
    public Optional<Attempt> release(Moment now) {
        return settledHolding()
                .flatMap(seen -> seen.document()
                        .released(self.token(), seen.document().fence())
                        .map(document -> attempt(seen, document, now)));
    }

    private Optional<Sighting<LockDocument>> settledHolding() {
        return attempt.isPresent()
                ? Optional.empty()
                : sighting.filter(seen -> seen.document().isHeldBy(self.token()));
    }

    private Attempt attempt(Sighting<LockDocument> seen, LockDocument document, Moment now) {
        return new Attempt(name, seen.version(), document, now.nanos());
    }

    /** To be called before the write is sent: a process that releases must stop acting first. */
    public Contender sent(Attempt write) {
        var kept = write.next().isFree() ? Optional.<HeldLease>empty() : tenure;
        return new Contender(name, self, Optional.empty(), kept, Optional.of(write));
    }

    /** After a successful write. A reply to any other write than the attempt under way is late and ignored. */
    public Contender succeeded(Attempt write, long version, long nowNanos) {
        if (attempt.filter(write::equals).isEmpty()) {
            return this;
        }
        var seen = Sighting.first(name, version, write.next(), nowNanos);
        return new Contender(name, self, Optional.of(seen), write.granted(version), Optional.empty());
    }

    /**
     * After the store refused the write because another came first, which may have been an earlier copy of this one: a
     * read tells.
     */
    public Contender refused(Attempt write) {
        return attempt.filter(write::equals).isEmpty()
                ? this
                : new Contender(name, self, Optional.empty(), tenure, Optional.empty());
    }

    /**
     * A compare-and-set of a lock document whose outcome is not known yet.
     *
     * @param seenVersion the version it replaces, or {@link Observation#ABSENT}
     * @param sentNanos monotonic time before it was sent first; a retry keeps it, since either copy may be the one that
     *     is applied
     */
    public record Attempt(String name, long seenVersion, LockDocument next, long sentNanos) {

        /** What a read tells about a write whose reply never came. */
        public enum Verdict {
            /** Not applied so far, but it may still be under way: retry the identical write. */
            OPEN,
            /**
             * Applied, as far as a read can tell. A read is a hint, so renew from this version: the reply to that
             * grants the lease.
             */
            APPLIED,
            /** Another write came first; this one can never be applied. */
            LOST
        }

        /** Compares holder and fence, since no two tenures share both. */
        public Verdict verdict(long version, LockDocument read) {
            if (version == seenVersion) {
                return Verdict.OPEN;
            }
            return read.holder().equals(next.holder()) && read.fence() == next.fence() ? Verdict.APPLIED : Verdict.LOST;
        }

        /** The lease that a successful write grants; empty when the write was a release. */
        public Optional<HeldLease> granted(long version) {
            return next.isFree()
                    ? Optional.empty()
                    : Optional.of(
                            new HeldLease(name, next.holder(), next.fence(), version, sentNanos, next.leaseMillis()));
        }
    }
}
