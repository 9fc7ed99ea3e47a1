package io.sardonyx.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LockDocumentTest {

    private static final Candidate ANN = new Candidate("ann", 1_000);
    private static final Candidate BOB = new Candidate("bob", 5_000);
    private static final long FAR_FUTURE = 9_999_999_999_999L;

    private static Observation seenAt(long nanos) {
        return new Observation("lock", 3, nanos);
    }

    private static Moment at(long millis) {
        return new Moment(LeaseLength.nanos(millis), 1_700_000_000_000L);
    }

    private final LockDocument annHolds = new LockDocument("ann", 1_700_000_001_000L, 1_000, 4);

    @Test
    void whatIsAbsentIsAcquiredWithTheFirstFence() {
        assertThat(LockDocument.UNHELD.acquired(ANN, seenAt(0), at(0)))
                .hasValue(new LockDocument("ann", 1_700_000_001_000L, 1_000, 1));
    }

    @Test
    void whatWasReleasedIsAcquiredAtOnceWithAGreaterFence() {
        var released = annHolds.released("ann", 4).orElseThrow();
        assertThat(released).isEqualTo(LockDocument.unheld(4));
        assertThat(released.acquired(BOB, seenAt(0), at(0)).orElseThrow().fence())
                .isEqualTo(5);
    }

    @Test
    void anExpireOfZeroMeansReleasedWhoeverIsNamed() {
        var released = new LockDocument("ann", LockDocument.RELEASED, 1_000, 4);
        assertThat(released.isFree()).isTrue();
        assertThat(released.acquired(BOB, seenAt(0), at(0))).isPresent();
    }

    @Test
    void whatWasSeenUnchangedForTheHoldersWholeLeaseIsTakenOver() {
        assertThat(annHolds.acquired(BOB, seenAt(0), at(999))).isEmpty();
        assertThat(annHolds.acquired(BOB, seenAt(0), at(1_000)))
                .hasValue(new LockDocument("bob", 1_700_000_005_000L, 5_000, 5));
    }

    @Test
    void expireNeverDecides() {
        var longGone = new LockDocument("ann", 1, 1_000, 4);
        var neverEnding = new LockDocument("ann", FAR_FUTURE, 1_000, 4);
        assertThat(longGone.acquired(BOB, seenAt(0), at(999))).isEmpty();
        assertThat(neverEnding.acquired(BOB, seenAt(0), at(1_000))).isPresent();
    }

    @Test
    void aMonotonicClockMayPassItsLargestNumber() {
        var seen = seenAt(Long.MAX_VALUE - 5);
        long later = Long.MAX_VALUE - 5 + LeaseLength.nanos(1_000);
        assertThat(annHolds.isExpired(seen, later - 1)).isFalse();
        assertThat(annHolds.isExpired(seen, later)).isTrue();
    }

    @Test
    void whoFindsItsOwnTokenRenewsAndDoesNotAcquire() {
        assertThat(annHolds.acquired(ANN, seenAt(0), at(5_000))).isEmpty();
        assertThat(annHolds.renewed(ANN, 4, 1_700_000_009_000L))
                .hasValue(new LockDocument("ann", 1_700_000_010_000L, 1_000, 4));
    }

    @Test
    void onlyTheTenureItselfRenewsRaisesOrReleases() {
        assertThat(annHolds.renewed(BOB, 4, 0)).isEmpty();
        assertThat(annHolds.renewed(ANN, 3, 0)).isEmpty();
        assertThat(annHolds.raised(BOB, 4, 9, 0)).isEmpty();
        assertThat(annHolds.released("bob", 4)).isEmpty();
        assertThat(annHolds.released("ann", 3)).isEmpty();
        assertThat(LockDocument.UNHELD.released("ann", 0)).isEmpty();
    }

    @Test
    void raisingLiftsTheFenceAndNeverLowersIt() {
        assertThat(annHolds.raised(ANN, 4, 9, 0).orElseThrow().fence()).isEqualTo(9);
        assertThat(annHolds.raised(ANN, 4, 2, 0).orElseThrow().fence()).isEqualTo(4);
    }

    @Test
    void aCalendarBefore1970DoesNotMakeALeaseLookReleased() {
        var held = LockDocument.UNHELD
                .acquired(ANN, seenAt(0), new Moment(0, -1_000))
                .orElseThrow();
        assertThat(held.isFree()).isFalse();
        assertThat(held.isHeldBy("ann")).isTrue();
    }

    @Test
    void documentsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> new LockDocument("ann", 1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LockDocument("ann", -1, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LockDocument("ann", 1, 1, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Candidate(" ", 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Candidate("ann", LeaseLength.MAX_MILLIS + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
