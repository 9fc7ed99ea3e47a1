package io.sardonyx.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.answer.NodeOverview.Seen;
import io.sardonyx.answer.NodeOverview.SharedJob;
import io.sardonyx.claim.JobIndex;
import io.sardonyx.claim.JobIndex.IndexedJob;
import io.sardonyx.claim.NodeClient.PartitionStatus;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.NodeListDocument;
import io.sardonyx.lease.NodeListDocument.ListedNode;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.lease.PartitionTask;
import io.sardonyx.value.JobId;
import io.sardonyx.value.table.SortedTable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NodeOverviewTest {

    private static final JobId JOB = JobId.of("j");
    private static final long NOW = 1_000_000_000;
    private static final long LEASE = 10_000;
    private static final NodeListDocument ONE = new NodeListDocument(List.of(new ListedNode("a", 2)));

    private static PartitionStatus held(String by, long expireMillis) {
        var lock = new LockDocument(by, expireMillis, LEASE, 7);
        var task = new PartitionTask(
                "read", SortedTable.<String, String>empty().with("job", "j").with("partition", "p"));
        var document = new PartitionDocument(
                lock, task, PartitionDocument.State.OUTSTANDING, null, SortedTable.empty(), 0, "");
        return new PartitionStatus(JobId.of("j"), "p", "work/j/p", document);
    }

    private static NodeOverview look(LockDocument leader, List<PartitionStatus> partitions) {
        return NodeOverview.of(new Seen(leader, ONE, JobIndex.EMPTY, partitions), List.of(), NOW);
    }

    @Test
    void aNodeThatRenewsHasNothingWrong() {
        var leader = new LockDocument("a", NOW + LEASE / 2, LEASE, 1);
        NodeOverview overview = look(leader, List.of(held("a", NOW + LEASE / 2)));
        assertThat(overview.nodes()).containsExactly(new NodeOverview.Node("a", 2, 1, true, true, SortedTable.empty()));
        assertThat(overview.findings()).isEmpty();
    }

    @Test
    void aHolderWhoseLeaseEndedLongAgoIsTold() {
        NodeOverview overview = look(LockDocument.UNHELD, List.of(held("gone", NOW - 60_000), held("a", NOW)));
        assertThat(overview.nodes()).extracting(NodeOverview.Node::token).containsExactly("a", "gone");
        assertThat(overview.nodes().get(1).listed()).isFalse();
        assertThat(overview.findings())
                .hasSize(2)
                .anyMatch(it -> it.contains("gone let the leases of 1 partition end, the last of them 60.0 s ago"))
                .anyMatch(it -> it.contains("nobody leads"));
    }

    @Test
    void aWallClockThatIsAnHourAheadIsTold() {
        var leader = new LockDocument("a", NOW + 3_600_000 + LEASE, LEASE, 1);
        assertThat(look(leader, List.of()).findings())
                .containsExactly("the wall clock of a is 3600.0 s ahead of that of this machine; that harms nothing but"
                        + " the times that are shown");
    }

    @Test
    void aLeaderWhoseLeaseEndedIsTold() {
        var leader = new LockDocument("a", NOW - 3_600_000, LEASE, 1);
        assertThat(look(leader, List.of()).findings())
                .singleElement()
                .asString()
                .contains("the lease of the leader a ended 3600.0 s ago", "or its wall clock is behind");
    }

    private static NodeOverview look(LockDocument leader, NodeListDocument nodes) {
        var job = new IndexedJob(JOB, "hash", JobIndex.State.RUNNING, "", 2, "", 1, SortedTable.empty());
        var index = new JobIndex(1, List.of(job));
        return NodeOverview.of(new Seen(leader, nodes, index, List.of(held("a", NOW))), List.of(), NOW);
    }

    @Test
    void aJobThatNobodyCanRunIsTold() {
        var leader = new LockDocument("a", NOW, LEASE, 1);
        ListedNode unfit = new ListedNode("a", 2).unfitFor(new TreeMap<>(Map.of(JOB, "no class X")));
        assertThat(look(leader, new NodeListDocument(List.of(unfit))).findings())
                .containsExactly("job j waits: no listed node can run it: no class X (node a)");
        assertThat(look(leader, new NodeListDocument(List.of(unfit, new ListedNode("b", 1))))
                        .findings())
                .containsExactly("job j waits: the leader cannot run it and will let another node lead: no class X"
                        + " (node a)");
        assertThat(look(
                                new LockDocument("b", NOW, LEASE, 1),
                                new NodeListDocument(List.of(unfit, new ListedNode("b", 1))))
                        .findings())
                .isEmpty();
        assertThat(look(LockDocument.UNHELD, NodeListDocument.EMPTY).findings())
                .containsExactly("1 job waits for a node, and none is listed; sardonyx node start starts one");
    }

    @Test
    void partitionsThatAreDoneAreCountedASecond() {
        var before = look(LockDocument.UNHELD, ONE);
        assertThat(before.jobs()).singleElement().satisfies(job -> {
            assertThat(job.counts()).isEqualTo(new PartitionCounts(1, 1, 0, 0, SortedTable.empty()));
            assertThat(job.donePerSecond()).isZero();
        });
        var more = new SharedJob(JOB, new PartitionCounts(11, 1, 0, 0, SortedTable.empty()), "", 0);
        var now = new NodeOverview(before.nodes(), List.of(more), List.of());
        assertThat(now.since(before, 4).jobs())
                .singleElement()
                .satisfies(job -> assertThat(job.donePerSecond()).isEqualTo(2.5));
    }
}
