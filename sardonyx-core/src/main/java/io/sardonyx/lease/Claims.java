package io.sardonyx.lease;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Work distribution by claims: which partition a node tries to claim next. Nodes start at points of the circle of
 * partitions that are spaced in proportion to their workers, so conflicts are rare; and each stops at its share, so
 * that late ones find something left.
 */
public final class Claims {

    private Claims() {}

    /** All partitions in the order in which the node at {@code position} of the list tries them. */
    public static <P> List<P> order(NodeListDocument nodes, int position, List<P> partitions) {
        int size = partitions.size();
        long total = nodes.totalWorkers();
        int start = total == 0 ? 0 : (int) (nodes.workersBefore(position) * size / total);
        var order = new ArrayList<>(partitions.subList(start, size));
        order.addAll(partitions.subList(0, start));
        return order;
    }

    /**
     * How many of so many partitions the node at {@code position} should hold: its workers' part, rounded up, and one.
     */
    public static long share(NodeListDocument nodes, int position, int partitions) {
        long workers = nodes.nodes().get(position).workers();
        long total = nodes.totalWorkers();
        return (partitions * workers + total - 1) / total + 1;
    }

    /**
     * The partition to try to claim in this round. Empty while the node is not listed, has no spare worker or finds no
     * claimable partition. Beyond its share it takes only partitions that were claimable for a whole lease more: the
     * share may be computed with nodes that are long dead, and then no work must be left undone.
     */
    public static Optional<Sighting<PartitionDocument>> next(
            NodeListDocument nodes, Candidate self, List<Sighting<PartitionDocument>> seen, long nowNanos) {
        int position = nodes.position(self.token());
        if (position < 0) {
            return Optional.empty();
        }
        var undone = seen.stream()
                .filter(partition -> partition.document().isOutstanding())
                .sorted(Comparator.comparing(Sighting::name))
                .toList();
        long held = held(self, undone);
        if (held >= nodes.nodes().get(position).workers()) {
            return Optional.empty();
        }
        boolean withinShare = held < share(nodes, position, undone.size());
        return order(nodes, position, undone).stream()
                .filter(partition -> !partition.document().lock().isHeldBy(self.token()))
                .filter(partition -> partition.document().isClaimable(partition.observation(), nowNanos))
                .filter(partition -> withinShare || isOverdue(partition, self, nowNanos))
                .findFirst();
    }

    private static long held(Candidate self, List<Sighting<PartitionDocument>> partitions) {
        return partitions.stream()
                .filter(partition -> partition.document().lock().isHeldBy(self.token()))
                .count();
    }

    /** Whether a partition was claimable for a whole lease of this node. */
    public static boolean isOverdue(Sighting<PartitionDocument> partition, Candidate self, long nowNanos) {
        var lock = partition.document().lock();
        long claimableAfterMillis = lock.isFree() ? 0 : lock.leaseMillis();
        return partition.observation().isUnchangedFor(claimableAfterMillis + self.leaseMillis(), nowNanos);
    }

    /**
     * Whether there is work for every worker of every listed node: then nobody takes from others what they could do.
     */
    public static boolean isPlenty(NodeListDocument nodes, List<Sighting<PartitionDocument>> seen) {
        long undone = seen.stream()
                .filter(partition -> partition.document().isOutstanding())
                .count();
        return undone >= nodes.totalWorkers();
    }

    /**
     * Random delay before the next round: the longer the nearer a node is to its share, so that nodes with few
     * partitions catch up.
     *
     * @param chance a random number from 0 inclusive to 1 exclusive, drawn by the caller
     */
    public static long pauseNanos(long longestNanos, long held, long share, double chance) {
        double fullness = Math.min(1, (held + 1.0) / (share + 1.0));
        return (long) (longestNanos * fullness * chance);
    }
}
