package io.sardonyx.bench.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The work is the same everywhere and at any time. */
class WorkTest {

    private static final int MANY = 10_000;

    /** Figures of different days are figures of the same work only as long as these numbers stand. */
    @Test
    void theWorkIsWhatItWas() {
        assertThat(result(Workload.W1)).isEqualTo("5097 d1f88cbd69d11278");
        assertThat(result(Workload.W2)).isEqualTo("100000 44a813058eae269f");
        assertThat(result(Workload.W5)).isEqualTo("10000 2b177a1e342ff0f3");
    }

    @Test
    void theFilterKeepsHalf() {
        assertThat(Workload.W1.expected(MANY).count()).isBetween(4_800L, 5_200L);
    }

    @Test
    void segmentsAreEventsInAnotherDress() {
        for (long i = 0; i < 100; i++) {
            Event event = Events.map(Events.of(i));
            Map<String, Object> segment = Segments.map(Segments.of(i));
            assertThat(Segments.digest(segment)).isEqualTo(Events.digest(event));
            assertThat(Segments.isKept(segment)).isEqualTo(Events.isKept(event));
        }
    }

    @Test
    void mappingLeavesWhatItWasGivenAsItWas() {
        Event event = Events.of(7);
        long before = Events.digest(event);
        assertThat(Events.map(event)).isNotSameAs(event);
        assertThat(Events.digest(event)).isEqualTo(before);
    }

    @Test
    void aLineIsSplitIntoItsWords() {
        for (long i = 0; i < 100; i++) {
            assertThat(Lines.split(Lines.of(i))).hasSize(Lines.WORDS).doesNotContain("");
            assertThat(String.join(" ", Lines.split(Lines.of(i)))).isEqualTo(Lines.of(i));
        }
    }

    @Test
    void nearlyAllWordsOccurAndSomeMoreThanOthers() {
        var counts = new HashMap<String, Integer>();
        LongStream.range(0, MANY)
                .forEach(i -> Lines.split(Lines.of(i)).forEach(word -> counts.merge(word, 1, Integer::sum)));
        assertThat(counts).hasSizeBetween(9_900, 10_000);
        assertThat(Collections.max(counts.values())).isBetween(20, 100);
    }

    @Test
    void everyKeyHasASumInTheEnd() {
        long inputs = Additions.filling(1_000);
        assertThat(Additions.filled(inputs)).isEqualTo(1_000);
        assertThat(Workload.W11.expected(inputs).count()).isEqualTo(1_000);
    }

    @Test
    void eventsAreDueAtAnEvenPace() {
        var pace = new Pace(5, 10_000);
        assertThat(pace.due(0)).isEqualTo(5);
        assertThat(pace.due(20_000)).isEqualTo(2_000_000_005L);
        assertThat(pace.event(3).ts).isEqualTo(300_005);
        assertThat(pace.awaited(3).id).isEqualTo(3);
        Pace later = Pace.with(30, 7, 10_000);
        assertThat(later.due(30)).isEqualTo(7);
        assertThat(later.due(31)).isEqualTo(100_007);
    }

    private static String result(Workload workload) {
        Tally tally = workload.expected(MANY);
        return tally.count() + " " + Long.toHexString(tally.digest());
    }
}
