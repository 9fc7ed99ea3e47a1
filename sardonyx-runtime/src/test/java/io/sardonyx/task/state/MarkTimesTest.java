package io.sardonyx.task.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.content.CheckpointAck;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import org.junit.jupiter.api.Test;

class MarkTimesTest {

    private static final long MILLI = 1_000_000;

    private long nowNanos = -7;
    private final MarkTimes times =
            new MarkTimes(new Assignment(PeerId.of("p"), JobId.of("j"), TaskName.of("t"), 0), () -> nowNanos);

    @Test
    void whatCameAfterTheMarkIsWriting() {
        times.passed(30 * MILLI);
        nowNanos += 250 * MILLI;
        CheckpointAck told = CheckpointAck.read(times.words(new byte[0]));
        assertThat(told.alignMillis()).isEqualTo(30);
        assertThat(told.writeMillis()).isEqualTo(250);
    }

    @Test
    void eachMarkHasTimesOfItsOwn() {
        times.passed(30 * MILLI);
        nowNanos += 250 * MILLI;
        times.passed(0);
        assertThat(times.words(new byte[0])).isEmpty();
    }
}
