package io.sardonyx.task.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.call.CallProgress;
import io.sardonyx.content.Checkpoint;
import io.sardonyx.content.PartitionList;
import io.sardonyx.job.Tuning;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.Partition;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.replica.ClusterParameters;
import io.sardonyx.report.Waiting;
import io.sardonyx.task.Drawer;
import io.sardonyx.task.Shelf;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Partitions with a document for each, as the release before writes them. */
class DealtPartitionsTest {

    private static final long SECOND = 1_000_000_000L;

    private final Drawer drawer = new Drawer();
    private long now;

    /** A peer that reads partitions which are at their end from the start. */
    private final class Reader implements Input {

        final Mailbox mailbox = new Mailbox();
        final DealtPartitions partitions = new DealtPartitions(
                new Assignment(PeerId.of("p"), JobId.of("j/k"), TaskName.of("t"), 0),
                Tuning.DEFAULT,
                drawer,
                mailbox,
                new CallProgress());
        final Map<Integer, PartitionReader> open = new TreeMap<>();
        final Map<String, @Nullable String> positions = new TreeMap<>();
        private final List<String> names;
        private final long fence;

        Reader(long fence, int index, int peers, String... names) {
            this.fence = fence;
            this.names = List.of(names);
            follow(fence, index, peers);
        }

        void follow(long newFence, int index, int peers) {
            partitions.follow(new InputPartitions.Share(newFence, index, peers, peers), ClusterParameters.FIRST_FORMAT);
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
            for (int i = 0; i < 12; i++) {
                step();
                now += SECOND;
            }
        }

        void step() throws Exception {
            var opened = partitions.opened(this, 100, now);
            for (PartitionReader each : opened.values()) {
                each.follow(fence);
                each.resume(this);
            }
            open.putAll(opened);
            mailbox.drain(now);
        }

        void read() throws Exception {
            for (PartitionReader each : open.values()) {
                each.tend(now);
            }
            mailbox.drain(now);
        }

        boolean isExhausted() {
            for (int i = 0; i < 4; i++) {
                if (partitions.isExhausted(List.copyOf(open.values()), now)) {
                    return true;
                }
                mailbox.drain(now);
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
    void aDamagedCheckpointIsWaitedForWithAWordAndWithoutAHotLoop() throws Exception {
        new Reader(1, 0, 1, "a", "b").look();
        String name = Checkpoint.name(JobId.of("j/k"), TaskName.of("t"), 1);
        drawer.documents.put(name, new Document(name, "{\"position".getBytes(StandardCharsets.UTF_8), 77));
        var successor = new Reader(2, 0, 1);
        successor.partitions.opened(successor, 100, now);
        assertThat(successor.partitions.waiting()).isNull();
        drawer.reads = 0;
        long begun = now;
        for (; now < begun + 100 * SECOND; now += SECOND / 100) {
            successor.step();
        }
        assertThat(successor.open).isEmpty();
        assertThat(drawer.reads).isBetween(10, 60);
        Waiting waiting = successor.partitions.waiting();
        assertThat(waiting).isNotNull();
        assertThat(waiting.reason())
                .contains("a checkpoint", "task t of job j/k", "damaged", "sardonyx job reset j/k t");

        drawer.documents.remove(name);
        now += 20 * SECOND;
        successor.look();
        assertThat(successor.open).containsOnlyKeys(0, 1);
        assertThat(successor.partitions.waiting()).isNull();
    }

    @Test
    void aDamagedListOfPartitionsIsWaitedForWithAWordAndNotWrittenAnew() throws Exception {
        String name = PartitionList.name(JobId.of("j/k"), TaskName.of("t"));
        drawer.documents.put(name, new Document(name, "{\"partit".getBytes(StandardCharsets.UTF_8), 77));
        var reader = new Reader(1, 0, 1, "a", "b");
        for (int i = 0; i < 10; i++) {
            reader.look();
            now += 20 * SECOND;
        }
        assertThat(reader.partitions.waiting())
                .isNotNull()
                .extracting(Waiting::reason)
                .asString()
                .contains("list of partitions", "damaged", "sardonyx job reset j/k t");
        assertThat(drawer.documents.get(name).version()).isEqualTo(77);

        drawer.documents.remove(name);
        now += 20 * SECOND;
        reader.look();
        assertThat(reader.open).containsOnlyKeys(0, 1);
    }

    @Test
    void aStoreThatNeverAnswersIsAskedAgainAndItsLateAnswerIsNotUsed() throws Exception {
        new Reader(1, 0, 1, "a").look();
        var successor = new Reader(2, 0, 1);
        drawer.silent = true;
        successor.look();
        assertThat(drawer.unanswered).hasSize(1);
        for (int i = 0; i < 40; i++) {
            successor.look();
        }
        assertThat(drawer.unanswered).hasSizeBetween(5, 17);
        assertThat(successor.partitions.waiting().reason()).contains("no answer within 30 s");

        drawer.silent = false;
        drawer.unanswered
                .get(0)
                .complete(List.of(new Document(
                        "partitions/j%2Fk/t", "{\"partitions\":[\"x\"]}".getBytes(StandardCharsets.UTF_8), 1)));
        for (int i = 0; i < 10; i++) {
            successor.look();
        }
        assertThat(successor.positions).containsOnlyKeys("a");
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

    private static SortedMap<TaskName, Long> skipped(String task, long count) {
        return new TreeMap<>(Map.of(TaskName.of(task), count));
    }

    @Test
    void whatWasLeftOutOfAllPartitionsIsAddedUp() throws Exception {
        new Reader(1, 0, 1, "a", "b", "c").look();
        write(0, new Checkpoint("17", true, 1, skipped("x", 2)));
        write(1, new Checkpoint("9", true, 1));
        write(2, new Checkpoint("9", true, 1, skipped("x", 3)));
        var last = new Reader(2, 0, 1);
        last.look();
        assertThat(last.isExhausted()).isTrue();
        assertThat(last.partitions.skipped(Map.of())).isEqualTo(skipped("x", 5));
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

        late.follow(6, 0, 1);
        late.look();
        assertThat(late.positions).containsEntry("a", "17");
    }

    @Test
    void aPartitionThatWasReadByAnotherMeanwhileIsOpenedAnew() throws Exception {
        var reader = new Reader(1, 0, 1, "a");
        reader.look();
        write(0, new Checkpoint("17", false, 2));
        reader.partitions.reopen(0);
        reader.follow(3, 0, 1);
        reader.look();

        assertThat(reader.positions).containsEntry("a", "17");
    }

    @Test
    void aCheckpointSurvivesItsText() {
        for (Checkpoint each : List.of(
                Checkpoint.BEGINNING,
                new Checkpoint("ä\"\n", false, 7),
                new Checkpoint(null, true, Long.MAX_VALUE),
                new Checkpoint("1", true, 7, new TreeMap<>(Map.of(TaskName.of("a"), 1L, TaskName.of("b"), 2L))))) {
            assertThat(Checkpoint.read(each.bytes())).isEqualTo(each);
        }
    }
}
