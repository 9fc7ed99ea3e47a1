package io.sardonyx.task.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.content.Checkpoint;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.BadRecord;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Partition;
import io.sardonyx.port.Documents;
import io.sardonyx.task.Drawer;
import io.sardonyx.task.Shelf;
import io.sardonyx.value.TaskName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionReaderTest {

    private static final int MOST = 2;

    private static final long SECOND = 1_000_000_000L;
    private static final String DOCUMENT = "checkpoints/j/t/0";

    private final Drawer drawer = new Drawer();
    private final Mailbox mailbox = new Mailbox();
    private final Shelf shelf = new Shelf(10);
    private final PartitionReader partition = reader(shelf, Tuning.DEFAULT.batchesOf(2));
    private final List<Root> roots = new ArrayList<>();

    private PartitionReader reader(Shelf from, Tuning tuning) {
        var reader = reader(from, tuning, Checkpoint.BEGINNING, Documents.ABSENT);
        reader.follow(3);
        return reader;
    }

    private PartitionReader reader(Shelf from, Tuning tuning, Checkpoint begun, long version) {
        var place = new PartitionReader.Place(TaskName.of("t"), "0", DOCUMENT, tuning);
        var reader = new PartitionReader(place, begun, version, drawer, mailbox);
        try {
            reader.resume(new Input() {
                @Override
                public List<String> partitions() {
                    return List.of("0");
                }

                @Override
                public Partition open(String name, @Nullable String position) {
                    return from;
                }
            });
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return reader;
    }

    private void read(int batches) throws Exception {
        for (int i = 0; i < batches; i++) {
            Object[] segments = partition.read(MOST);
            assertThat(segments).isNotNull();
            roots.add(partition.root(segments, partition.origin()));
        }
    }

    private void tend(long now) throws Exception {
        partition.tend(now);
        mailbox.drain();
        mailbox.drain();
    }

    @Test
    void onlyWhatIsDoneWithoutAGapIsWrittenDown() throws Exception {
        read(3);
        roots.get(1).settle();
        roots.get(2).settle();
        tend(0);
        assertThat(drawer.writes).isEmpty();

        roots.get(0).settle();
        tend(1);
        assertThat(drawer.checkpoint(DOCUMENT)).isEqualTo(new Checkpoint("6", false, 3));
        assertThat(shelf.completed).containsExactly("6");
        assertThat(partition.isWritten()).isTrue();
    }

    @Test
    void aDeadLetterIsNoEndOfWhatWasReadWithIt() throws Exception {
        Object[] segments = partition.read(MOST);
        Root letter = partition.letter(new BadRecord("1", "text", "cause"), "cause");
        Root others = partition.root(segments, partition.origin());
        letter.settle();
        tend(0);
        assertThat(drawer.writes).isEmpty();

        others.settle();
        tend(1);
        assertThat(drawer.checkpoint(DOCUMENT)).isEqualTo(new Checkpoint("2", false, 3));
    }

    @Test
    void itIsWrittenDownOnceASecondAtMostAndAtTheEndAtOnce() throws Exception {
        for (int i = 0; i < 4; i++) {
            read(1);
            roots.get(i).settle();
            tend(1 + i);
        }
        assertThat(drawer.writes).hasSize(1);
        tend(SECOND + 2);
        assertThat(drawer.writes).hasSize(2);

        read(1);
        assertThat(partition.read(MOST)).isNull();
        tend(SECOND + 3);
        assertThat(partition.isFinished()).isFalse();
        roots.get(4).settle();
        tend(SECOND + 4);
        assertThat(drawer.writes).hasSize(3);
        assertThat(partition.isFinished()).isTrue();
        assertThat(drawer.checkpoint(DOCUMENT)).isEqualTo(new Checkpoint("10", true, 3));
    }

    @Test
    void anEmptyPartitionIsFinishedAtOnce() throws Exception {
        shelf.end = 0;
        tend(0);

        assertThat(partition.isFinished()).isTrue();
    }

    @Test
    void aLostAnswerIsFoundAgain() throws Exception {
        drawer.loseAnswers = 1;
        drawer.failReads = 1;
        read(1);
        roots.get(0).settle();
        tend(1);
        assertThat(partition.isWritten()).isFalse();
        for (int i = 1; i < 4; i++) {
            tend(1 + i * SECOND);
        }
        assertThat(partition.isWritten()).isTrue();
        assertThat(partition.isSuperseded()).isFalse();
        assertThat(drawer.checkpoint(DOCUMENT).position()).isEqualTo("2");
    }

    @Test
    void aStoreThatIsAwayIsNotAskedAllTheTime() throws Exception {
        shelf.end = 0;
        drawer.loseAnswers = 1_000;
        for (int i = 0; i < 100; i++) {
            tend(i);
        }
        assertThat(drawer.writes).hasSizeLessThan(5);
    }

    @Test
    void whoHasANewerFenceIsNotOverwritten() throws Exception {
        read(5);
        roots.get(0).settle();
        drawer.write(DOCUMENT, new Checkpoint("8", false, 4).bytes(), Documents.ABSENT);
        for (int i = 0; i < 5; i++) {
            tend(1 + i * SECOND);
        }
        assertThat(partition.isSuperseded()).isTrue();
        roots.forEach(Root::settle);
        for (int i = 5; i < 9; i++) {
            tend(1 + i * SECOND);
        }
        assertThat(drawer.checkpoint(DOCUMENT)).isEqualTo(new Checkpoint("8", false, 4));
        assertThat(partition.isFinished()).isFalse();
        assertThat(partition.isWritten())
                .as("it does not keep its group from leaving")
                .isTrue();
        assertThat(shelf.completed).isEmpty();
    }

    @Test
    void whoReadUnderAFenceThatWasMissedIsNotOverwritten() throws Exception {
        read(2);
        roots.forEach(Root::settle);
        tend(1);
        assertThat(drawer.checkpoint(DOCUMENT)).isEqualTo(new Checkpoint("4", false, 3));

        long seen = drawer.documents.get(DOCUMENT).version();
        drawer.write(DOCUMENT, new Checkpoint("8", false, 4).bytes(), seen);
        partition.follow(5);
        read(1);
        roots.get(2).settle();
        tend(1 + SECOND);

        assertThat(partition.isStale())
                .as("it has to be opened anew from there")
                .isTrue();
        tend(1 + 2 * SECOND);
        assertThat(drawer.checkpoint(DOCUMENT)).isEqualTo(new Checkpoint("8", false, 4));
    }

    /** It began with the first checkpoint of somebody who was slower to let go, and wrote a second one after that. */
    private PartitionReader successor(Checkpoint first, Checkpoint second) throws Exception {
        drawer.write(DOCUMENT, first.bytes(), Documents.ABSENT);
        long version = drawer.documents.get(DOCUMENT).version();
        var successor = reader(new Shelf(10).from(4), Tuning.DEFAULT.batchesOf(2), first, version);
        successor.follow(3);
        drawer.write(DOCUMENT, second.bytes(), version);
        Object[] segments = successor.read(MOST);
        assertThat(segments).isNotNull();
        successor.root(segments, successor.origin()).settle();
        for (int i = 0; i < 3; i++) {
            successor.tend(1 + i * SECOND);
            mailbox.drain();
            mailbox.drain();
        }
        return successor;
    }

    @Test
    void whoWroteTheCheckpointItBeganWithAndThenAnotherIsNotOverwritten() throws Exception {
        var second = new Checkpoint("8", false, 2);
        PartitionReader successor = successor(new Checkpoint("4", false, 2), second);

        assertThat(successor.isStale())
                .as("it has to be opened anew from there")
                .isTrue();
        assertThat(drawer.checkpoint(DOCUMENT)).isEqualTo(second);
    }

    @Test
    void theCheckpointItBeganWithIsOverwrittenAlsoWhenItIsWrittenAgain() throws Exception {
        var first = new Checkpoint("4", false, 2);
        PartitionReader successor = successor(first, first);

        assertThat(successor.isSuperseded()).isFalse();
        assertThat(drawer.checkpoint(DOCUMENT)).isEqualTo(new Checkpoint("6", false, 3));
    }

    @Test
    void whatWasWrittenHereUnderAnOlderFenceIsOverwritten() throws Exception {
        read(2);
        roots.get(0).settle();
        drawer.loseAnswers = 1;
        drawer.failReads = 1;
        tend(1);
        partition.follow(7);
        roots.get(1).settle();
        for (int i = 1; i < 4; i++) {
            tend(1 + i * SECOND);
        }

        assertThat(partition.isSuperseded()).isFalse();
        assertThat(drawer.checkpoint(DOCUMENT)).isEqualTo(new Checkpoint("4", false, 7));
    }

    @Test
    void aPartialReadLeavesNothingBehind() throws Exception {
        shelf.end = 3;
        Object[] first = partition.read(MOST);
        Object[] second = partition.read(MOST);

        assertThat(first).containsExactly(0L, 1L);
        assertThat(second).containsExactly(2L);
        assertThat(partition.read(MOST)).isNull();
    }

    @Test
    void noMoreIsReadThanIsWanted() throws Exception {
        assertThat(partition.read(1)).containsExactly(0L);
        assertThat(partition.read(MOST)).containsExactly(1L, 2L);
    }
}
