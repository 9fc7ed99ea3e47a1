package io.sardonyx.lease;

import java.util.Optional;

/**
 * One process's dealings with one lock document: what it saw, what it sent, what it holds. Whoever moves it has at most
 * one call to the store under way and tells the contender each answer; after no answer in time it simply reads again.
 *
 * <pre>
 *   saw ─▶ next ─▶ sent ─▶ succeeded (a tenure) | refused (read again) | nothing heard (read again)
 * </pre>
 *
 * @param sighting the last read, until something is sent: then only a new answer counts
 * @param attempt the write whose outcome is not known
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

    /** Whether it may do what needs the lock: only ever by a tenure that a successful write gave. */
    public boolean mayActAt(long nowNanos) {
        return tenure.isPresent() && tenure.get().mayActAt(nowNanos);
    }

    /** After a read that found no document. */
    public Contender sawNothing(long nowNanos) {
        return saw(Observation.ABSENT, LockDocument.UNHELD, nowNanos);
    }

    /**
     * After a read; {@code nowNanos} is when its answer was here. A document that is no longer ours ends the tenure.
     */
    public Contender saw(long version, LockDocument document, long nowNanos) {
        var seen = sighting.map(last -> last.then(version, document, nowNanos))
                .orElseGet(() -> Sighting.first(name, version, document, nowNanos));
        var stillHeld = tenure.filter(held -> document.isHeldBy(held.holder()) && document.fence() >= held.fence());
        var stillOpen = attempt.filter(sent -> sent.verdict(version, document) == Attempt.Verdict.OPEN);
        return new Contender(name, self, Optional.of(seen), stillHeld, stillOpen);
    }

    /** What to write now: an unanswered attempt again, a renewal that is due, or a claim of what is free or expired. */
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
     * A renewal that lifts the fence to at least {@code fence}; nothing while it is not the holder or awaits an answer.
     */
    public Optional<Attempt> raise(long fence, Moment now) {
        return settledHolding()
                .flatMap(seen -> seen.document()
                        .raised(self, seen.document().fence(), fence, now.wallMillis())
                        .map(document -> attempt(seen, document, now)));
    }

    /** Giving it up; nothing while it is not the holder or awaits an answer. */
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

    /** To be told before the write leaves: who gives up stops acting first. */
    public Contender sent(Attempt write) {
        var kept = write.next().isFree() ? Optional.<HeldLease>empty() : tenure;
        return new Contender(name, self, Optional.empty(), kept, Optional.of(write));
    }

    /** After the store said yes. An answer to anything but the attempt under way is too late to matter. */
    public Contender succeeded(Attempt write, long version, long nowNanos) {
        if (attempt.filter(write::equals).isEmpty()) {
            return this;
        }
        var seen = Sighting.first(name, version, write.next(), nowNanos);
        return new Contender(name, self, Optional.of(seen), write.granted(version), Optional.empty());
    }

    /**
     * After the store said that another write came first, which may have been an earlier copy of this one: a read
     * tells.
     */
    public Contender refused(Attempt write) {
        return attempt.filter(write::equals).isEmpty()
                ? this
                : new Contender(name, self, Optional.empty(), tenure, Optional.empty());
    }
}
