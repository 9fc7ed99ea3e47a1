package io.sardonyx.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.channel.Channel.Content;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChannelTest {

    private static final JobId JOB = JobId.of("job");
    private static final PeerId FROM = PeerId.of("from");
    private static final PeerId TO = PeerId.of("to");

    @Test
    void everyComponentDistinguishesChannels() {
        var channel = new Channel(JOB, 7, FROM, TO, Content.BATCHES);
        assertThat(new Channel(JobId.of("job"), 7, PeerId.of("from"), PeerId.of("to"), Content.BATCHES))
                .isEqualTo(channel)
                .hasSameHashCodeAs(channel);
        assertThat(List.of(
                        new Channel(JobId.of("other"), 7, FROM, TO, Content.BATCHES),
                        new Channel(JOB, 8, FROM, TO, Content.BATCHES),
                        new Channel(JOB, 7, TO, TO, Content.BATCHES),
                        new Channel(JOB, 7, FROM, FROM, Content.BATCHES),
                        new Channel(JOB, 7, FROM, TO, Content.ACKS)))
                .doesNotContain(channel);
        assertThat(channel).isNotEqualTo(null).isNotEqualTo("a text");
    }
}
