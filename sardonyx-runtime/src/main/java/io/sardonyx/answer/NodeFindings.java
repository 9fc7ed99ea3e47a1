package io.sardonyx.answer;

import io.sardonyx.claim.ClaimDocuments;
import io.sardonyx.claim.JobIndex.IndexedJob;
import io.sardonyx.claim.NodeClient.PartitionStatus;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.NodeListDocument;
import io.sardonyx.lease.NodeListDocument.ListedNode;
import io.sardonyx.lease.PartitionDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What an operator has to know of nodes, a sentence each: leases that nobody takes over, wall clocks apart, partitions
 * that fail, jobs that nobody can run, no leader. Nobody can tell from one look whether a holder lives, since nodes
 * take over what they saw unchanged for a whole lease; so {@code expire} is compared with the wall clock of this
 * machine, and the sentence says so.
 */
public final class NodeFindings {

    /** Tolerated difference of wall clocks and age of a renewal, in milliseconds. */
    private static final long TOLERANCE = 2_000;

    private NodeFindings() {}

    /** All of it. */
    static List<String> of(NodeOverview.Seen seen, List<NodeOverview.SharedJob> jobs, long wallMillis) {
        var findings = new ArrayList<String>();
        boolean nobody = seen.nodes().nodes().isEmpty();
        if (nobody && !jobs.isEmpty()) {
            findings.add(Phrases.count(jobs.size(), "job") + (jobs.size() == 1 ? " waits" : " wait")
                    + " for a node, and none is listed; sardonyx node start starts one");
        }
        if (seen.leader().isFree() && !nobody) {
            findings.add("nobody leads; that passes when a node has seen the leader's lock free");
        }
        leases(seen, findings, wallMillis);
        failures(seen.partitions(), findings);
        for (NodeOverview.SharedJob job : jobs) {
            if (!job.hindrance().isEmpty() && job.counts().failed() == 0) {
                findings.add("job " + job.id() + " waits: " + job.hindrance());
            }
        }
        return findings;
    }

    /** What keeps a running job from getting on; empty if nothing is known to. */
    public static String hindrance(IndexedJob job, NodeListDocument nodes, LockDocument leader) {
        if (!job.reason().isEmpty() || nodes.nodes().isEmpty()) {
            return job.reason();
        }
        List<ListedNode> unfit = nodes.nodes().stream()
                .filter(node -> node.unfit().has(job.id()))
                .toList();
        if (unfit.size() == nodes.nodes().size()) {
            return "no listed node can run it: " + reason(unfit.get(0), job);
        }
        return unfit.stream()
                .filter(node -> leader.isHeldBy(node.token()))
                .map(node -> "the leader cannot run it and will let another node lead: " + reason(node, job))
                .findFirst()
                .orElse("");
    }

    private static String reason(ListedNode node, IndexedJob job) {
        return Objects.requireNonNull(node.unfit().get(job.id()), "it is unfit") + " (node " + node.token() + ")";
    }

    private static void leases(NodeOverview.Seen seen, List<String> findings, long wallMillis) {
        var late = new TreeMap<String, Long>();
        var early = new TreeMap<String, Long>();
        var overdue = new TreeMap<String, Long>();
        look(seen.leader(), wallMillis, late, early);
        for (PartitionStatus partition : seen.partitions()) {
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
        var waiting = new TreeMap<String, String>();
        for (PartitionStatus partition : partitions) {
            PartitionDocument state = partition.state();
            if (partition.job().equals(ClaimDocuments.EXECUTOR)) {
                continue; // a call that fails is its submitter's
            }
            if (!state.waiting().isEmpty()) {
                waiting.putIfAbsent(partition.job().text(), partition.name() + ": " + state.waiting());
            }
            if (state.state() == PartitionDocument.State.FAILED) {
                failed.merge(partition.job().text(), 1L, Long::sum);
            } else if (state.isOutstanding() && state.failures() > 0) {
                failing.merge(partition.job().text(), 1L, Long::sum);
            }
        }
        failed.forEach((job, count) -> findings.add(Phrases.count(count, "partition") + " of job " + job
                + " failed too often: sardonyx partitions list " + job + " --failed"));
        waiting.forEach((job, what) -> findings.add("partition of job " + job + " waits: " + what));
        failing.forEach((job, count) ->
                findings.add(Phrases.count(count, "partition") + " of job " + job + " failed and will be tried again"));
    }
}
