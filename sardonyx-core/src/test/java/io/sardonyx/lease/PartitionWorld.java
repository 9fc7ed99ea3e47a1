package io.sardonyx.lease;

import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Documents under compare-and-set, a source that lists pieces of work, and the place where their effects go. */
final class PartitionWorld {

    static final PartitionTask TASK = new PartitionTask("com.acme.Files::copy", SortedTable.empty());

    static PartitionDocument held(LockDocument lock) {
        return PartitionDocument.outstanding(TASK, 0).with(lock);
    }

    private static final int TIMES = 3;

    record Stored<D>(long version, D document) {}

    /** What the source and the effects know of one piece: it is to be done several times, each time once. */
    private static final class Piece {
        private long highestFence;
        private boolean listed = true;
        private int commits;
    }

    private final TreeMap<String, Stored<PartitionDocument>> partitions = new TreeMap<>();
    private final TreeMap<String, Piece> pieces = new TreeMap<>();
    private Stored<LockDocument> leader = new Stored<>(Observation.ABSENT, LockDocument.UNHELD);
    private Stored<NodeListDocument> nodes = new Stored<>(0, NodeListDocument.EMPTY);
    private long versions;
    private int staleRefused;
    private final boolean heedsFences;

    PartitionWorld(int count, boolean heedsFences) {
        this.heedsFences = heedsFences;
        for (int i = 0; i < count; i++) {
            pieces.put("piece-" + i, new Piece());
        }
    }

    Stored<LockDocument> leader() {
        return leader;
    }

    Stored<NodeListDocument> nodes() {
        return nodes;
    }

    Map<String, Stored<PartitionDocument>> partitions() {
        return partitions;
    }

    int staleRefused() {
        return staleRefused;
    }

    boolean isAllDone() {
        return partitions.isEmpty() && pieces.values().stream().allMatch(piece -> piece.commits == TIMES);
    }

    /** What the source wants done. It lists a piece again once nothing is left of the last time. */
    SortedTable<String, PartitionTask> wanted() {
        var wanted = new TreeMap<String, PartitionTask>();
        pieces.forEach((name, piece) -> {
            piece.listed |= piece.commits < TIMES && !partitions.containsKey(name);
            if (piece.listed) {
                wanted.put(name, TASK);
            }
        });
        return SortedTable.of(wanted);
    }

    boolean writeLeader(long seen, LockDocument next) {
        boolean current = leader.version() == seen;
        if (current) {
            leader = new Stored<>(++versions, next);
        }
        return current;
    }

    void writeNodes(long seen, NodeListDocument next) {
        if (nodes.version() == seen) {
            nodes = new Stored<>(++versions, next);
        }
    }

    /** Writes, creates ({@link Observation#ABSENT}) or deletes (no document); the new version, or -1 when refused. */
    long write(String name, long seen, @Nullable PartitionDocument next) {
        var stored = partitions.get(name);
        if ((stored == null ? Observation.ABSENT : stored.version()) != seen) {
            return -1;
        }
        versions++;
        if (next == null) {
            partitions.remove(name);
        } else {
            partitions.put(name, new Stored<>(versions, next));
        }
        return versions;
    }

    enum Welcome {
        WORK,
        NOTHING_TO_DO,
        STALE
    }

    /**
     * A new tenure shows its fence before it looks at what is left to do, so that no older one can add to that later.
     */
    Welcome announce(String name, long fence) {
        var piece = pieces.get(name);
        if (heedsFences && fence <= piece.highestFence) {
            staleRefused++;
            return Welcome.STALE;
        }
        piece.highestFence = fence;
        return piece.listed ? Welcome.WORK : Welcome.NOTHING_TO_DO;
    }

    void commit(String name, long fence) {
        var piece = pieces.get(name);
        if (heedsFences && fence < piece.highestFence) {
            staleRefused++;
            return;
        }
        SimulatedStore.demand(piece.listed, name + " is committed twice, under fence " + fence);
        piece.listed = false;
        piece.commits++;
    }

    List<String> undone() {
        var names = new ArrayList<String>();
        pieces.forEach((name, piece) -> {
            if (piece.commits < TIMES) {
                names.add(name);
            }
        });
        return names;
    }
}
