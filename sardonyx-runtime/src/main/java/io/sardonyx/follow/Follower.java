package io.sardonyx.group;

import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.port.Log;
import io.sardonyx.port.Origin;
import io.sardonyx.port.Slice;
import io.sardonyx.port.Watch;
import java.util.Optional;

/**
 * The only thing that turns history into state: reads the log in order, from the origin when it has one, and starts
 * again there when it finds itself behind a trim.
 *
 * <p>A nudge only hastens a read; a timer reads anyway. An entry that cannot be understood stops the follower before it
 * is applied: its exception comes out of {@link #turn}.
 */
public final class Follower<S> implements AutoCloseable {

    private static final int AT_ONCE = 256;

    /** How entries and origins become state. */
    public interface Fold<S> {

        S empty();

        S fromOrigin(byte[] origin);

        Entry<S> decode(long position, byte[] stored);

        Change<S> apply(S before, Entry<S> entry);
    }

    /** Told of every entry, in order. */
    public interface Reader<S> {

        void read(Entry<S> entry, Change<S> change);

        /** The state did not come from the last one: it was taken from an origin. */
        void restarted(S state);
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
    private boolean started;
    private boolean asking;
    private volatile boolean nudged = true;
    private final Deadline poll = new Deadline();
    private long reads;
    private boolean atEnd;

    Follower(Log log, Fold<S> fold, Reader<S> reader, BackOff backOff, long pollNanos) {
        this.log = log;
        this.fold = fold;
        this.reader = reader;
        this.backOff = backOff;
        this.pollNanos = pollNanos;
        this.state = fold.empty();
        this.watch = log.onAppend(() -> nudged = true);
    }

    public S state() {
        return state;
    }

    /** The position of the last entry in the state, -1 before the first. */
    public long position() {
        return position;
    }

    /** Whether the last answer of the log was that there is nothing more. */
    public boolean isAtEnd() {
        return atEnd;
    }

    /** How many answers the log has given; one that was asked for later has a greater number. */
    public long reads() {
        return reads;
    }

    boolean turn(long nowNanos) {
        boolean worked = mailbox.drain();
        boolean due = nudged || poll.isDue(nowNanos);
        if (!asking && due) {
            nudged = false;
            asking = true;
            poll.set(nowNanos + pollNanos);
            ask(nowNanos);
            worked = true;
        }
        return worked;
    }

    private void ask(long nowNanos) {
        if (started) {
            mailbox.await(log.read(position + 1, AT_ONCE), this::answered, failure -> failed(nowNanos));
        } else {
            mailbox.await(log.origin(), this::begin, failure -> failed(nowNanos));
        }
    }

    private void begin(Optional<Origin> origin) {
        asking = false;
        origin.ifPresent(found -> {
            state = fold.fromOrigin(found.state());
            position = found.position();
            reader.restarted(state);
        });
        started = true;
        nudged = true;
    }

    private void answered(Slice slice) {
        asking = false;
        backOff.succeeded();
        reads++;
        if (slice.trimmed()) {
            started = false;
            nudged = true;
            return;
        }
        for (byte[] stored : slice.entries()) {
            Entry<S> entry = fold.decode(position + 1, stored);
            Change<S> change = fold.apply(state, entry);
            state = change.after();
            position = entry.position();
            reader.read(entry, change);
        }
        atEnd = slice.entries().isEmpty();
        nudged |= !atEnd;
    }

    private void failed(long nowNanos) {
        asking = false;
        atEnd = false;
        nudged = false;
        poll.set(nowNanos + backOff.nextNanos());
    }

    @Override
    public void close() {
        watch.close();
    }
}
