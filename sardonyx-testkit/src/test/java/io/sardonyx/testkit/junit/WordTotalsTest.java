package io.sardonyx.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.job.JobBuilder;
import io.sardonyx.state.LongTotal;
import io.sardonyx.state.State;
import io.sardonyx.state.Value;
import io.sardonyx.testkit.simulate.SimulatedRun;
import io.sardonyx.testkit.simulate.SimulatedRuns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Public, since jobs name its methods. A job of a user with state, which counts each word once, and one that errs. */
public class WordTotalsTest {

    private static final List<String> LINES = IntStream.range(0, 40)
            .mapToObj(number -> "the sea the ship " + number % 7)
            .toList();

    public static List<String> split(String line) {
        return List.of(line.split(" ", -1));
    }

    public static String word(String word) {
        return word;
    }

    /** A word with how often it has come until then. */
    public static String counted(String word, @State("times") LongTotal times) {
        times.add(1);
        return word + " " + times.count();
    }

    /** Changes a list that it has given to its state before. */
    public static String kept(String word, @State("all") Value<List<String>> all) {
        List<String> kept = all.or(new ArrayList<>());
        kept.add(word);
        all.set(kept);
        return word;
    }

    private static Job totals(SimulatedRun run, Call count, int peers) {
        JobBuilder job = Job.named("totals").checkpoint(Duration.ofMillis(200));
        return job.input("read", run.input("lines", LINES))
                .function("split", WordTotalsTest::split)
                .task(
                        "count",
                        task -> task.function(count)
                                .groupBy(WordTotalsTest::word)
                                .peers(1, peers))
                .output("write", run.output("totals"))
                .path("read", "split", "count", "write")
                .build();
    }

    private static Call counting() {
        return Call.to(WordTotalsTest.class.getName() + "::counted");
    }

    /** How often each word is in the lines. */
    private static Map<Object, Long> words() {
        var words = new HashMap<Object, Long>();
        LINES.stream().flatMap(line -> split(line).stream()).forEach(word -> words.merge(word, 1L, Long::sum));
        return words;
    }

    /** Each word with each number up to how often it is in the lines, once. */
    private static Map<Object, Long> published() {
        var published = new HashMap<Object, Long>();
        words().forEach((word, times) ->
                Stream.iterate(1, n -> n <= times, n -> n + 1).forEach(n -> published.put(word + " " + n, 1L)));
        return published;
    }

    private static Map<Object, Long> counts(Map<Object, Map<String, Object>> state) {
        var counts = new HashMap<Object, Long>();
        state.forEach((word, states) -> counts.put(word, (Long) ((Map<?, ?>) states.get("times")).get("count")));
        return counts;
    }

    @SimulatedCluster(groups = 4, runs = 40)
    void everyWordIsCountedOnceWhateverHappens(SimulatedRun run) {
        run.play(totals(run, counting(), 3));

        assertThat(run.committed("totals")).isEqualTo(published());
        assertThat(counts(run.state("count"))).isEqualTo(words());
    }

    @SimulatedCluster(groups = 4, runs = 40)
    void aReplacementGoesOnWithWhatWasCounted(SimulatedRun run) {
        run.replace(totals(run, counting(), 1)).play(totals(run, counting(), 3));

        assertThat(run.committed("totals")).isEqualTo(published());
        assertThat(counts(run.state("count"))).isEqualTo(words());
    }

    @Test
    void aValueThatIsChangedBehindTheStatesBackIsNamed() {
        Call keeping = Call.to(WordTotalsTest.class.getName() + "::kept");
        Throwable failure =
                catchThrowable(() -> SimulatedRuns.of(3, 2).runs(0, 1, run -> run.play(totals(run, keeping, 2))));

        assertThat(failure)
                .hasMessageContaining("task count of job totals has changed a value of its state all for the key ")
                .hasMessageContaining("give the state another value instead");
    }

    @Test
    void aJobWithoutCheckpointsHasNothingCommitted() {
        Throwable failure = catchThrowable(() -> SimulatedRuns.of(3, 2).runs(0, 1, run -> run.committed("totals")));

        assertThat(failure).hasMessageContaining("no job with checkpoints was played");
    }
}
