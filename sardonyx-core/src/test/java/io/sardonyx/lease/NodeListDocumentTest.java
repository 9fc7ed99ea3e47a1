package io.sardonyx.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.value.JobId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NodeListDocumentTest {

    private static final NodeListDocument.ListedNode ANN = new NodeListDocument.ListedNode("ann", 5);
    private static final NodeListDocument.ListedNode BOB = new NodeListDocument.ListedNode("bob", 3);
    private static final long LEASE = LeaseLength.nanos(1_000);

    private final NodeListDocument both = new NodeListDocument(List.of(ANN, BOB));

    private static Sighting<PartitionDocument> heldBy(String token, long firstSeenNanos) {
        var lock = new LockDocument(token, 1, 1_000, 1);
        var document = PartitionWorld.held(lock);
        return Sighting.first("piece-of-" + token, 1, document, firstSeenNanos);
    }

    @Test
    void aNewNodeIsTheLatest() {
        assertThat(NodeListDocument.EMPTY.advertised(ANN).orElseThrow().advertised(BOB))
                .hasValue(both);
    }

    @Test
    void whoIsListedRightlyWritesNothing() {
        assertThat(both.advertised(BOB)).isEmpty();
    }

    @Test
    void aNodeThatChangedKeepsItsPlace() {
        var stronger = new NodeListDocument.ListedNode("ann", 8);
        assertThat(both.advertised(stronger)).hasValue(new NodeListDocument(List.of(stronger, BOB)));
    }

    @Test
    void whoLetAPartitionExpireIsRemoved() {
        var seen = List.of(heldBy("bob", 0));
        assertThat(both.cleaned(seen, "ann", LEASE)).hasValue(new NodeListDocument(List.of(ANN)));
        assertThat(both.cleaned(seen, "ann", LEASE - 1)).isEmpty();
    }

    @Test
    void whoRenewedAnythingLatelyStays() {
        assertThat(both.cleaned(List.of(heldBy("bob", 0), heldBy("bob", 1)), "ann", LEASE))
                .isEmpty();
    }

    @Test
    void theCleanerItselfAndTheIdleStay() {
        assertThat(both.cleaned(List.of(heldBy("ann", 0)), "ann", LEASE)).isEmpty();
        assertThat(both.cleaned(List.of(), "ann", LEASE)).isEmpty();
    }

    @Test
    void nodesHaveTokensOfTheirOwnAndWorkers() {
        assertThatThrownBy(() -> new NodeListDocument(List.of(ANN, ANN))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new NodeListDocument.ListedNode("ann", 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aNodeSaysForWhichJobsItIsUnfit() {
        JobId job = JobId.of("job");
        var unfit = new TreeMap<>(Map.of(job, "x".repeat(1_000)));
        NodeListDocument.ListedNode ann = ANN.unfitFor(unfit);
        var list = new NodeListDocument(List.of(ann, BOB));

        assertThat(ann.unfit().get(job)).hasSize(200);
        assertThat(ANN.unfitFor(new TreeMap<>(Map.of(job, "x".repeat(199) + "\ud83d\ude00")))
                        .unfit()
                        .get(job))
                .isEqualTo("x".repeat(199));
        assertThat(list.hasFitNode(job, "ann")).isTrue();
        assertThat(list.hasFitNode(job, "bob")).isFalse();
        assertThat(list.hasFitNode(JobId.of("other"), "bob")).isTrue();
        assertThat(both.advertised(ann)).hasValue(list);
        assertThat(ann.unfitFor(new TreeMap<>())).isEqualTo(ANN);
        for (int i = 0; i < 50; i++) {
            unfit.put(JobId.of("job-" + i), "no class");
        }
        assertThat(ANN.unfitFor(unfit).unfit().size()).isEqualTo(NodeListDocument.ListedNode.MOST_UNFIT);
    }

    @Test
    void workersAreCountedUpToAPlace() {
        assertThat(both.workersBefore(0)).isZero();
        assertThat(both.workersBefore(1)).isEqualTo(5);
        assertThat(both.totalWorkers()).isEqualTo(8);
        assertThat(both.position("bob")).isEqualTo(1);
        assertThat(both.position("eve")).isEqualTo(-1);
    }
}
