package io.sardonyx.testkit.simulate.oracle;

import io.sardonyx.follow.Follower;
import io.sardonyx.follow.LogScanner;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Invariants;
import io.sardonyx.replica.Replica;
import io.sardonyx.testkit.simulate.store.SimulatedSession;
import io.sardonyx.testkit.simulate.store.SimulatedStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reference replica: folds the whole log from its first entry and checks every other replica of the simulation against
 * it.
 *
 * <p>It sees each entry at the moment it is appended to the store. The author of the entry must hold its pulse lease
 * under the very session that appends, and the resulting replica must satisfy all {@link Invariants}. A replica
 * elsewhere that has read up to the same position must be equal.
 */
public final class ReplicaOracle implements SimulatedStore.Witness {

    /** Listener for log entries as they are appended. */
    public interface Reader {

        /** Called before an entry is folded. */
        void read(Entry<Replica> entry);

        /** Called after an entry was folded, with the resulting replica. */
        default void took(Replica state) {}
    }

    /** How many of the latest replicas are kept for comparison. */
    private static final int REMEMBERED = 2_000;

    private final SimulatedStore store;
    private final Follower.Fold<Replica> fold;
    private final Reader reader;
    private final int proofEvery;
    /** The replica after each recent entry, by position. */
    private final Map<Long, Replica> replicas = new HashMap<>();

    private int remembered = REMEMBERED;
    private Replica state;
    private long position = -1;

    /** @param proofEvery invariants are checked after every so many entries */
    public ReplicaOracle(SimulatedStore store, Follower.Fold<Replica> fold, int proofEvery, Reader reader) {
        this.store = store;
        this.fold = fold;
        this.proofEvery = proofEvery;
        this.reader = reader;
        this.state = fold.empty();
        replicas.put(position, state);
    }

    /** Sets how many of the latest replicas are kept for comparison; call it before the first append. */
    public void remember(int entries) {
        remembered = entries;
    }

    public Replica state() {
        return state;
    }

    public long position() {
        return position;
    }

    @Override
    public void appended(String log, long first, List<byte[]> entries, SimulatedSession by) {
        if (!log.equals(LogScanner.LOG)) {
            return;
        }
        for (int i = 0; i < entries.size(); i++) {
            Entry<Replica> entry = fold.decode(first + i, entries.get(i));
            reader.read(entry);
            if (entry.position() != position + 1) {
                throw new AssertionError("entry " + entry.position() + " follows entry " + position);
            }
            if (!isByCoordinator(entry) && store.leases().holder("pulses/" + entry.author()) != by) {
                throw new AssertionError("entry " + entry.position() + ", " + entry.step() + ", is by " + entry.author()
                        + ", whose session is over");
            }
            take(fold.apply(state, entry), entry);
        }
    }

    /** A coordinator is no member and has no pulse; what it may say is checked by the {@link RosterOracle}. */
    private static boolean isByCoordinator(Entry<Replica> entry) {
        return String.valueOf(entry.author()).startsWith("coordinator-");
    }

    private void take(Change<Replica> change, Entry<Replica> entry) {
        state = change.after();
        position = entry.position();
        replicas.put(position, state);
        replicas.remove(position - remembered);
        if (change.happened() && position % proofEvery == 0) {
            prove();
        }
        reader.took(state);
    }

    /** Checks the invariants of the reference replica. */
    public void prove() {
        List<String> violated = Invariants.violated(state);
        if (!violated.isEmpty()) {
            throw new AssertionError("after entry " + position + " " + violated);
        }
    }

    /**
     * Checks that a replica that was folded up to a position equals the reference replica at that position. Positions
     * that are no longer kept are not checked.
     */
    public void judge(String who, long at, Replica replica) {
        Replica whole = replicaAt(at);
        if (whole != null && whole != replica && !whole.equals(replica)) {
            throw new AssertionError("after entry " + at + " " + who + " holds another replica than the whole history"
                    + " leads to: " + replica + " instead of " + whole);
        }
    }

    private @Nullable Replica replicaAt(long at) {
        return replicas.get(at);
    }
}
