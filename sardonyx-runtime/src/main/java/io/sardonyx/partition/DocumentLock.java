package io.sardonyx.partition;

import io.sardonyx.lease.Contender;
import io.sardonyx.lease.Contender.Attempt;
import io.sardonyx.lease.HeldLease;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.Moment;
import io.sardonyx.lease.Sighting;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.LazyLoggers;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.port.Unreadable;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lock on one document: claims, renews and releases it by compare-and-set, and reads it again after a write without an
 * answer. What a document holds besides the lock is up to the owner, who encodes it. Confined to the owner's thread.
 */
public final class DocumentLock {

    /** Stands for a document that cannot be decoded, or whose fence is unknown: held by nobody who renews it. */
    public static final LockDocument DAMAGED =
            new LockDocument("?", 1, Duration.ofDays(1).toMillis(), 0);

    private final Documents documents;
    private final Mailbox mailbox;
    private final LongSupplier clock;
    private final long patienceNanos;
    private final Function<Document, LockDocument> decode;
    private final LockDocument absent;
    private final Deadline answerBy = new Deadline();
    private final Deadline again = new Deadline();
    private Contender contender;
    /* The write under way, or whose outcome is unknown; a retry has the same body. */
    private @Nullable Write write;
    /* Number of the latest call; answers to earlier ones are ignored. */
    private long calls;
    private boolean asking;
    /* The version of the document since the latest successful write. */
    private long version = Documents.ABSENT;
    private volatile @Nullable HeldLease lease;

    /** A write, and what to do when its success is known: not from a read, which a fail-over of the store may undo. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Write(Attempt attempt, byte[] body, Runnable applied) {}

    /** Makes the body of the document with this lock. */
    @FunctionalInterface
    public interface Body {
        byte[] with(LockDocument lock);
    }

    /**
     * @param clock monotonic time in nanoseconds
     * @param decode takes the lock out of a document, or fails with {@link io.sardonyx.port.Unreadable}
     */
    public DocumentLock(
            Contender contender,
            Documents documents,
            Mailbox mailbox,
            LongSupplier clock,
            Function<Document, LockDocument> decode) {
        this(contender, documents, mailbox, clock, decode, LockDocument.UNHELD);
    }

    /** @param absent the lock of a document that does not exist, when its fence has to be asked for elsewhere */
    public DocumentLock(
            Contender contender,
            Documents documents,
            Mailbox mailbox,
            LongSupplier clock,
            Function<Document, LockDocument> decode,
            LockDocument absent) {
        this.contender = contender;
        this.absent = absent;
        this.clock = clock;
        this.documents = documents;
        this.mailbox = mailbox;
        this.decode = decode;
        this.patienceNanos = contender.self().leaseMillis() * 1_000_000 / 6;
    }

    /** The lease, if it is held; for any thread, which has to ask whether it may act. */
    @Nullable
    public HeldLease lease() {
        return lease;
    }

    /** Whether its holder may act at this moment; for any thread. */
    public boolean mayActAt(long nowNanos) {
        HeldLease held = lease;
        return held != null && held.mayActAt(nowNanos);
    }

    /** Whether it is neither claimed nor being claimed or released. */
    public boolean isIdle() {
        return write == null && !asking && contender.tenure().isEmpty();
    }

    /** Whether nothing is under way, and the document as it was read last is another's or nobody's. */
    public boolean isLost() {
        return known().filter(lock -> !lock.isHeldBy(contender.self().token())).isPresent();
    }

    /** As {@link #isLost()}, or this process's own under another fence. */
    boolean isLost(long fence) {
        return isLost() || known().filter(lock -> lock.fence() != fence).isPresent();
    }

    /** The lock as it was read or written last, if nothing is under way. */
    private Optional<LockDocument> known() {
        return write == null && !asking ? contender.sighting().map(Sighting::document) : Optional.empty();
    }

    /** Whether the outcome of every call is known, and with it the document. */
    public boolean isSettled() {
        return known().isPresent();
    }

    /** Whether a write is under way, or its outcome is not known yet. */
    public boolean isWriting() {
        return write != null;
    }

    /** The version of the document after the latest successful write. */
    public long version() {
        return version;
    }

    /** Number of calls so far, by which an owner that reads the document itself notices those in between. */
    public long calls() {
        return calls;
    }

