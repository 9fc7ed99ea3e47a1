package io.sardonyx.lease;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which partition a node tries next. Nodes start at places of the circle that are as far apart as their workers
 * deserve, so they seldom meet; and each stops at its share, so that late ones find something left.
 */
public final class Claims {

    private Claims() {}

    /** All partitions, from where the node at {@code position} of the list begins and once around. */
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
     * The one partition to try to claim in this round. Nothing while the node is not listed, has no spare worker or
     * finds no work that is free. Beyond its share it takes only what nobody wanted for a whole lease more: the share
     * may be reckoned with nodes that are long dead, and then it must not leave work undone.
     */
    public static Optional<Sighting<PartitionDocument>> next(
            NodeListDocument nodes, Candidate self, List<Sighting<PartitionDocument>> seen, long nowNanos) {
        int position = nodes.position(self.token());
        if (position < 0) {
            return Optional.empty();
        }
        var undone = seen.stream()
                .filter(partition -> !partition.document().isDone())
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

    private static boolean isOverdue(Sighting<PartitionDocument> partition, Candidate self, long nowNanos) {
        var lock = partition.document().lock();
        long claimableAfterMillis = lock.isFree() ? 0 : lock.leaseMillis();
        return partition.observation().isUnchangedFor(claimableAfterMillis + self.leaseMillis(), nowNanos);
    }

    /**
     * How long to wait before the next round: the longer the nearer a node is to its share, so that those with little
     * catch up.
     *
     * @param chance drawn by the caller, from 0 to below 1
     */
    public static long pauseNanos(long longestNanos, long held, long share, double chance) {
        double fullness = Math.min(1, (held + 1.0) / (share + 1.0));
        return (long) (longestNanos * fullness * chance);
    }
}
