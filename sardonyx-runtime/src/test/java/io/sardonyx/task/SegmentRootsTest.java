package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.connect.Inputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.job.Tuning;
import java.util.HashSet;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Public, since jobs name its methods. */
public class SegmentRootsTest {

    private static final String SELF = "io.sardonyx.task.SegmentRootsTest::";

    public static long failing(long number) {
        if (number % 10 == 5) {
            throw new IllegalStateException("no");
        }
        return number;
    }

    @Test
    void aFailureInFrontOfAFullOutputLosesNothingBehindIt() {
        Job job = Job.named("singles")
                .input("read", Inputs.numbers(40))
                .with("read", task -> task.tuned(tuning -> tuning.batchesOf(10).with(Tuning.Roots.SEGMENT)))
                .output("write", Call.to("io.sardonyx.task.TaskLoopTest::narrow"))
                .with("write", task -> task.function(Call.to(SELF + "failing")).onError(ErrorPolicy.SKIP))
                .path("read", "write")
                .build();
        var narrow = new TaskLoopTest.Narrow();
        var rig = new Rig(job, 7);
        rig.resources.put("narrow", narrow);
        rig.place(Map.of());
        assertThat(rig.finish(10_000)).isTrue();

        assertThat(rig.complaints()).isEmpty();
        assertThat(new HashSet<>(narrow.taken))
                .isEqualTo(new HashSet<Object>(LongStream.range(0, 40)
                        .filter(number -> number % 10 != 5)
                        .boxed()
                        .toList()));
    }
}
