package io.sardonyx.follow;

import io.sardonyx.coordinator.Roster;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.loop.BackOff;
import io.sardonyx.port.Store;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.replica.Replica;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Reads or tails a log of a store without joining the cluster, from its first entry that is not trimmed. For clients
 * and tools; blocks the calling thread.
 *
 * @param <S> what the log folds to: a replica, or the coordinator's roster
 */
public final class LogScanner<S> {

    /** The name of the masterless log in a store. */
    public static final String LOG = "log";

    private static final Duration POLL = Duration.ofSeconds(1);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Function<Follower.Reader<S>, Follower<S>> opening;

    private LogScanner(Function<Follower.Reader<S>, Follower<S>> opening) {
        this.opening = opening;
    }

    /** Listener for what is read. */
    public interface Reader<S> {

        void read(Entry<S> entry, Change<S> change);

        /** Called instead of entries that are trimmed, with the state they resulted in. */
        default void begins(S origin, long position) {}

        /** Called when the end of the log is reached, each time. */
        default void ends(S end, long position) {}
    }

    /**
     * How far a log was read.
     *
     * @param position of the last entry in the state, or -1
     */
    public record Reached<S>(S state, long position) {}

    /** Of the cluster's log. */
    public static LogScanner<Replica> ofCluster(Store store) {
        return new LogScanner<>(
                reader -> new Follower<>(store.log(LOG), new ReplicaFold(), reader, backOff(), POLL.toNanos())
                        .skipping(new SkippedEntries(store))
                        .fromBeginning());
    }

    /** Of the coordinator's log of a founded cluster. */
    public static LogScanner<Roster> ofCoordinator(Store store, ClusterParameters cluster) {
        return new LogScanner<>(reader -> new Follower<>(
                        store.log(RosterFold.log(cluster)), new RosterFold(), reader, backOff(), POLL.toNanos())
                .skipping(SkippedEntries.ofCoordinator(store, cluster))
                .fromBeginning());
    }

    private static BackOff backOff() {
        return new BackOff(Duration.ofMillis(50), POLL, RandomGenerator.getDefault());
    }

    /** As {@link #read(long, Duration, Reader)}, of the cluster's log. */
    public static ReplicaView read(Store store, long upTo, Duration atMost, Reader<Replica> reader)
            throws TimeoutException {
        Reached<Replica> reached = ofCluster(store).read(upTo, atMost, reader);
        return new ReplicaView(reached.state, reached.position);
    }

    /**
     * The state at the end of the log, or after the entry at {@code upTo}; if the log was trimmed past that, at the
     * origin.
     *
     * @throws TimeoutException when the store does not answer in time
     */
    public Reached<S> read(long upTo, Duration atMost, Reader<S> reader) throws TimeoutException {
        long deadline = System.nanoTime() + atMost.toNanos();
        var stop = new Stopping<>(upTo, reader);
        try (var follower = opening.apply(new Passing<>(stop))) {
            turn(follower, stop, () -> stop.reached == null && System.nanoTime() - deadline < 0);
            if (stop.reached == null) {
                throw new TimeoutException(StoreTimeoutText.within(atMost, "the end of the log", follower.trouble()));
            }
            return stop.reached;
        }
    }

    /** Tails the log, waiting for more entries at its end, until {@code goesOn} returns false. */
    public void follow(Reader<S> reader, BooleanSupplier goesOn) {
        try (var follower = opening.apply(new Passing<>(reader))) {
            turn(follower, reader, goesOn);
        }
    }

    private static <S> void turn(Follower<S> follower, Reader<S> reader, BooleanSupplier goesOn) {
        long pause = FIRST_PAUSE_NANOS;
        boolean told = false;
        while (goesOn.getAsBoolean()) {
            boolean worked = follower.turn(System.nanoTime());
            if (follower.isAtEnd() && !told) {
                reader.ends(follower.state(), follower.position());
            }
            told = follower.isAtEnd();
            pause = worked ? FIRST_PAUSE_NANOS : Math.min(LONGEST_PAUSE_NANOS, pause * 2);
            if (!worked) {
                LockSupport.parkNanos(pause);
            }
        }
    }

    /** Adapter of this listener to that of the follower. */
    private record Passing<S>(Reader<S> reader) implements Follower.Reader<S> {

        @Override
        public void read(Entry<S> entry, Change<S> change) {
            reader.read(entry, change);
        }

        @Override
        public void restarted(S state, long position) {
            reader.begins(state, position);
        }
    }

    /** Stops reading once a position or the end of the log is reached. */
    private static final class Stopping<S> implements Reader<S> {

        private final long upTo;
        private final Reader<S> reader;
        private @Nullable Reached<S> reached;

        Stopping(long upTo, Reader<S> reader) {
            this.upTo = upTo;
            this.reader = reader;
        }

        @Override
        public void read(Entry<S> entry, Change<S> change) {
            if (reached == null) {
                reader.read(entry, change);
                reached = entry.position() >= upTo ? new Reached<>(change.after(), entry.position()) : null;
            }
        }

        @Override
        public void begins(S origin, long position) {
            reader.begins(origin, position);
            reached = position >= upTo ? new Reached<>(origin, position) : null;
        }

        @Override
        public void ends(S end, long position) {
            if (reached == null) {
                reader.ends(end, position);
                reached = new Reached<>(end, position);
            }
        }
    }
}
