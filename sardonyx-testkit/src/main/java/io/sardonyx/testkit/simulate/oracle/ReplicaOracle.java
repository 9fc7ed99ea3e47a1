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
 * The whole history, folded aside from its first entry on, by which everybody is judged.
 *
 * <p>It sees each entry at the moment it enters the store: its author must hold its pulse through the very session that
 * appends, and what it leads to must be a sound replica. Whoever has read as far must hold an equal one.
 */
public final class ReplicaOracle implements SimulatedStore.Witness {

    /** Hears of every entry. */
    public interface Reader {

        /** An entry is about to be folded. */
        void read(Entry<Replica> entry);

        /** It is folded. */
        default void took(Replica state) {}
    }

    private static final int REMEMBERED = 2_000;

    private final SimulatedStore store;
    private final Follower.Fold<Replica> fold;
    private final Reader reader;
    private final int proofEvery;
    private final Map<Long, Replica> replicas = new HashMap<>();
    private int remembered = REMEMBERED;
    private Replica state;
    private long position = -1;

    /** Proves the invariants after every so many entries. */
    public ReplicaOracle(SimulatedStore store, Follower.Fold<Replica> fold, int proofEvery, Reader reader) {
        this.store = store;
        this.fold = fold;
        this.proofEvery = proofEvery;
        this.reader = reader;
        this.state = fold.empty();
        replicas.put(position, state);
    }

    /** Remembers what so many of the latest entries led to, by which others are judged; to be said before any came. */
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
            if (store.leases().holder("pulses/" + entry.author()) != by) {
                throw new AssertionError("entry " + entry.position() + ", " + entry.step() + ", is by " + entry.author()
                        + ", whose session is over");
            }
            take(fold.apply(state, entry), entry);
        }
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

    public void prove() {
        List<String> violated = Invariants.violated(state);
        if (!violated.isEmpty()) {
            throw new AssertionError("after entry " + position + " " + violated);
        }
    }

    /** Whoever read the entry at that position holds what the whole history before it leads to. */
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
