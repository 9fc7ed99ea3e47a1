package io.sardonyx.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.table.SortedTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaderRoundTest {

    private static final LockDocument LEADER = new LockDocument("ann", 1, 1_000, 3);
    private static final long LEASE = LeaseLength.nanos(1_000);

    private static SortedTable<String, PartitionTask> wanted(String... names) {
        var wanted = SortedTable.<String, PartitionTask>empty();
        for (String name : names) {
            wanted = wanted.with(name, PartitionWorld.TASK);
        }
        return wanted;
    }

    private static Sighting<PartitionDocument> seen(String name, LockDocument lock, PartitionDocument.State state) {
        return Sighting.first(
                name, 1, new PartitionDocument(lock, PartitionWorld.TASK, state, null, SortedTable.empty(), 0, ""), 0);
    }

    private static Sighting<PartitionDocument> done(String name, long fence) {
        return seen(name, LockDocument.unheld(fence), PartitionDocument.State.DONE);
    }

    private static Sighting<PartitionDocument> held(String name) {
        return seen(name, new LockDocument("bob", 1, 1_000, 2), PartitionDocument.State.OUTSTANDING);
    }

    @Test
    void itCreatesWhatIsWantedAndNotThere() {
        var round = LeaderRound.of(LEADER, wanted("a", "b"), List.of(held("a")), 0);
        assertThat(round.create().keys()).containsExactly("b");
        assertThat(round.create().get("b")).isEqualTo(PartitionDocument.outstanding(PartitionWorld.TASK, 3));
        assertThat(round.remove()).isEmpty();
        assertThat(round.fence()).isEqualTo(3);
    }

    @Test
    void itRemovesWhatIsDoneOnceItsSourceKnows() {
        assertThat(LeaderRound.of(LEADER, wanted("a"), List.of(done("a", 2)), 0).remove())
                .isEmpty();
        assertThat(LeaderRound.of(LEADER, wanted(), List.of(done("a", 2)), 0).remove())
                .containsExactly(done("a", 2));
    }

    @Test
    void itWithdrawsWhatIsUnwantedOnlyWhileNobodyIsAtIt() {
        assertThat(LeaderRound.of(LEADER, wanted(), List.of(held("a")), LEASE - 1)
                        .remove())
                .isEmpty();
        assertThat(LeaderRound.of(LEADER, wanted(), List.of(held("a")), LEASE).remove())
                .hasSize(1);
    }

    @Test
    void theFencesOfWhatIsRemovedOutliveIt() {
        var round = LeaderRound.of(LEADER, wanted("b"), List.of(done("a", 9)), 0);
        assertThat(round.fence()).isEqualTo(9);
        assertThat(round.create().get("b")).isEqualTo(PartitionDocument.outstanding(PartitionWorld.TASK, 9));
    }

    @Test
    void theThreeKindsOfInputAreThreeAnswers() {
        var two = new NodeListDocument(
                List.of(new NodeListDocument.ListedNode("ann", 1), new NodeListDocument.ListedNode("bob", 4)));
        var task = PartitionWorld.TASK;
        assertThat(Partitioning.single("tcp", task).wanted(two).keys()).containsExactly("tcp");
        assertThat(Partitioning.perNode("kafka", task).wanted(two).keys()).containsExactly("kafka-0", "kafka-1");
        assertThat(Partitioning.pieces(wanted("x", "y", "z")).wanted(two).keys())
                .containsExactly("x", "y", "z");
    }
}
