package io.sardonyx.lease;

import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reconciliation step of the leader: the writes that make the partition documents equal to those wanted. Each write is
 * a compare-and-set of its own, so a leader that lost its lease without noticing does no harm that the next one does
 * not undo.
 *
 * <p>A deleted document takes its fence with it. So the leader first raises its own fence to {@link #fence} (see
 * {@link LockDocument#raised}), then removes, then creates: a name that is created again begins above every fence it
 * ever had.
 *
 * @param fence that the leader's own lock must have reached before any other write of this round
 * @param remove the documents to delete, at the versions seen
 * @param create the documents to create
 */
public record LeaderRound(
        long fence, List<Sighting<PartitionDocument>> remove, SortedTable<String, PartitionDocument> create) {

    /**
     * Creates what is wanted and missing; removes what is no longer wanted and is done, or is not held. What is done
     * but still wanted stays: its source has not noticed yet, and without the document it would be done again.
     */
    public static LeaderRound of(
            LockDocument leader,
            SortedTable<String, PartitionTask> wanted,
            List<Sighting<PartitionDocument>> seen,
            long nowNanos) {
        long fence = leader.fence();
        var remove = new ArrayList<Sighting<PartitionDocument>>();
        var present = new TreeSet<String>();
        for (var partition : seen) {
            present.add(partition.name());
            if (!wanted.has(partition.name()) && partition.document().isIdle(partition.observation(), nowNanos)) {
                remove.add(partition);
                fence = Math.max(fence, partition.document().lock().fence());
            }
        }
        var create = new TreeMap<String, PartitionDocument>();
        for (String name : wanted.keys()) {
            var task = wanted.get(name);
            if (task != null && !present.contains(name)) {
                create.put(name, PartitionDocument.outstanding(task, fence));
            }
        }
        return new LeaderRound(fence, List.copyOf(remove), SortedTable.of(create));
    }
}
