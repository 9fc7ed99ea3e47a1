package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Routes;
import io.sardonyx.assignment.Routes.Receiver;
import io.sardonyx.channel.Batch;
import io.sardonyx.channel.Channel;
import io.sardonyx.channel.ChannelLimits;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.channel.LocalChannels;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Job;
import io.sardonyx.serial.Codecs;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The marks of two inputs before one output, and how much these are told to send at once. */
class ChannelSourceTest {

    private static final PeerId OUT = PeerId.of("out");

    private final Job job = Job.named("job")
            .checkpoint(Duration.ofSeconds(1))
            .input("a", Inputs.numbers(1))
            .input("b", Inputs.numbers(1))
            .output("out", Outputs.discard())
            .path("a", "out")
            .path("b", "out")
            .build();
    private final Routes routes = new Routes(
            1,
            SortedTable.of(Map.of(
                    TaskName.of("a"), List.of(new Receiver(0, PeerId.of("a"), null)),
                    TaskName.of("b"), List.of(new Receiver(0, PeerId.of("b"), null)),
                    TaskName.of("out"), List.of(new Receiver(0, OUT, null)))));
    private final LocalChannels exchange = new LocalChannels();
    private final Codecs codecs = Codecs.builder().build();
    private final ChannelSource source = new ChannelSource(orders -> new TaskChannels(
            new TaskDefinition(job, new Assignment(OUT, job.id(), TaskName.of("out"), 0)),
            orders.routes(),
            exchange,
            codecs,
            () -> {}));

    private ChannelSender<Batch> from(String input) {
        return exchange.batchesTo(
                new Channel(job.id(), 1, PeerId.of(input), OUT, Channel.Content.BATCHES), null, codecs);
    }

    @Test
    void tellsHowLongTheOtherMarksCameAfterTheFirst() {
        source.connect(new TaskOrders(routes, true, false));
        ChannelSender<Batch> a = from("a");
        ChannelSender<Batch> b = from("b");
        assertThat(a.offer(Batch.mark(1, 17))).isTrue();
        assertThat(source.next(100)).isNull();
        assertThat(source.next(200)).isNull();
        assertThat(b.offer(Batch.mark(1, 18))).isTrue();
        assertThat(source.next(450)).isNotNull();
        assertThat(source.alignNanos()).isEqualTo(350);
        assertThat(b.offer(Batch.mark(2, 19))).isTrue();
        assertThat(a.offer(Batch.mark(2, 20))).isTrue();
        assertThat(source.next(900)).isNotNull();
        assertThat(source.alignNanos()).as("both were there").isZero();
    }

    /** However little work that was: behind a link a fast task has hardly any while it is sent few segments at once. */
    @Test
    void starvedTaskIsSentTwiceAsManyAtOnceUntilThereIsNoLimit() {
        source.connect(new TaskOrders(routes, true, false));
        ChannelSender<Batch> a = from("a");
        int limit = ChannelLimits.SEGMENTS_AT_FIRST;
        assertThat(a.batchLimit()).isEqualTo(limit);
        source.widen(100, limit - 1);
        assertThat(a.batchLimit()).as("it was not sent what it wanted").isEqualTo(limit);
        source.widen(50_000_000, limit);
        assertThat(a.batchLimit()).as("it is slow").isEqualTo(limit);
        for (int roundTrip = 0; roundTrip < 8; roundTrip++) {
            source.widen(100, a.batchLimit());
        }
        assertThat(a.batchLimit()).isEqualTo(ChannelLimits.NO_LIMIT);
    }
}
