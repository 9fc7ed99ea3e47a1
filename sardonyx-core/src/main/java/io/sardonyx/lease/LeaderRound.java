package io.sardonyx.lease;

import io.sardonyx.value.SortedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the leader has to write to have exactly the partitions that are wanted. Each write is a compare-and-set of its
 * own, so a leader that lost its lease without noticing does no harm that the next one does not undo.
 *
 * <p>A document that is deleted takes its fence with it. So the leader first lifts its own fence to {@link #fence} (see
 * {@link LockDocument#raised}), then removes, then creates: a name that is made again begins above every fence it ever
 * had.
 *
 * @param fence what the leader's own lock must have reached before anything else of this round is written
 * @param remove what to delete, at the versions seen
 * @param create what to write where nothing is
 */
public record LeaderRound(
        long fence, List<Sighting<PartitionDocument>> remove, SortedTable<String, PartitionDocument> create) {

    /**
     * Creates what is wanted and not there; removes what is no longer wanted and is done, or has nobody at it. What is
     * done but still wanted stays: its source has not noticed yet, and without the document it would be done again.
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
