package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.Outcome;
import io.sardonyx.connect.Inputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Param;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A checkpoint of which so much is told that its manifest cannot be stored. Public, since jobs name methods. */
public class LargeManifestTest {

    /** An output whose bundles contain what they publish, instead of naming it. */
    public static Output wordy(@Param("length") int length) {
        return new Output() {
            private long taken;

            @Override
            public int write(Object[] segments, int from, int to) {
                taken += to - from;
                return to - from;
            }

            @Override
            public long settled() {
                return taken;
            }

            @Override
            public Optional<String> prepare(long checkpoint) {
                return Optional.of("x".repeat(length));
            }
        };
    }

    private static String cause(int length, int peers) throws Exception {
        Job job = Job.named("wordy")
                .checkpoint(Duration.ofMillis(100))
                .input("read", Inputs.numbers(100))
                .task(
                        "write",
                        task -> task.output(Call.to(LargeManifestTest.class.getName() + "::wordy")
                                        .with("length", length))
                                .peers(peers))
                .path("read", "write")
                .build();
        try (Cluster cluster = Cluster.local(1 + peers)) {
            cluster.submit(job);
            Outcome outcome = cluster.await(job.id(), Duration.ofMinutes(2));
            return String.valueOf(((Outcome.Failed) outcome).cause());
        }
    }

    @Test
    void jobEndsWithTheTaskThatTellsTooMuchAndARemedy() throws Exception {
        assertThat(cause(1_000_000, 9))
                .contains(
                        "the manifest of checkpoint ",
                        " of job wordy has 90",
                        "but at most 8388608 are stored; 9000000 of them are bundles of outputs of task write:"
                                + " let it prepare bundles that only name what they publish",
                        "then resume the job from the checkpoint before");
    }

    @Test
    void jobEndsWithThePeerThatTellsTooMuchByItself() throws Exception {
        assertThat(cause(2_000_000, 1))
                .contains("a peer of task write tells 2000000 characters of bundles of outputs at a checkpoint, but at"
                        + " most 1048576 are stored: let it prepare bundles that only name what they publish");
    }
}
