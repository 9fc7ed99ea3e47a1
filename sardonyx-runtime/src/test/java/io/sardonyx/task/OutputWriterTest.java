package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Routes;
import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.Acks;
import io.sardonyx.function.Results;
import io.sardonyx.plugin.Output;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.task.output.OutputWriter;
import io.sardonyx.task.output.UnsendableHandler;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputWriterTest {

    private static final UnsendableHandler NONE = (segment, why) -> {
        throw why;
    };

    private final Box box = new Box();
    private final CallProgress progress = new CallProgress();
    private final OutputWriter writer = new OutputWriter(Rig.opened(box), progress, () -> true);
    private final Pipe<Acks> acks = new Pipe<>();
    private final AckBuffer events = new AckBuffer(List.of(acks));

    /** Takes and settles no more than it is allowed to. */
    private static final class Box implements Output {

        final List<Object> taken = new ArrayList<>();
        int room;
        int most = Integer.MAX_VALUE;
        long settled;

        @Override
        public int write(Object[] segments, int from, int to) {
            int count = Math.min(Math.min(room, most), to - from);
            taken.addAll(java.util.Arrays.asList(segments).subList(from, from + count));
            room -= count;
            return count;
        }

        @Override
        public long settled() {
            return settled;
        }
    }

    private static Results results(Object... items) {
        var results = new Results();
        for (Object item : items) {
            results.add(item);
        }
        return results;
    }

    private int acked() {
        events.send();
        return acks.taken.stream().mapToInt(Acks::size).sum();
    }

    @Test
    void itGoesOnWhereTheOutputHadNoMoreRoom() throws Exception {
        Results results = results("a", "b", "c");
        box.room = 1;
        assertThat(writer.write(results, NONE)).isFalse();
        assertThat(writer.write(results, NONE)).isFalse();
        box.room = 2;
        assertThat(writer.write(results, NONE)).isTrue();

        assertThat(box.taken).containsExactly("a", "b", "c");
    }

    @Test
    void whoIsAskedToLeaveGoesOnInTheNextTurn() throws Exception {
        Results results = results("a", "b", "c");
        box.room = 9;
        box.most = 1;
        progress.leave();
        assertThat(writer.write(results, NONE)).isFalse();
        assertThat(writer.write(results, NONE)).isFalse();
        assertThat(writer.write(results, NONE)).isTrue();

        assertThat(box.taken).containsExactly("a", "b", "c");
    }

    @Test
    void aRunIsAckedWhenAllOfItIsSettled() throws Exception {
        box.room = 9;
        writer.write(results("a", "b"), NONE);
        writer.endRun(1, 11, events);
        writer.write(results("c"), NONE);
        writer.endRun(2, 12, events);
        box.settled = 1;
        assertThat(writer.settle(events, 0)).isFalse();
        box.settled = 2;
        assertThat(writer.settle(events, 0)).isTrue();
        assertThat(acked()).isEqualTo(1);
        box.settled = 3;
        assertThat(writer.settle(events, 0)).isTrue();
        assertThat(acked()).isEqualTo(2);
    }

    @Test
    void aRunWithoutResultsIsAckedWithWhatCameBeforeIt() throws Exception {
        writer.endRun(1, 11, events);
        assertThat(writer.settle(events, 0)).isTrue();
        box.room = 1;
        writer.write(results("a"), NONE);
        writer.endRun(2, 12, events);
        writer.endRun(3, 13, events);
        assertThat(writer.settle(events, 0)).isFalse();
        box.settled = 1;
        writer.settle(events, 0);

        assertThat(acked()).isEqualTo(3);
    }

    @Test
    void atANewFenceOlderRunsAreNobodysButStillCounted() throws Exception {
        box.room = 3;
        writer.write(results("a", "b"), NONE);
        writer.endRun(1, 11, events);
        assertThat(writer.write(results("c", "d"), NONE)).isFalse();
        writer.connect(new TaskOrders(new Routes(1, SortedTable.empty()), true, false));
        box.settled = 3;
        assertThat(writer.settle(events, 0)).isFalse();
        box.room = 1;
        assertThat(writer.write(results("e"), NONE)).isTrue();
        writer.endRun(2, 12, events);
        assertThat(writer.settle(events, 0)).isFalse();
        box.settled = 4;
        assertThat(writer.settle(events, 0)).isTrue();

        assertThat(acked()).isEqualTo(1);
        assertThat(box.taken).containsExactly("a", "b", "c", "e");
    }
}
