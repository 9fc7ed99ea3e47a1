package io.sardonyx.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.value.table.SortedTable;
import org.junit.jupiter.api.Test;

class PartitionDocumentTest {

    private static final Candidate ANN = new Candidate("ann", 1_000);
    private static final Moment NOW = new Moment(0, 1_700_000_000_000L);
    private static final Observation SEEN = new Observation("piece", 1, 0);

    private final PartitionDocument fresh = PartitionDocument.outstanding(PartitionWorld.TASK, 6);
    private final PartitionDocument claimed = fresh.claimed(ANN, SEEN, NOW).orElseThrow();

    @Test
    void itsFencesBeginAboveTheOneItWasMadeWith() {
        assertThat(claimed.lock().fence()).isEqualTo(7);
        assertThat(claimed.lock().holder()).isEqualTo("ann");
        assertThat(claimed.state()).isEqualTo(PartitionDocument.State.OUTSTANDING);
    }

    @Test
    void onlyItsTenureCompletesIt() {
        assertThat(claimed.completed("ann", 6)).isEmpty();
        assertThat(claimed.completed("bob", 7)).isEmpty();
        assertThat(fresh.completed("ann", 6)).isEmpty();
        var done = claimed.completed("ann", 7).orElseThrow();
        assertThat(done.isDone()).isTrue();
        assertThat(done.lock()).isEqualTo(LockDocument.unheld(7));
    }

    @Test
    void whatIsDoneIsNeverClaimedAgain() {
        var done = claimed.completed("ann", 7).orElseThrow();
        assertThat(done.claimed(ANN, SEEN, NOW)).isEmpty();
        assertThat(done.isClaimable(SEEN, 0)).isFalse();
        assertThat(done.isIdle(SEEN, 0)).isTrue();
    }

    @Test
    void whatIsGivenBackIsClaimableAtOnce() {
        assertThat(claimed.isClaimable(SEEN, 0)).isFalse();
        var back = claimed.released("ann", 7).orElseThrow();
        assertThat(back.isClaimable(SEEN, 0)).isTrue();
        assertThat(back.isDone()).isFalse();
    }

    @Test
    void renewingKeepsTaskAndState() {
        assertThat(claimed.renewed(ANN, 7, NOW.wallMillis())).hasValue(claimed);
        assertThat(claimed.renewed(ANN, 6, NOW.wallMillis())).isEmpty();
    }

    @Test
    void aTaskNamesItsFunction() {
        assertThatThrownBy(() -> new PartitionTask("", SortedTable.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