    /** Takes note of a read by the owner that began after the latest call was answered. */
    public void saw(@Nullable Document document, long nowNanos) {
        if (document == null) {
            sawNone(absent, nowNanos);
            return;
        }
        contender = contender.saw(document.version(), decode.apply(document), nowNanos);
        settle();
    }

    /** Takes note of a read by the owner that found no document, and of the lock that it stands for. */
    public void sawNone(LockDocument instead, long nowNanos) {
        contender = contender.saw(Documents.ABSENT, instead, nowNanos);
        settle();
    }

    /**
     * Claims the lock if it is free or expired, and renews it when that is due; returns whether it called the store.
     */
    public boolean contend(Moment now, Body body, Runnable applied) {
        return proceed(now) || begin(contender.next(now), body, applied);
    }

    /** Renews the lock now, due or not. */
    public boolean renew(Moment now, Body body, Runnable applied) {
        return proceed(now) || begin(contender.raise(0, now), body, applied);
    }

    /** Renews the lock with a fence that is at least so high. */
    public boolean raise(long fence, Moment now, Body body, Runnable applied) {
        return proceed(now) || begin(contender.raise(fence, now), body, applied);
    }

    /** Releases the lock; the holder must have stopped to act. */
    public boolean release(Moment now, Body body, Runnable applied) {
        return proceed(now) || begin(contender.release(now), body, applied);
    }

    private boolean begin(Optional<Attempt> attempt, Body body, Runnable applied) {
        if (asking || write != null || attempt.isEmpty()) {
            return false;
        }
        send(
                new Write(attempt.get(), body.with(attempt.get().next()), applied),
                attempt.get().sentNanos());
        return true;
    }

    /** Sees an unanswered call through: waits, reads the document, or repeats the very same write. */
    private boolean proceed(Moment now) {
        if (asking && !answerBy.isDue(now.nanos())) {
            return false;
        }
        asking = false;
        if (contender.sighting().isEmpty()) {
            return again.isDue(now.nanos()) && look(now.nanos());
        }
        Write unknown = write;
        if (unknown != null && contender.attempt().isPresent()) {
            send(unknown, now.nanos());
            return true;
        }
        return false;
    }

    private void send(Write next, long nowNanos) {
        write = next;
        contender = contender.sent(next.attempt);
        lease = contender.tenure().orElse(null);
        long call = called(nowNanos);
        mailbox.await(
                documents.write(next.attempt.name(), next.body, next.attempt.seenVersion()),
                answer -> answered(call, next, answer),
                failure -> failed(call));
    }

    private long called(long nowNanos) {
        asking = true;
        answerBy.set(nowNanos + patienceNanos);
        again.set(nowNanos + patienceNanos / 2);
        return ++calls;
    }

    private void answered(long call, Write of, OptionalLong answer) {
        if (write == null || !write.attempt.equals(of.attempt)) {
            return;
        }
        asking &= call != calls;
        if (answer.isEmpty()) {
            contender = contender.refused(of.attempt);
        } else {
            version = answer.getAsLong();
            contender = contender.succeeded(of.attempt, version, clock.getAsLong());
        }
        settle();
        if (answer.isPresent()) {
            of.applied.run();
        } else {
            again.hasten();
        }
    }

    /** After a failed call the outcome is unknown, and the document is read after a while. */
    private void failed(long call) {
        asking &= call != calls;
    }

    private void settle() {
        lease = contender.tenure().orElse(null);
        if (contender.attempt().isEmpty()) {
            write = null;
        }
    }

    /** A document that cannot be decoded is not this process's, and nobody takes it over before it is repaired. */
    private void looked(@Nullable Document found, long nowNanos) {
        try {
            saw(found, nowNanos);
        } catch (Unreadable e) {
            LazyLoggers.of(DocumentLock.class).warn("{}", e.getMessage());
            contender = contender.saw(Objects.requireNonNull(found).version(), DAMAGED, nowNanos);
            settle();
        }
    }

    private boolean look(long nowNanos) {
        long call = called(nowNanos);
        String name = contender.name();
        mailbox.await(
                documents.read(List.of(name)),
                found -> {
                    if (call == calls) {
                        asking = false;
                        looked(found.isEmpty() ? null : found.get(0), clock.getAsLong());
                    }
                },
                failure -> failed(call));
        return true;
    }
}
