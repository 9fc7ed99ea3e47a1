package io.sardonyx.follow;

import io.sardonyx.entry.ReplicaView;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.loop.BackOff;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Replica;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Reads or tails a store's log without joining the cluster, from its first entry that is not trimmed. For clients and
 * tools; blocks the calling thread.
 */
public final class LogScanner {

    /** The name of the masterless log in a store. */
    public static final String LOG = "log";

    private static final Duration POLL = Duration.ofSeconds(1);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private LogScanner() {}

    /** Listener for what is read. */
    public interface Reader {

        void read(Entry<Replica> entry, Change<Replica> change);

        /** Called instead of entries that are trimmed, with the state they resulted in. */
        default void begins(ReplicaView origin) {}

        /** Called when the end of the log is reached, each time. */
        default void ends(ReplicaView end) {}
    }

    /**
     * The replica at the end of the log, or after the entry at {@code upTo}; if the log was trimmed past that, at the
     * origin.
     *
     * @throws TimeoutException when the store does not answer in time
     */
    public static ReplicaView read(Store store, long upTo, Duration atMost, Reader reader) throws TimeoutException {
        long deadline = System.nanoTime() + atMost.toNanos();
        var stop = new Stopping(upTo, reader);
        try (var follower = follower(store, stop)) {
            turn(follower, stop, () -> stop.reached == null && System.nanoTime() - deadline < 0);
            if (stop.reached == null) {
                throw new TimeoutException(StoreTimeoutText.within(atMost, "the end of the log", follower.trouble()));
            }
            return stop.reached;
        }
    }

    /** Tails the log, waiting for more entries at its end, until {@code goesOn} returns false. */
    public static void follow(Store store, Reader reader, BooleanSupplier goesOn) {
        try (var follower = follower(store, reader)) {
            turn(follower, reader, goesOn);
        }
    }

    private static Follower<Replica> follower(Store store, Reader reader) {
        var backOff = new BackOff(Duration.ofMillis(50), POLL, RandomGenerator.getDefault());
        return new Follower<>(store.log(LOG), new ReplicaFold(), new Passing(reader), backOff, POLL.toNanos())
                .skipping(new SkippedEntries(store))
                .fromBeginning();
    }

    private static void turn(Follower<Replica> follower, Reader reader, BooleanSupplier goesOn) {
        long pause = FIRST_PAUSE_NANOS;
        boolean told = false;
        while (goesOn.getAsBoolean()) {
            boolean worked = follower.turn(System.nanoTime());
            if (follower.isAtEnd() && !told) {
                reader.ends(new ReplicaView(follower.state(), follower.position()));
            }
            told = follower.isAtEnd();
            pause = worked ? FIRST_PAUSE_NANOS : Math.min(LONGEST_PAUSE_NANOS, pause * 2);
            if (!worked) {
                LockSupport.parkNanos(pause);
            }
        }
    }

    /** Adapter of this listener to that of the follower. */
    private record Passing(Reader reader) implements Follower.Reader<Replica> {

        @Override
        public void read(Entry<Replica> entry, Change<Replica> change) {
            reader.read(entry, change);
        }

        @Override
        public void restarted(Replica state, long position) {
            reader.begins(new ReplicaView(state, position));
        }
    }

    /** Stops reading once a position or the end of the log is reached. */
    private static final class Stopping implements Reader {

        private final long upTo;
        private final Reader reader;
        private @Nullable ReplicaView reached;

        Stopping(long upTo, Reader reader) {
            this.upTo = upTo;
            this.reader = reader;
        }

        @Override
        public void read(Entry<Replica> entry, Change<Replica> change) {
            if (reached == null) {
                reader.read(entry, change);
                reached = entry.position() >= upTo ? new ReplicaView(change.after(), entry.position()) : null;
            }
        }

        @Override
        public void begins(ReplicaView origin) {
            reader.begins(origin);
            reached = origin.position() >= upTo ? origin : null;
        }

        @Override
        public void ends(ReplicaView end) {
            if (reached == null) {
                reader.ends(end);
                reached = end;
            }
        }
    }
}
