package io.sardonyx.answer;

import io.sardonyx.claim.ClaimDocuments;
import io.sardonyx.claim.JobIndex;
import io.sardonyx.claim.JobIndex.IndexedJob;
import io.sardonyx.claim.NodeClient;
import io.sardonyx.claim.NodeClient.PartitionStatus;
import io.sardonyx.json.JsonOut;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.NodeListDocument;
import io.sardonyx.lease.NodeListDocument.ListedNode;
import io.sardonyx.port.Unreadable;
import io.sardonyx.value.JobId;
import io.sardonyx.value.table.SortedTable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The nodes of a store, the jobs that they share, and what looks wrong, from one look at all documents.
 *
 * @param jobs those that run
 * @param findings what is wrong, a sentence each
 */
public record NodeOverview(List<Node> nodes, List<SharedJob> jobs, List<String> findings) {

    /**
     * A node.
     *
     * @param held number of partitions and calls that it holds
     * @param listed whether it is in the list of nodes; one that is not lists itself again if it lives
     * @param unfit jobs that it cannot run, and why
     */
    public record Node(
            String token, int workers, long held, boolean leads, boolean listed, SortedTable<JobId, String> unfit) {}

    /**
     * A job that nodes share.
     *
     * @param hindrance what keeps it from getting on; empty if nothing is known to
     * @param donePerSecond partitions that were done since an earlier look, a second
     */
    public record SharedJob(JobId id, PartitionCounts counts, String hindrance, double donePerSecond) {}

    /** The documents that a look reads. */
    record Seen(LockDocument leader, NodeListDocument nodes, JobIndex index, List<PartitionStatus> partitions) {

        List<PartitionStatus> of(JobId job) {
            return partitions.stream()
                    .filter(partition -> partition.job().equals(job))
                    .toList();
        }
    }

    /** Looks at all documents of nodes; those that cannot be read are findings. */
    public static NodeOverview read(NodeClient client, long wallMillis) {
        var bad = new TreeMap<String, String>();
        LockDocument leader = readable("leader", client::leader, LockDocument.UNHELD, bad);
        NodeListDocument nodes = readable("nodes", client::nodes, NodeListDocument.EMPTY, bad);
        JobIndex index = readable("index", client::index, JobIndex.EMPTY, bad);
        var partitions = new ArrayList<>(client.partitions(ClaimDocuments.EXECUTOR, bad));
        for (IndexedJob job : index.running()) {
            partitions.addAll(client.partitions(job.id(), bad));
        }
        return of(new Seen(leader, nodes, index, partitions), List.copyOf(bad.values()), wallMillis);
    }

    /** Reads a document, or notes why it cannot be read and takes something else. */
    public static <T> T readable(String name, Supplier<T> reading, T otherwise, Map<String, String> bad) {
        try {
            return reading.get();
        } catch (Unreadable e) {
            bad.put(name, String.valueOf(e.getMessage()));
            return otherwise;
        }
    }

    static NodeOverview of(Seen seen, List<String> unreadable, long wallMillis) {
        var held = new TreeMap<String, Long>();
        for (PartitionStatus partition : seen.partitions) {
            LockDocument lock = partition.state().lock();
            if (!lock.isFree()) {
                held.merge(lock.holder(), 1L, Long::sum);
            }
        }
        var all = new LinkedHashMap<String, Node>();
        for (ListedNode node : seen.nodes.nodes()) {
            long holds = held.getOrDefault(node.token(), 0L);
            boolean leads = seen.leader.isHeldBy(node.token());
            all.put(node.token(), new Node(node.token(), node.workers(), holds, leads, true, node.unfit()));
        }
        held.forEach((token, count) -> all.computeIfAbsent(
                token,
                other -> new Node(
                        other, 0, count, seen.leader.isHeldBy(other), false, SortedTable.<JobId, String>empty())));
        List<SharedJob> jobs = seen.index.running().stream()
                .map(job -> new SharedJob(
                        job.id(),
                        PartitionCounts.of(job, seen.of(job.id())),
                        NodeFindings.hindrance(job, seen.nodes, seen.leader),
                        0))
                .toList();
        var findings = new ArrayList<>(NodeFindings.of(seen, jobs, wallMillis));
        findings.addAll(unreadable);
        return new NodeOverview(List.copyOf(all.values()), jobs, List.copyOf(findings));
    }

    /** Whether there is neither a node nor a job: the store is of a cluster of peers, or new. */
    public boolean isEmpty() {
        return nodes.isEmpty() && jobs.isEmpty() && findings.isEmpty();
    }

    /** The same with rates since an earlier look. */
    public NodeOverview since(NodeOverview before, double seconds) {
        var done = new TreeMap<JobId, Long>();
        before.jobs.forEach(job -> done.put(job.id, job.counts.done()));
        List<SharedJob> measured = jobs.stream()
                .map(job -> {
                    long more = job.counts.done() - done.getOrDefault(job.id, job.counts.done());
                    return new SharedJob(job.id, job.counts, job.hindrance, Math.max(0, more) / seconds);
                })
                .toList();
        return new NodeOverview(nodes, measured, findings);
    }

    /** Writes its fields into a JSON object that is already open. */
    public void write(JsonOut out) {
        out.beginList("nodes");
        for (Node node : nodes) {
            out.begin()
                    .text("node", node.token)
                    .number("workers", node.workers)
                    .number("partitions", node.held)
                    .flag("leads", node.leads)
                    .flag("listed", node.listed)
                    .beginUnlessEmpty("unfit");
            node.unfit.forEach((job, reason) -> out.text(job.text(), reason));
            out.end().end();
        }
        out.endList().beginList("jobs");
        for (SharedJob job : jobs) {
            out.begin().text("job", job.id);
            job.counts.write(out);
            out.number("done-per-second", BigDecimal.valueOf(job.donePerSecond).setScale(1, RoundingMode.HALF_UP));
            if (!job.hindrance.isEmpty()) {
                out.text("reason", job.hindrance);
            }
            out.end();
        }
        out.endList().textsUnlessEmpty("findings", findings);
    }
}
