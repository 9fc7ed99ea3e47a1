package io.sardonyx.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClaimsTest {

    private static final Candidate ANN = new Candidate("ann", 1_000);
    private static final NodeListDocument FOUR_NODES = nodes(1, 1, 1, 1);
    private static final long LEASE = LeaseLength.nanos(1_000);

    private static NodeListDocument nodes(int... workers) {
        var nodes = new ArrayList<NodeListDocument.ListedNode>();
        for (int i = 0; i < workers.length; i++) {
            nodes.add(new NodeListDocument.ListedNode(i == 0 ? "ann" : "node-" + i, workers[i]));
        }
        return new NodeListDocument(nodes);
    }

    private static Sighting<PartitionDocument> piece(int number, String holder) {
        var lock = holder.isEmpty() ? LockDocument.unheld(0) : new LockDocument(holder, 1, 1_000, 1);
        var document = PartitionWorld.held(lock);
        return Sighting.first("piece-" + number, 1, document, 0);
    }

    private static List<Sighting<PartitionDocument>> pieces(String... holders) {
        return IntStream.range(0, holders.length)
                .mapToObj(i -> piece(i, holders[i]))
                .toList();
    }

    @Test
    void nodesStartAtPlacesSpreadOverThePartitions() {
        var partitions = List.of(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(Claims.order(FOUR_NODES, 0, partitions)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(Claims.order(FOUR_NODES, 1, partitions)).startsWith(2, 3);
        assertThat(Claims.order(FOUR_NODES, 3, partitions)).containsExactly(6, 7, 0, 1, 2, 3, 4, 5);
    }

    @Test
    void theArcOfANodeIsAsLongAsItsWorkersDeserve() {
        var partitions = List.of(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(Claims.order(nodes(6, 2), 1, partitions)).startsWith(6);
        assertThat(Claims.order(nodes(2, 6), 1, partitions)).startsWith(2);
    }

    @Test
    void everyOrderIsAPermutation() {
        for (int partitions = 0; partitions < 20; partitions++) {
            var all = IntStream.range(0, partitions).boxed().toList();
            for (int position = 0; position < 4; position++) {
                assertThat(new TreeSet<>(Claims.order(FOUR_NODES, position, all)))
                        .hasSize(partitions);
            }
        }
    }

    @Test
    void theShareIsTheWorkersPartRoundedUpAndOne() {
        assertThat(Claims.share(FOUR_NODES, 0, 8)).isEqualTo(3);
        assertThat(Claims.share(FOUR_NODES, 0, 9)).isEqualTo(4);
        assertThat(Claims.share(nodes(6, 2), 0, 8)).isEqualTo(7);
        assertThat(Claims.share(nodes(6, 2), 1, 8)).isEqualTo(3);
    }

    @Test
    void sharesTogetherCoverEverything() {
        var nodes = nodes(1, 7, 3, 2);
        for (int partitions = 0; partitions < 50; partitions++) {
            long sum = 0;
            for (int position = 0; position < 4; position++) {
                sum += Claims.share(nodes, position, partitions);
            }
            assertThat(sum).isGreaterThanOrEqualTo(partitions);
        }
    }

    @Test
    void itTriesTheFirstFreeOneFromItsPlaceOn() {
        assertThat(Claims.next(FOUR_NODES, ANN, pieces("bob", "", ""), 0)
                        .orElseThrow()
                        .name())
                .isEqualTo("piece-1");
    }

    @Test
    void itTakesWhatExpiredButNotWhatIsHeld() {
        assertThat(Claims.next(FOUR_NODES, ANN, pieces("bob"), LEASE - 1)).isEmpty();
        assertThat(Claims.next(FOUR_NODES, ANN, pieces("bob"), LEASE)).isPresent();
        assertThat(Claims.next(FOUR_NODES, ANN, pieces("ann"), LEASE)).isEmpty();
    }

    @Test
    void withoutASpareWorkerOrAPlaceInTheListItTriesNothing() {
        assertThat(Claims.next(FOUR_NODES, ANN, pieces("ann", ""), 0)).isEmpty();
        assertThat(Claims.next(FOUR_NODES, new Candidate("eve", 1_000), pieces("", ""), 0))
                .isEmpty();
        assertThat(Claims.next(NodeListDocument.EMPTY, ANN, pieces(""), 0)).isEmpty();
    }

    @Test
    void beyondItsShareItTakesOnlyWhatNobodyWantedForALease() {
        var nodes = nodes(9, 90);
        var seen = pieces("ann", "ann", "", "");
        assertThat(Claims.share(nodes, 0, 4)).isEqualTo(2);
        assertThat(Claims.next(nodes, ANN, seen, LEASE - 1)).isEmpty();
        assertThat(Claims.next(nodes, ANN, seen, LEASE).orElseThrow().name()).isEqualTo("piece-2");
        var dead = pieces("ann", "ann", "bob");
        assertThat(Claims.next(nodes, ANN, dead, 2 * LEASE - 1)).isEmpty();
        assertThat(Claims.next(nodes, ANN, dead, 2 * LEASE)).isPresent();
    }

    @Test
    void thePauseGrowsWithWhatIsHeldAndStaysBelowTheLongest() {
        assertThat(Claims.pauseNanos(1_000, 0, 4, 0.5)).isEqualTo(100);
        assertThat(Claims.pauseNanos(1_000, 4, 4, 0.5)).isEqualTo(500);
        assertThat(Claims.pauseNanos(1_000, 9, 4, 0.999)).isLessThan(1_000);
        assertThat(Claims.pauseNanos(1_000, 9, 4, 0)).isZero();
    }
}
