package io.sardonyx.follow;

import io.sardonyx.codec.ReplicaView;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.loop.BackOff;
import io.sardonyx.port.Log;
import io.sardonyx.port.Store;
import io.sardonyx.replica.Replica;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Reads a store's log like any group does, but takes no part. */
public final class History {

    /** The name of the masterless log in a store. */
    public static final String LOG = "log";

    private static final Duration POLL = Duration.ofSeconds(1);

    private History() {}

    /** Told of every entry that is read. */
    public interface Reader {

        void read(Entry<Replica> entry, Change<Replica> change);
    }

    /**
     * The replica at the end of the log, or after the entry at {@code upTo}; if the log was trimmed behind that, at the
     * origin.
     *
     * @throws TimeoutException when the store does not answer in time
     */
    public static ReplicaView read(Store store, long upTo, Duration atMost, Reader reader) throws TimeoutException {
        long deadline = System.nanoTime() + atMost.toNanos();
        var stop = new Stopping(upTo, reader);
        Log log = store.log(LOG);
        var backOff = new BackOff(Duration.ofMillis(50), POLL, RandomGenerator.getDefault());
        try (var follower = new Follower<>(log, new ReplicaFold(), stop, backOff, POLL.toNanos())) {
            while (!follower.isAtEnd() && stop.reached == null) {
                if (System.nanoTime() - deadline > 0) {
                    throw new TimeoutException("the store gave no answer within " + atMost.toSeconds() + " s");
                }
                if (!follower.turn(System.nanoTime())) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
            }
            return stop.reached != null ? stop.reached : new ReplicaView(follower.state(), follower.position());
        }
    }

    private static final class Stopping implements Follower.Reader<Replica> {

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
        public void restarted(Replica state) {
            reached = null;
        }
    }
}
