package io.sardonyx.testkit.simulate;

import io.sardonyx.follow.Follower;
import io.sardonyx.follow.ReplicaFold;
import io.sardonyx.log.Change;
import io.sardonyx.log.Entry;
import io.sardonyx.replica.Replica;
import java.util.HashMap;
import java.util.Map;

/**
 * Folds every entry once for all processes of a simulation: a thousand groups that hold the same replica and read the
 * same bytes get the same answer.
 *
 * <p>What is remembered counts only for the very objects it was made from, so a process whose replica is another one
 * gets a fold of its own, and whatever it comes to is compared like everybody's.
 */
final class SharedFold implements Follower.Fold<Replica> {

    private static final long REMEMBERED = 2_000;

    @SuppressWarnings("ArrayRecordComponent") // compared by identity, as it is meant to be
    private record Read(byte[] stored, Entry<Replica> entry) {}

    private record Applied(Replica from, Entry<Replica> entry, Change<Replica> change) {}

    private final ReplicaFold fold = new ReplicaFold();
    private final Map<Long, Read> reads = new HashMap<>();
    private final Map<Long, Applied> applied = new HashMap<>();

    @Override
    public Replica empty() {
        return fold.empty();
    }

    @Override
    public Replica fromOrigin(byte[] origin) {
        return fold.fromOrigin(origin);
    }

    @Override
    public Entry<Replica> decode(long position, byte[] stored) {
        Read known = reads.get(position);
        if (known != null && known.stored == stored) {
            return known.entry;
        }
        Entry<Replica> entry = fold.decode(position, stored);
        reads.put(position, new Read(stored, entry));
        reads.remove(position - REMEMBERED);
        return entry;
    }

    @Override
    public Entry<Replica> skipped(long position) {
        return fold.skipped(position);
    }

    @Override
    public Change<Replica> apply(Replica before, Entry<Replica> entry) {
        Applied known = applied.get(entry.position());
        if (known != null && known.from == before && known.entry == entry) {
            return known.change;
        }
        Change<Replica> change = fold.apply(before, entry);
        applied.put(entry.position(), new Applied(before, entry, change));
        applied.remove(entry.position() - REMEMBERED);
        return change;
    }

    @Override
    public boolean isContinued(Replica before, Replica after) {
        return fold.isContinued(before, after);
    }
}
