package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.call.CallProgress;
import io.sardonyx.channel.Acks;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.function.Results;
import io.sardonyx.plugin.Output;
import io.sardonyx.task.output.OutputWriter;
import io.sardonyx.task.output.UnsendableHandler;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written is acked when it is settled, and not before. */
class FullOutputTest {

    private static final UnsendableHandler NONE = (segment, why) -> {
        throw why;
    };

    private final OutputWriter writer = new OutputWriter(Rig.opened(new Narrow()), new CallProgress(), () -> true);
    private final List<Acks> sent = new ArrayList<>();
    private final AckBuffer acks = new AckBuffer(List.of(new ChannelSender<>() {
        @Override
        public boolean offer(Acks bundle) {
            return sent.add(bundle);
        }

        @Override
        public void close() {}
    }));

    /** Has room for two segments, and makes room only when it settles. */
    private static final class Narrow implements Output {

        private int waiting;
        private long settled;

        @Override
        public int write(Object[] segments, int from, int to) {
            int count = Math.min(to - from, 2 - waiting);
            waiting += count;
            return count;
        }

        @Override
        public long settled() {
            settled += waiting;
            waiting = 0;
            return settled;
        }
    }

    private static Results results(int count) {
        var results = new Results();
        for (int i = 0; i < count; i++) {
            results.add(i);
        }
        return results;
    }

    @Test
    void aRunThatIsLongerThanTheRoomOfTheOutputComesToItsEnd() throws Exception {
        Results five = results(5);
        int turns = 0;
        while (!writer.write(five, NONE)) {
            assertThat(++turns).isLessThan(10);
            writer.settle(acks, 0);
        }
        writer.endRun(7, 8, acks);
        acks.send();
        assertThat(sent).isEmpty();

        assertThat(writer.settle(acks, 0)).isTrue();
        acks.send();
        assertThat(sent).hasSize(1);
    }

    @Test
    void anOutputThatHoldsNothingIsNotAsked() throws Exception {
        assertThat(writer.write(results(1), NONE)).isTrue();
        writer.endRun(7, 8, acks);
        assertThat(writer.settle(acks, 0)).isTrue();
        assertThat(writer.settle(acks, 0)).isFalse();
    }
}
