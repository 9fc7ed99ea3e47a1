package io.sardonyx.cli.node;

import io.sardonyx.answer.Phrases;
import io.sardonyx.claim.JobIndex;
import io.sardonyx.claim.JobIndex.IndexedJob;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.claim.NodeClient.PartitionStatus;
import io.sardonyx.json.JsonOut;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.NodeListDocument;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.port.Unreadable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The nodes of a store and what looks wrong, from one look at all documents. Nobody can tell from one look whether a
 * holder lives, since nodes take over what they saw unchanged for a whole lease; so findings compare {@code expire}
 * with the wall clock of this machine, and say so.
 */
record NodeOverview(List<Node> nodes, List<String> findings) {

    /** Tolerated difference of wall clocks and age of a renewal, in milliseconds. */
    private static final long TOLERANCE = 2_000;

    /**
     * A node.
     *
     * @param listed whether it is in the list of nodes; one that is not lists itself again if it lives
     */
    record Node(String token, int workers, long held, boolean leads, boolean listed) {}

    static NodeOverview read(NodeClient client, long wallMillis) {
        var bad = new TreeMap<String, String>();
        LockDocument leader = readable("leader", client::leader, LockDocument.UNHELD, bad);
        NodeListDocument nodes = readable("nodes", client::nodes, NodeListDocument.EMPTY, bad);
        JobIndex index = readable("index", client::index, JobIndex.EMPTY, bad);
        var partitions = new ArrayList<PartitionStatus>();
        for (IndexedJob job : index.running()) {
            partitions.addAll(client.partitions(job.id(), bad));
        }
        return of(leader, nodes, partitions, wallMillis)
                .with(bad.values().stream().toList());
    }

    private static <T> T readable(String name, Supplier<T> reading, T otherwise, Map<String, String> bad) {
        try {
            return reading.get();
        } catch (Unreadable e) {
            bad.put(name, String.valueOf(e.getMessage()));
            return otherwise;
        }
    }

    static NodeOverview of(
            LockDocument leader, NodeListDocument nodes, List<PartitionStatus> partitions, long wallMillis) {
        var held = new TreeMap<String, Long>();
        for (PartitionStatus partition : partitions) {
            LockDocument lock = partition.state().lock();
            if (!lock.isFree()) {
                held.merge(lock.holder(), 1L, Long::sum);
            }
        }
        var all = new LinkedHashMap<String, Node>();
        nodes.nodes()
                .forEach(node -> all.put(
                        node.token(),
                        new Node(
                                node.token(),
                                node.workers(),
                                held.getOrDefault(node.token(), 0L),
                                leader.isHeldBy(node.token()),
                                true)));
        held.forEach(
                (token, count) -> all.putIfAbsent(token, new Node(token, 0, count, leader.isHeldBy(token), false)));
        if (!leader.isFree()) {
            all.putIfAbsent(leader.holder(), new Node(leader.holder(), 0, 0, true, false));
        }
        return new NodeOverview(List.copyOf(all.values()), findings(leader, all.isEmpty(), partitions, wallMillis));
    }

    private static List<String> findings(
            LockDocument leader, boolean nobody, List<PartitionStatus> partitions, long wallMillis) {
        var findings = new ArrayList<String>();
        if (leader.isFree() && !nobody) {
            findings.add("nobody leads; that passes when a node has seen the leader's lock free");
        }
        var late = new TreeMap<String, Long>();
        var early = new TreeMap<String, Long>();
        var overdue = new TreeMap<String, Long>();
        look(leader, wallMillis, late, early);
        for (PartitionStatus partition : partitions) {
            LockDocument lock = partition.state().lock();
            look(lock, wallMillis, late, early);
            if (isOverdue(lock, wallMillis)) {
                overdue.merge(lock.holder(), 1L, Long::sum);
            }
        }
        overdue.forEach((holder, count) -> findings.add(holder + " let the leases of "
                + Phrases.count(count, "partition") + " end, the last of them "
                + Phrases.seconds(late.getOrDefault(holder, 0L))
                + " ago by the clock of this machine, and nobody took them over: no node with workers to spare runs,"
                + " or its wall clock is behind"));
        late.keySet().removeAll(overdue.keySet());
        late.forEach((holder, millis) -> findings.add("the lease of the leader " + holder + " ended "
                + Phrases.seconds(millis) + " ago by the clock of this machine: it is gone, or its wall clock is"
                + " behind"));
        early.forEach((holder, millis) -> findings.add("the wall clock of " + holder + " is " + Phrases.seconds(millis)
                + " ahead of that of this machine; that harms nothing but the times that are shown"));
        failures(partitions, findings);
        return findings;
    }

    /** Notes by how much a lease ended in the past, or ends later than it can. */
    private static void look(LockDocument lock, long wallMillis, Map<String, Long> late, Map<String, Long> early) {
        if (lock.isFree()) {
            return;
        }
        long left = lock.expireMillis() - wallMillis;
        if (isOverdue(lock, wallMillis)) {
            late.merge(lock.holder(), -left, Math::min);
        } else if (left > lock.leaseMillis() + TOLERANCE) {
            early.merge(lock.holder(), left - lock.leaseMillis(), Math::max);
        }
    }

    /** Whether a lease ended more than another lease ago, in which it should have been taken over. */
    private static boolean isOverdue(LockDocument lock, long wallMillis) {
        return !lock.isFree() && wallMillis - lock.expireMillis() > lock.leaseMillis() + TOLERANCE;
    }

    private static void failures(List<PartitionStatus> partitions, List<String> findings) {
        var failed = new TreeMap<String, Long>();
        var failing = new TreeMap<String, Long>();
        for (PartitionStatus partition : partitions) {
            PartitionDocument state = partition.state();
            if (state.state() == PartitionDocument.State.FAILED) {
                failed.merge(partition.job().text(), 1L, Long::sum);
            } else if (state.isOutstanding() && state.failures() > 0) {
                failing.merge(partition.job().text(), 1L, Long::sum);
            }
        }
        failed.forEach((job, count) -> findings.add(Phrases.count(count, "partition") + " of job " + job
                + " failed too often: sardonyx partitions list " + job + " --failed"));
        failing.forEach((job, count) ->
                findings.add(Phrases.count(count, "partition") + " of job " + job + " failed and will be tried again"));
    }

    private NodeOverview with(List<String> more) {
        var all = new ArrayList<>(findings);
        all.addAll(more);
        return new NodeOverview(nodes, all);
    }

    void write(JsonOut out) {
        out.beginList("nodes");
        for (Node node : nodes) {
            out.begin()
                    .text("node", node.token)
                    .number("workers", node.workers)
                    .number("partitions", node.held)
                    .flag("leads", node.leads)
                    .flag("listed", node.listed)
                    .end();
        }
        out.endList().textsUnlessEmpty("findings", findings);
    }
}
