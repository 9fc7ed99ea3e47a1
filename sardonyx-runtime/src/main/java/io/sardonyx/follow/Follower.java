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
 * The only thing that turns history into state: reads the log in order, from the origin when it has one, and starts
 * again there when it finds itself behind a trim.
 *
 * <p>A nudge only hastens a read; a timer reads anyway, and makes sure that the last entry is still where it was. An
 * entry that cannot be understood stops the follower before it is applied, and so do a {@link LostHistory} and what is
 * {@link Unreadable}: the exception comes out of {@link #turn}. A damaged entry is passed over if an operator decided
 * so.
 */
public final class Follower<S> implements AutoCloseable {

    private static final int AT_ONCE = 256;

    /** How entries and origins become state. */
    public interface Fold<S> {

        S empty();

        S fromOrigin(byte[] origin);

        Entry<S> decode(long position, byte[] stored);

        /** What is read in place of a damaged entry that was skipped: it changes nothing. */
        Entry<S> skipped(long position);

        Change<S> apply(S before, Entry<S> entry);

        /** Whether what came out of an origin belongs to the same history as what was there before. */
        boolean isContinued(S before, S after);
    }

    /** Told of every entry, in order. */
    public interface Reader<S> {

        void read(Entry<S> entry, Change<S> change);

        /** The state did not come from the last one: it was taken from the origin at a position. */
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
    private long expected = -1;
    private byte @Nullable [] last;
    private boolean started;
    private boolean asking;
    private volatile boolean nudged = true;
    private final Deadline poll = new Deadline();
    private final Deadline proof = new Deadline();
    private long lastTurnNanos;
    private long asked;
    private long reads;
    private boolean atEnd;
    private boolean caughtUp;
    private volatile @Nullable Throwable trouble;
    private @Nullable SkippedEntries skipped;

    /** Begins at the log's origin; without one at its beginning. */
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

    /** Reads from the very beginning, if that is still there. */
    public Follower<S> fromBeginning() {
        started = true;
        return this;
    }

    /** Goes on behind damaged entries that are skipped there. */
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

    /** Whether the last answer of the log was that there is nothing more, and nothing more is known to be there. */
    public boolean isAtEnd() {
        return atEnd && position >= expected;
    }

    /**
     * Whether it knows about as much as anybody: the last answer was shorter than asked for. Where others append all
     * the time the very end may never be seen.
     */
    public boolean isCaughtUp() {
        return caughtUp && position >= expected;
    }

    /** The log has an entry at that position: until it is read, this is not the end, however late the nudge. */
    public void expect(long appended) {
        if (appended > position) {
            expected = Math.max(expected, appended);
            nudged = true;
        }
    }

    /** The number of the last read that was asked for. */
    public long asked() {
        return asked;
    }

    /** The number of the last read that was answered. */
    public long reads() {
        return reads;
    }

    /** Why the last question was not answered, or null when it was; any thread may ask. */
    public @Nullable Throwable trouble() {
        return trouble;
    }

    /** Trusts nothing: before the next entry it makes sure that the log is still the same. */
    public void doubt() {
        proof.hasten();
        atEnd = false;
        caughtUp = false;
        nudged = true;
    }

    /** Forgets all it has read, which turned out to be wrong, and begins at the origin. */
    public void startAnew() {
        doubt();
        state = fold.empty();
        position = -1;
        last = null;
        started = false;
    }

    /** Asks for more, or takes in what was asked for; whether there was anything to do. */
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

    /** Whether the next entry is to be skipped only a document can tell; without one this is as far as it gets. */
    private void lookForSkip(DamagedEntry damaged) {
        if (skipped == null || damaged.position() != position + 1) {
            throw damaged;
        }
        doubt();
        asking = true;
        mailbox.await(skipped.has(damaged), isSkipped -> passOver(damaged, isSkipped), this::failed);
    }

    private void passOver(DamagedEntry damaged, boolean isSkipped) {
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
