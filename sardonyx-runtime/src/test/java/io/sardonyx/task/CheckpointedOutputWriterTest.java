package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Routes;
import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.Acks;
import io.sardonyx.function.Results;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Unavailable;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.task.output.OutputCommits;
import io.sardonyx.task.output.OutputWriter;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** In a job with checkpoints every fence has an instance of the output of its own. */
class CheckpointedOutputWriterTest {

    private final Rig rig = Rig.empty();
    private final List<Counting> opened = new ArrayList<>();
    private final Mailbox mailbox = new Mailbox();
    private final AckBuffer acks = new AckBuffer(List.of(new Pipe<Acks>()), true);
    private final OutputWriter writer = new OutputWriter(
            rig.openedBy(this::open),
            new CallProgress(),
            () -> true,
            new OutputCommits(
                    new Assignment(PeerId.of("p"), JobId.of("job"), TaskName.of("write"), 0), new Drawer(), mailbox),
            1);
    private long nowNanos;

    /** Counts what it takes, and settles it when it is prepared. */
    private static final class Counting implements Output {

        int taken;
        int settled;
        boolean closed;
        boolean bundles;
        boolean away;

        @Override
        public int write(Object[] segments, int from, int to) {
            taken += to - from;
            return to - from;
        }

        @Override
        public long settled() throws Unavailable {
            if (away) {
                throw new Unavailable("it is away");
            }
            return settled;
        }

        @Override
        public Optional<String> prepare(long checkpoint) {
            settled = taken;
            return bundles ? Optional.of("bundle " + checkpoint) : Optional.empty();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private Output open() {
        opened.add(new Counting());
        return opened.get(opened.size() - 1);
    }

    private void connect(long fence) throws Exception {
        writer.connect(new TaskOrders(new Routes(fence, SortedTable.empty()), true, false));
        settle();
    }

    private void settle() throws Exception {
        for (int turn = 0; turn < 4; turn++) {
            nowNanos += 1_000_000_000;
            mailbox.drain(nowNanos);
            writer.settle(acks, nowNanos);
        }
    }

    private void write(String segment) throws Exception {
        assertThat(isTaken(segment)).isTrue();
    }

    private boolean isTaken(String segment) throws Exception {
        var results = new Results();
        results.add(segment);
        return writer.write(results, (refused, why) -> {
            throw why;
        });
    }

    private void outage() throws Exception {
        opened.get(opened.size() - 1).away = true;
        settle();
        rig.pass(60_000_000_000L);
        settle();
    }

    @Test
    void afterAnOutageWithABundleThatMayStillBeCommittedNothingIsWrittenBeforeTheNextFence() throws Exception {
        opened.get(0).bundles = true;
        connect(1);
        write("a");
        assertThat(writer.prepare(1, acks, nowNanos)).isTrue();
        assertThat(writer.part(1)).isNotEmpty();
        outage();
        assertThat(opened).hasSize(2);
        assertThat(acks.hasLost()).isTrue();
        assertThat(isTaken("b")).isFalse();
        connect(2);
        write("b");
        assertThat(opened.get(1).taken).isZero();
        assertThat(opened.get(2).taken).isEqualTo(1);
    }

    @Test
    void afterAnOutageOfAnOutputWithoutBundlesItGoesOn() throws Exception {
        connect(1);
        write("a");
        assertThat(writer.prepare(1, acks, nowNanos)).isTrue();
        writer.part(1);
        outage();
        assertThat(opened).hasSize(2);
        assertThat(acks.hasLost()).isFalse();
        write("b");
        assertThat(opened.get(1).taken).isEqualTo(1);
    }

    @Test
    void theInstanceOfTheFirstFenceIsTheOneThatWasOpenedUnderIt() throws Exception {
        connect(1);
        write("a");
        assertThat(opened).hasSize(1);
        assertThat(opened.get(0).taken).isEqualTo(1);
    }

    @Test
    void anInstanceOpenedUnderAnEarlierFenceIsReplacedBeforeItWrites() throws Exception {
        connect(2);
        write("a");
        assertThat(opened).hasSize(2);
        assertThat(opened.get(0).closed).isTrue();
        assertThat(opened.get(0).taken).isZero();
    }

    @Test
    void aNewFenceHasAnotherInstanceAlsoIfNothingWasWritten() throws Exception {
        connect(1);
        write("a");
        assertThat(writer.prepare(1, acks, nowNanos)).isTrue();
        assertThat(writer.part(1)).isEmpty();
        connect(2);
        assertThat(opened).hasSize(2);
        assertThat(opened.get(0).closed).isTrue();
        write("b");
        assertThat(writer.prepare(2, acks, nowNanos)).isTrue();
        writer.part(2);
        assertThat(opened.get(1).taken).isEqualTo(1);
        assertThat(writer.isSettled()).isTrue();
    }
}
