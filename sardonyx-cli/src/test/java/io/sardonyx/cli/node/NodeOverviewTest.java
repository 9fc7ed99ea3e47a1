package io.sardonyx.cli.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.claim.NodeClient.PartitionStatus;
import io.sardonyx.lease.LockDocument;
import io.sardonyx.lease.NodeListDocument;
import io.sardonyx.lease.NodeListDocument.ListedNode;
import io.sardonyx.lease.PartitionDocument;
import io.sardonyx.lease.PartitionTask;
import io.sardonyx.value.JobId;
import io.sardonyx.value.table.SortedTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeOverviewTest {

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

    @Test
    void aNodeThatRenewsHasNothingWrong() {
        var leader = new LockDocument("a", NOW + LEASE / 2, LEASE, 1);
        NodeOverview overview = NodeOverview.of(leader, ONE, List.of(held("a", NOW + LEASE / 2)), NOW);
        assertThat(overview.nodes()).containsExactly(new NodeOverview.Node("a", 2, 1, true, true));
        assertThat(overview.findings()).isEmpty();
    }

    @Test
    void aHolderWhoseLeaseEndedLongAgoIsTold() {
        NodeOverview overview =
                NodeOverview.of(LockDocument.UNHELD, ONE, List.of(held("gone", NOW - 60_000), held("a", NOW)), NOW);
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
        assertThat(NodeOverview.of(leader, ONE, List.of(), NOW).findings())
                .containsExactly("the wall clock of a is 3600.0 s ahead of that of this machine; that harms nothing but"
                        + " the times that are shown");
    }

    @Test
    void aLeaderWhoseLeaseEndedIsTold() {
        var leader = new LockDocument("a", NOW - 3_600_000, LEASE, 1);
        assertThat(NodeOverview.of(leader, ONE, List.of(), NOW).findings())
                .singleElement()
                .asString()
                .contains("the lease of the leader a ended 3600.0 s ago", "or its wall clock is behind");
    }
}
