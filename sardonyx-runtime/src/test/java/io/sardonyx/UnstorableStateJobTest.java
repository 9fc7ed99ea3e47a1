package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.Outcome;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.job.TaskBuilder;
import io.sardonyx.plugin.Lifecycle;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.state.State;
import io.sardonyx.state.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose functions give state what cannot be kept end, and say which. Public, since jobs name methods. */
public class UnstorableStateJobTest {

    private static final int COUNT = 100;

    @TempDir
    private Path directory;

    public static Object key(long number) {
        return number == 13 ? List.of(new byte[] {13}) : number;
    }

    public static long number(long number) {
        return number;
    }

    /** Keeps what has no codec for some numbers. */
    public static String bits(long number, @State("last") Value<Object> last) {
        last.set(number % 10 == 7 ? new BitSet() : number);
        return "" + number;
    }

    /** Keeps lists, which look alike until they are written. */
    public static String lists(long number, @State("last") Value<Object> last) {
        last.set(number < 50 ? List.of(number) : List.of(new BitSet()));
        return "" + number;
    }

    public static String any(long number, @State("last") Value<Long> last) {
        last.set(number);
        return "" + number;
    }

    /** Lets a task that fails start again. */
    public static Lifecycle restarting() {
        return new Lifecycle() {
            @Override
            public Decision handleException(TaskContext context, Phase phase, Exception exception) {
                return phase == Phase.READ ? Decision.RESTART : Decision.DEFER;
            }
        };
    }

    private Job job(UnaryOperator<TaskBuilder> keep) {
        return Job.named("keeping")
                .checkpoint(Duration.ofMillis(100))
                .input("read", Inputs.numbers(COUNT))
                .task("keep", task -> keep.apply(task.groupBy(UnstorableStateJobTest::number)))
                .output("write", Outputs.lines(directory.resolve("out").toString()))
                .lifecycle("keep", UnstorableStateJobTest::restarting)
                .path("read", "keep", "write")
                .build();
    }

    private static Outcome outcome(Job job) throws Exception {
        try (Cluster cluster = Cluster.local(3)) {
            cluster.submit(job);
            return cluster.await(job.id(), Duration.ofMinutes(2));
        }
    }

    private static void assertFailed(Job job, String... words) throws Exception {
        assertThat(outcome(job))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.toString()).contains("keep").contains(words));
    }

    private List<String> written() throws Exception {
        var lines = new ArrayList<String>();
        try (Stream<Path> files = Files.list(directory.resolve("out"))) {
            for (Path file : files.toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    @Test
    void valueWithoutCodecFailsTheSegmentThatGivesIt() throws Exception {
        assertFailed(
                job(task -> task.function(UnstorableStateJobTest::bits)),
                "segment 7",
                "state last of key 7 cannot be stored: there is no codec for java.util.BitSet");
    }

    @Test
    void segmentsThatGiveValuesWithoutCodecAreSkippedIfTheJobSaysSo() throws Exception {
        Job job = job(task -> task.function(UnstorableStateJobTest::bits).onError(ErrorPolicy.SKIP));
        assertThat(outcome(job)).isInstanceOf(Outcome.Completed.class);
        assertThat(written())
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, COUNT)
                        .filter(number -> number % 10 != 7)
                        .mapToObj(Integer::toString)
                        .toList());
    }

    /** The segments that gave it are gone, and would give it again, so neither policy nor restart can help. */
    @Test
    void valueThatTurnsOutToBeUnstorableKillsTheJobWhateverItsPolicy() throws Exception {
        assertFailed(
                job(task -> task.function(UnstorableStateJobTest::lists).onError(ErrorPolicy.SKIP)),
                "state last of key ",
                "cannot be stored: at [0]: there is no codec for java.util.BitSet");
    }

    @Test
    void keyThatContainsAnArrayFailsItsSegment() throws Exception {
        assertFailed(
                job(task -> task.function(UnstorableStateJobTest::any).groupBy(UnstorableStateJobTest::key)),
                "segment 13",
                "is no key of state: at [0]: a byte[] is equal to no copy of itself");
    }
}
