package io.sardonyx.lease;

import io.sardonyx.value.JobId;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * List of participating nodes, in order of arrival. It only serves to spread the work: a missing node adds itself
 * again, and a dead one makes others claim a little less. Nothing is lost or done twice because this list is wrong.
 */
public record NodeListDocument(List<ListedNode> nodes) {

    public static final NodeListDocument EMPTY = new NodeListDocument(List.of());

    public NodeListDocument {
        nodes = List.copyOf(nodes);
        if (nodes.stream().map(ListedNode::token).distinct().count() < nodes.size()) {
            throw new IllegalArgumentException("a node is listed once");
        }
    }

    /** The index of the node, or -1. */
    public int position(String token) {
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).token().equals(token)) {
                return i;
            }
        }
        return -1;
    }

    /** The number of workers of all nodes before {@code position}. */
    public long workersBefore(int position) {
        return nodes.stream().limit(position).mapToLong(ListedNode::workers).sum();
    }

    public long totalWorkers() {
        return workersBefore(nodes.size());
    }

    /** The list with the node, at its old index or else as the last; empty when there is nothing to write. */
    public Optional<NodeListDocument> advertised(ListedNode node) {
        var more = new ArrayList<>(nodes);
        int position = position(node.token());
        if (position < 0) {
            more.add(node);
        } else if (nodes.get(position).equals(node)) {
            return Optional.empty();
        } else {
            more.set(position, node);
        }
        return Optional.of(new NodeListDocument(more));
    }

    /**
     * The list without the nodes that let a partition expire, as seen by {@code self}; empty when there is nothing to
     * write. A node that also holds one that has not expired counts as alive, and so does {@code self}.
     */
    public Optional<NodeListDocument> cleaned(List<Sighting<PartitionDocument>> seen, String self, long nowNanos) {
        var silent = new TreeSet<String>();
        var alive = new TreeSet<String>();
        alive.add(self);
        for (var partition : seen) {
            var lock = partition.document().lock();
            if (!lock.isFree()) {
                (lock.isExpired(partition.observation(), nowNanos) ? silent : alive).add(lock.holder());
            }
        }
        silent.removeAll(alive);
        var rest = nodes.stream().filter(node -> !silent.contains(node.token())).toList();
        return rest.size() == nodes.size() ? Optional.empty() : Optional.of(new NodeListDocument(rest));
    }

    /**
     * The list without the nodes that hold no partition; empty when there is nothing to write. Those of them that live
     * list themselves again, so that in the end only the dead are missing.
     */
    public Optional<NodeListDocument> withoutIdle(List<Sighting<PartitionDocument>> seen, String self) {
        var busy = new TreeSet<String>();
        busy.add(self);
        seen.forEach(partition -> busy.add(partition.document().lock().holder()));
        var rest = nodes.stream().filter(node -> busy.contains(node.token())).toList();
        return rest.size() == nodes.size() ? Optional.empty() : Optional.of(new NodeListDocument(rest));
    }

    /** The list without a node that leaves; empty when it is not listed. */
    public Optional<NodeListDocument> without(String token) {
        var rest = nodes.stream().filter(node -> !node.token().equals(token)).toList();
        return rest.size() == nodes.size() ? Optional.empty() : Optional.of(new NodeListDocument(rest));
    }

    /** Whether another node than {@code self} is listed that does not say that it is unfit for a job. */
    public boolean hasFitNode(JobId job, String self) {
        return nodes.stream()
                .anyMatch(node -> !node.token().equals(self) && !node.unfit().has(job));
    }

    /**
     * A process that claims partitions.
     *
     * @param workers number of partitions it can work on at a time
     * @param unfit jobs that cannot run in that process, and why; only the first of many
     */
    public record ListedNode(String token, int workers, SortedTable<JobId, String> unfit) {

        /** Most jobs for which a node says that it is unfit, which bounds the document. */
        public static final int MOST_UNFIT = 10;

        private static final int LONGEST_REASON = 200;

        public ListedNode {
            if (token.isBlank() || workers < 1) {
                throw new IllegalArgumentException("a node has a token and at least 1 worker, not " + workers);
            }
        }

        /** A node that can run every job, as far as it knows. */
        public ListedNode(String token, int workers) {
            this(token, workers, SortedTable.empty());
        }

        /** The node unfit for these jobs, of which it says a few. */
        public ListedNode unfitFor(SortedMap<JobId, String> jobs) {
            var some = new TreeMap<JobId, String>();
            jobs.entrySet().stream().limit(MOST_UNFIT).forEach(job -> some.put(job.getKey(), cut(job.getValue())));
            return new ListedNode(token, workers, SortedTable.of(some));
        }

        /** Not in the middle of a character, which would be another when it is read again. */
        private static String cut(String reason) {
            if (reason.length() <= LONGEST_REASON) {
                return reason;
            }
            boolean halved = Character.isHighSurrogate(reason.charAt(LONGEST_REASON - 1));
            return reason.substring(0, halved ? LONGEST_REASON - 1 : LONGEST_REASON);
        }
    }
}
