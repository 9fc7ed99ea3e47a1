package io.sardonyx.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.json.BadInput;
import io.sardonyx.port.Documents;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReaderCheckpointTest {

    private static final TaskName X = TaskName.of("x");

    private static ReaderCheckpoint said(long fence, Map<Integer, Checkpoint> partitions) {
        return ReaderCheckpoint.EMPTY.plus(partitions).under(fence, 0);
    }

    private static Checkpoint end(String position, long skipped) {
        return new Checkpoint(position, true, 1, new TreeMap<>(Map.of(X, skipped)));
    }

    @Test
    void itSurvivesItsText() {
        ReaderCheckpoint all = said(
                        7, Map.of(0, end("9", 2), 3, end("8", 1), 4, new Checkpoint("ä\"", false, 6), 9, end("", 1)))
                .under(8, 3);
        for (ReaderCheckpoint each : List.of(ReaderCheckpoint.EMPTY, all)) {
            assertThat(ReaderCheckpoint.read(each.bytes())).isEqualTo(each);
        }
        assertThat(all.skipped()).containsEntry(X, 4L);
    }

    @Test
    void doneStaysDoneAndTheNewestFenceTellsOfWhatIsOpen() {
        ReaderCheckpoint one = said(7, Map.of(0, end("9", 2), 1, new Checkpoint("4", false, 5)));
        ReaderCheckpoint other = said(7, Map.of(0, new Checkpoint("3", false, 6), 1, new Checkpoint("2", false, 6)));
        for (List<ReaderCheckpoint> order : List.of(List.of(one, other), List.of(other, one))) {
            ReaderCheckpoint merged = ReaderCheckpoint.merged(order);
            assertThat(merged.done().stream().boxed()).containsExactly(0);
            assertThat(merged.open()).isEqualTo(Map.of(1, new Checkpoint("2", false, 6)));
            assertThat(merged.skipped()).isEqualTo(Map.of(X, 2L));
        }
    }

    @Test
    void whatAReaderOfManyHasDoneIsShortAndAnythingElseIsBounded() {
        var share = new BitSet();
        for (int i = 2; i < 100_000; i += 7) {
            share.set(i);
        }
        assertThat(IndexRanges.text(share)).isEqualTo("2-99997/7");
        List.of(9, 72, 70_002).forEach(share::clear);
        assertThat(IndexRanges.text(share)).isEqualTo("2-16/14,23-65/7,79-69995/7,70009-99997/7");

        var random = new SplittableRandom(7);
        var torn = new BitSet();
        for (int i = 0; i < PartitionList.MOST_PARTITIONS; i++) {
            torn.set(i, random.nextBoolean());
        }
        assertThat(IndexRanges.text(torn)).hasSizeLessThan(170_000);
        for (BitSet each : List.of(share, torn, new BitSet())) {
            assertThat(IndexRanges.read(IndexRanges.text(each))).isEqualTo(each);
        }
    }

    @Test
    void whatIsNoSetOfIndexesIsDamaged() {
        for (String bad : List.of("a", "1-", "5-3", "1-9/0", "-1", "1000000", "bits:%", "1,,2")) {
            assertThatThrownBy(() -> IndexRanges.read(bad)).as(bad).isInstanceOf(BadInput.class);
        }
    }

    @Test
    void endsAreKeptAsLongAsThereIsRoom() {
        var many = new TreeMap<Integer, Checkpoint>();
        for (int i = 0; i < 100_000; i++) {
            many.put(i, end("1234567", 1));
        }
        ReaderCheckpoint all = said(3, many);
        assertThat(all.done().cardinality()).isEqualTo(100_000);
        assertThat(all.ends()).hasSizeBetween(3_000, 4_000);
        assertThat(all.bytes()).hasSizeLessThan(ReaderCheckpoint.MOST_BYTES_OF_ENDS * 2);
        assertThat(all.reopened().done().cardinality())
                .isEqualTo(100_000 - all.ends().size());
        assertThat(all.reopened().bytes()).hasSizeLessThan(Documents.MAX_BYTES);
    }

    @Test
    void namesTellTheSlot() {
        String name = ReaderCheckpoint.name(JobId.of("j/k"), TaskName.of("t"), 12);
        assertThat(ReaderCheckpoint.isName(name)).isTrue();
        assertThat(ReaderCheckpoint.slotIn(name)).isEqualTo(12);
        assertThat(ReaderCheckpoint.isName(Checkpoint.name(JobId.of("j/k"), TaskName.of("t"), 12)))
                .isFalse();
    }
}
