package io.sardonyx.follow;

import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.loop.BackOff;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.DamagedEntry;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Unreadable;
import io.sardonyx.port.Watch;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the log and the only producer of state from it: applies entries in order, beginning with the origin if
 * there is one, and restarts from the origin when the log was trimmed past its position.
 *
 * <p>A notification only triggers a read earlier; a timer polls anyway, and verifies that the last entry read is still
 * in the log. An entry that cannot be decoded stops the follower before it is applied, and so do a {@link LostHistory}
 * and an {@link Unreadable} store: the exception is thrown by {@link #turn}. A damaged entry is skipped if an operator
 * decided so.
 *
 * <p>Confined to one thread, that of {@link #turn}; store callbacks only set a flag or reach it through a mailbox.
 */
public final class Follower<S> implements AutoCloseable {

    /** Entries per read. */
    private static final int AT_ONCE = 256;

    /** Decodes entries and origins and applies them to the state. */
    public interface Fold<S> {

        S empty();

        S fromOrigin(byte[] origin);

        Entry<S> decode(long position, byte[] stored);

        /** A no-op entry in place of a damaged one that was skipped. */
        Entry<S> skipped(long position);

        Change<S> apply(S before, Entry<S> entry);

        /** Whether the state of an origin belongs to the same history as the state before. */
        boolean isContinued(S before, S after);
    }

    /** Listener for entries, in log order, called within {@link #turn}. */
    public interface Reader<S> {

        void read(Entry<S> entry, Change<S> change);

        /** The state was replaced by that of the origin at a position, without reading the entries between. */
        void restarted(S state, long position);
    }

    private final Log log;
    private final Fold<S> fold;
    private final Reader<S> reader;
    private final Mailbox mailbox = new Mailbox();
    private final BackOff backOff;
    private final long pollNanos;
    private final Watch watch;
    private S state;
    private long position = -1;
    /** Position of an own entry that is known to be in the log, so that the end is not before it. */
    private long expected = -1;
    /** Stored bytes of the entry at {@link #position}, to verify that the log is still the same; null if unknown. */
    private byte @Nullable [] last;
    /** Whether the origin was read or is not wanted. */
    private boolean started;

    private boolean asking;
    /** Set by the store's thread on an append, cleared before each read so that none is missed. */
    private volatile boolean nudged = true;

    private final Deadline poll = new Deadline();
    /** When the last entry is verified next. */
    private final Deadline proof = new Deadline();

    private long lastTurnNanos;
    private long asked;
    private long reads;
    private boolean atEnd;
    private boolean caughtUp;
    private volatile @Nullable Throwable trouble;
    private @Nullable SkippedEntries skipped;

    /** Starts at the log's origin; without one at its beginning. */
    public Follower(Log log, Fold<S> fold, Reader<S> reader, BackOff backOff, long pollNanos) {
        this.log = log;
        this.fold = fold;
        this.reader = reader;
        this.backOff = backOff;
        this.pollNanos = pollNanos;
        this.state = fold.empty();
        this.watch = log.onAppend(() -> {
            nudged = true;
            mailbox.wake();
        });
    }

    /** Starts at the first entry instead of the origin, unless it is trimmed. */
    public Follower<S> fromBeginning() {
        started = true;
        return this;
    }

    /** Enables skipping of damaged entries that are recorded there. */
    public Follower<S> skipping(SkippedEntries entries) {
        skipped = entries;
        return this;
    }

    public S state() {
        return state;
    }

    /** The position of the last entry in the state, -1 before the first. */
    public long position() {
        return position;
    }

    /** Whether the last read found no more entries, and no own entry is known to be further on. */
    public boolean isAtEnd() {
        return atEnd && position >= expected;
    }

    /**
     * Whether the last read returned fewer entries than asked for, so that the state is almost the latest. While others
     * append continuously, {@link #isAtEnd} may never be true.
     */
    public boolean isCaughtUp() {
        return caughtUp && position >= expected;
    }

    /** Makes known that the log has an entry at that position: until it was read, this is not the end of the log. */
    public void expect(long appended) {
        if (appended > position) {
            expected = Math.max(expected, appended);
            nudged = true;
        }
    }

    /** Sequence number of the last read that was started. */
    public long asked() {
        return asked;
    }

    /**
     * Sequence number of the last read that was answered; if it is at least n, the state is no older than the start of
     * n.
     */
    public long reads() {
        return reads;
    }

    /** Failure of the last read, or null when it succeeded; may be called from any thread. */
    public @Nullable Throwable trouble() {
        return trouble;
    }

    /** Forces verification of the last entry, and a new read, before the state counts as current again. */
    public void doubt() {
        proof.hasten();
        atEnd = false;
        caughtUp = false;
        nudged = true;
    }

    /** Discards the state, which proved wrong, and starts again at the origin. */
    public void startAnew() {
        doubt();
        state = fold.empty();
        position = -1;
        last = null;
        started = false;
    }

    /** Handles an answer or starts a read; at most one is in flight. Returns whether it did anything. */
    public boolean turn(long nowNanos) {
        lastTurnNanos = nowNanos;
        boolean worked = mailbox.drain(nowNanos);
        if (asking) {
            return worked;
        }
        if (last != null && proof.isDue(nowNanos)) {
            prove(nowNanos, last);
            return true;
        }
        if (nudged || poll.isDue(nowNanos)) {
            ask(nowNanos);
            return true;
        }
        return worked;
    }

    private void ask(long nowNanos) {
        nudged = false;
        asking = true;
        poll.set(nowNanos + pollNanos);
        if (started) {
            asked++;
            mailbox.await(log.read(position + 1, AT_ONCE), this::answered, this::failed);
        } else {
            mailbox.await(log.origin(), this::begin, this::failed);
        }
    }

    /** Reads the last entry again: if it is missing or different, this is not the log that was read so far. */
    private void prove(long nowNanos, byte[] expected) {
        asking = true;
        mailbox.await(
                log.read(position, 1),
                slice -> {
                    asking = false;
                    proof.set(nowNanos + pollNanos);
                    if (!slice.trimmed() && !slice.beginsWith(expected)) {
                        throw new LostHistory("entry " + position + " of the log is gone or another one");
                    }
                },
                e -> {
                    Unreadable.rethrow(e);
                    asking = false;
                    proof.set(lastTurnNanos + backOff.nextNanos());
                });
    }

    private void begin(Optional<Origin> origin) {
        asking = false;
        origin.ifPresent(this::restart);
        if (origin.isEmpty() && position >= 0) {
            throw new LostHistory("the log was trimmed behind entry " + position + ", but has no origin");
        }
        started = true;
        nudged = true;
    }

    private void restart(Origin origin) {
        S fresh = fold.fromOrigin(origin.state());
        if (origin.position() < position || !fold.isContinued(state, fresh)) {
            throw new LostHistory("the origin of the log, at entry " + origin.position()
                    + ", is of another history than entry " + position + " that was read before");
        }
        state = fresh;
        position = origin.position();
        last = null;
        reader.restarted(state, position);
    }

    private void answered(Slice slice) {
        asking = false;
        backOff.succeeded();
        trouble = null;
        reads = asked;
        if (slice.trimmed()) {
            caughtUp = false;
            started = false;
            nudged = true;
            return;
        }
        for (byte[] stored : slice.entries()) {
            try {
                take(fold.decode(position + 1, stored));
            } catch (DamagedEntry damaged) {
                lookForSkip(damaged);
                return;
            }
            last = stored;
        }
        atEnd = slice.entries().isEmpty();
        caughtUp = slice.entries().size() < AT_ONCE;
        nudged |= !atEnd;
    }

    private void take(Entry<S> entry) {
        Change<S> change = fold.apply(state, entry);
        state = change.after();
        position = entry.position();
        reader.read(entry, change);
    }

    /** Looks for an operator's decision to skip a damaged entry; without one the follower stops at it. */
    private void lookForSkip(DamagedEntry damaged) {
        if (skipped == null || damaged.position() != position + 1) {
            throw damaged;
        }
        doubt();
        asking = true;
        mailbox.await(skipped.has(damaged), isSkipped -> skip(damaged, isSkipped), this::failed);
    }

    private void skip(DamagedEntry damaged, boolean isSkipped) {
        if (!isSkipped) {
            throw damaged;
        }
        asking = false;
        take(fold.skipped(position + 1));
        last = null;
        nudged = true;
    }

    private void failed(Throwable failure) {
        if (failure instanceof DamagedEntry damaged) {
            lookForSkip(damaged);
            return;
        }
        Unreadable.rethrow(failure);
        trouble = failure;
        asking = false;
        atEnd = false;
        caughtUp = false;
        nudged = false;
        poll.set(lastTurnNanos + backOff.nextNanos());
    }

    @Override
    public void close() {
        watch.close();
    }
}
