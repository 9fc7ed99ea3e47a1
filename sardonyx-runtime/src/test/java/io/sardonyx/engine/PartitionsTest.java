package io.sardonyx.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Partition;
import io.sardonyx.port.Documents;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionsTest {

    private static final long SECOND = 1_000_000_000L;

    private final Drawer drawer = new Drawer();
    private long now;

    /** A peer that reads partitions which are at their end from the start. */
    private final class Reader implements Input {

        final Mailbox mailbox = new Mailbox();
        final Partitions partitions =
                new Partitions(JobId.of("j/k"), TaskName.of("t"), Tuning.DEFAULT, drawer, mailbox);
        final Map<Integer, ReadPartition> open = new TreeMap<>();
        final Map<String, @Nullable String> positions = new TreeMap<>();
        private final List<String> names;
        private final long fence;

        Reader(long fence, int index, int peers, String... names) {
            this.fence = fence;
            this.names = List.of(names);
            partitions.follow(fence, index, peers);
        }

        @Override
        public List<String> partitions() {
            return names;
        }

        @Override
        public Partition open(String partition, @Nullable String position) {
            positions.put(partition, position);
            long from = position == null ? 0 : Long.parseLong(position);
            return new Shelf(from).from(from);
        }

        void look() throws Exception {
            for (int i = 0; i < 6; i++) {
                var opened = partitions.opened(this, now);
                for (ReadPartition each : opened.values()) {
                    each.follow(fence);
                    each.resume(this);
                }
                open.putAll(opened);
                mailbox.drain();
                now += SECOND;
            }
        }

        void read() throws Exception {
            for (ReadPartition each : open.values()) {
                each.tend(now);
            }
            mailbox.drain();
        }

        boolean isExhausted() {
            for (int i = 0; i < 4; i++) {
                if (partitions.isExhausted(List.copyOf(open.values()), now)) {
                    return true;
                }
                mailbox.drain();
                now += SECOND;
            }
            return false;
        }
    }

    @Test
    void theFirstListHoldsForAll() throws Exception {
        var first = new Reader(1, 0, 1, "a", "b");
        first.look();
        var second = new Reader(2, 0, 1, "x");
        second.look();

        assertThat(first.positions).containsOnlyKeys("a", "b");
        assertThat(second.positions).containsOnlyKeys("a", "b");
        assertThat(drawer.writes).containsExactly("partitions/j%2Fk/t");
    }

    @Test
    void aLostAnswerDoesNotKeepAnybodyFromStarting() throws Exception {
        drawer.loseAnswers = 1;
        drawer.failReads = 1;
        var reader = new Reader(1, 0, 1, "a");
        reader.look();

        assertThat(reader.open).containsOnlyKeys(0);
    }

    @Test
    void peersShareThePartitionsAndAreExhaustedTogether() throws Exception {
        var first = new Reader(1, 0, 2, "a", "b", "c");
        var second = new Reader(1, 1, 2, "a", "b", "c");
        first.look();
        second.look();
        assertThat(first.open).containsOnlyKeys(0, 2);
        assertThat(second.open).containsOnlyKeys(1);

        assertThat(first.isExhausted()).isFalse();
        first.read();
        assertThat(first.isExhausted()).as("b is not done").isFalse();
        assertThat(second.isExhausted()).isFalse();
        second.read();
        assertThat(first.isExhausted()).isTrue();
        assertThat(second.isExhausted()).isTrue();
    }

    @Test
    void anInputWithoutPartitionsIsExhausted() throws Exception {
        var reader = new Reader(1, 0, 1);
        assertThat(reader.isExhausted()).as("nobody knows yet").isFalse();
        reader.look();

        assertThat(reader.isExhausted()).isTrue();
    }

    @Test
    void aSuccessorGoesOnWhereItsPredecessorGotTo() throws Exception {
        new Reader(1, 0, 1, "a", "b", "c").look();
        write(0, new Checkpoint("17", false, 1));
        write(1, new Checkpoint("9", true, 1));
        var successor = new Reader(2, 0, 1);
        successor.look();

        assertThat(successor.positions)
                .containsEntry("a", "17")
                .containsEntry("c", null)
                .doesNotContainKey("b");
        successor.read();
        assertThat(successor.isExhausted()).isTrue();
    }

    private void write(int partition, Checkpoint checkpoint) {
        String name = Checkpoint.name(JobId.of("j/k"), TaskName.of("t"), partition);
        long seen =
                drawer.documents.containsKey(name) ? drawer.documents.get(name).version() : Documents.ABSENT;
        assertThat(drawer.write(name, checkpoint.bytes(), seen)
                        .toCompletableFuture()
                        .join())
                .isPresent();
    }

    @Test
    void whatSomebodyWithANewerFenceReadsIsLeftToIt() throws Exception {
        new Reader(1, 0, 1, "a").look();
        write(0, new Checkpoint("17", false, 5));
        var late = new Reader(4, 0, 1);
        late.look();
        assertThat(late.open).isEmpty();
        assertThat(late.isExhausted()).isFalse();

        late.partitions.follow(6, 0, 1);
        late.look();
        assertThat(late.positions).containsEntry("a", "17");
    }

    @Test
    void aPartitionThatWasReadByAnotherMeanwhileIsOpenedAnew() throws Exception {
        var reader = new Reader(1, 0, 1, "a");
        reader.look();
        write(0, new Checkpoint("17", false, 2));
        reader.partitions.reopen(0);
        reader.partitions.follow(3, 0, 1);
        reader.look();

        assertThat(reader.positions).containsEntry("a", "17");
    }

    @Test
    void aCheckpointSurvivesItsText() {
        for (Checkpoint each : List.of(
                Checkpoint.BEGINNING, new Checkpoint("ä\"\n", false, 7), new Checkpoint(null, true, Long.MAX_VALUE))) {
            assertThat(Checkpoint.read(each.bytes())).isEqualTo(each);
        }
    }
}
