package io.sardonyx.follow;

import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Cache of decoded and applied entries, shared by all followers of the same log in one process: groups and clients that
 * hold the same replica and read the same bytes get the same result. Thread-safe; a second thread waits for the first.
 *
 * <p>Cached results are used only for the very replica instance they were made from. A follower with another replica
 * gets a fold of its own, so a divergence is still detected.
 */
public final class SharedFold implements Follower.Fold<Replica> {

    /** A decoded entry, valid for equal bytes. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Read(byte[] stored, Entry<Replica> entry) {}

    /** The change of an entry, valid for the same replica instance. */
    private record Applied(Replica from, Entry<Replica> entry, Change<Replica> change) {}

    private final ReplicaFold fold = new ReplicaFold();
    private final Map<Long, Read> reads = new HashMap<>();
    private final Map<Long, Applied> applied = new HashMap<>();
    private final long remembered;

    /** Caches so many latest entries; a follower that is further behind folds them itself. */
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
