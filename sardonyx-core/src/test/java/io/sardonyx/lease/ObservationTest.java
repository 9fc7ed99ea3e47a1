package io.sardonyx.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ObservationTest {

    private final Observation first = new Observation("lock", 3, 100);

    @Test
    void aReadOfTheSameVersionChangesNothing() {
        assertThat(first.then(3, 500)).isSameAs(first);
    }

    @Test
    void anyOtherVersionStartsAgain() {
        assertThat(first.then(4, 500)).isEqualTo(new Observation("lock", 4, 500));
        assertThat(first.then(2, 500)).isEqualTo(new Observation("lock", 2, 500));
    }

    @Test
    void itIsUnchangedForAsLongAsTheObserversOwnClockSays() {
        assertThat(first.isUnchangedFor(1, 100 + 999_999)).isFalse();
        assertThat(first.isUnchangedFor(1, 100 + 1_000_000)).isTrue();
    }

    @Test
    void aSightingKeepsTheLatestDocumentAndTheOldestTime() {
        var seen = Sighting.first("lock", 3, "old", 100).then(3, "new", 200);
        assertThat(seen).isEqualTo(new Sighting<>(first, "new"));
    }
}
