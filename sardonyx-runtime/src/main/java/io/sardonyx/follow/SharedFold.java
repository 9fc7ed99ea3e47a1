package io.sardonyx.follow;

import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Folds every entry once for all who read the same log in one process: groups and clients that hold the same replica
 * and read the same bytes get the same answer. For any thread; who comes second waits for the first.
 *
 * <p>What is remembered counts only for the very replica it was made from, so a reader whose replica is another one
 * gets a fold of its own, and whatever it comes to is compared like everybody's.
 */
public final class SharedFold implements Follower.Fold<Replica> {

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Read(byte[] stored, Entry<Replica> entry) {}

    private record Applied(Replica from, Entry<Replica> entry, Change<Replica> change) {}

    private final ReplicaFold fold = new ReplicaFold();
    private final Map<Long, Read> reads = new HashMap<>();
    private final Map<Long, Applied> applied = new HashMap<>();
    private final long remembered;

    /** Remembers so many entries; who is further behind folds anew. */
    public SharedFold(int remembered) {
        this.remembered = remembered;
    }

    @Override
    public Replica empty() {
        return fold.empty();
    }

    @Override
    public Replica fromOrigin(byte[] origin) {
        return fold.fromOrigin(origin);
    }

    @Override
    public synchronized Entry<Replica> decode(long position, byte[] stored) {
        Read known = reads.get(position);
        if (known != null && (known.stored == stored || Arrays.equals(known.stored, stored))) {
            return known.entry;
        }
        Entry<Replica> entry = fold.decode(position, stored);
        reads.put(position, new Read(stored, entry));
        reads.remove(position - remembered);
        return entry;
    }

    @Override
    public Entry<Replica> skipped(long position) {
        return fold.skipped(position);
    }

    @Override
    public synchronized Change<Replica> apply(Replica before, Entry<Replica> entry) {
        Applied known = applied.get(entry.position());
        if (known != null && known.from == before && known.entry == entry) {
            return known.change;
        }
        Change<Replica> change = fold.apply(before, entry);
        applied.put(entry.position(), new Applied(before, entry, change));
        applied.remove(entry.position() - remembered);
        return change;
    }

    @Override
    public boolean isContinued(Replica before, Replica after) {
        return fold.isContinued(before, after);
    }
}
