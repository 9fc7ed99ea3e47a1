package io.sardonyx.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Param;
import io.sardonyx.testkit.simulate.FaultKind;
import io.sardonyx.testkit.simulate.SimulatedRun;
import io.sardonyx.testkit.simulate.SimulatedRuns;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Public, since jobs name its methods. A job of a user that stands what happens, and one that does not. */
public class WordCountTest {

    private static final String TEXT = "the wind the rain the sea a ship a storm a calm";
    private static final List<Line> LINES =
            IntStream.range(0, 20).mapToObj(number -> new Line(number, TEXT)).toList();

    /** A line and which one it is. */
    public record Line(int number, String text) {}

    /** A word and where it was, so that who counts can tell a word that came again from another one. */
    public record Word(int line, int place, String text) {}

    /** The words of a line. */
    public static List<Word> split(Line line) {
        var words = new ArrayList<Word>();
        for (String text : line.text().split(" ", -1)) {
            words.add(new Word(line.number(), words.size(), text));
        }
        return words;
    }

    public static String text(Word word) {
        return word.text();
    }

    /** Counts where nobody takes back what is counted again. */
    public static Word counted(Word word, @Param("counts") Map<String, Integer> counts) {
        counts.merge(word.text(), 1, Integer::sum);
        return word;
    }

    private static Job words(SimulatedRun run, Call count) {
        return Job.named("words")
                .input("read", run.input("lines", LINES))
                .function("split", WordCountTest::split)
                .task(
                        "count",
                        task -> task.function(count)
                                .groupBy(WordCountTest::text)
                                .peers(2))
                .output("write", run.output("words"))
                .path("read", "split", "count", "write")
                .build();
    }

    private static Map<String, Integer> counts(Iterable<?> words) {
        var counts = new TreeMap<String, Integer>();
        words.forEach(word -> counts.merge(((Word) word).text(), 1, Integer::sum));
        return counts;
    }

    private static Map<String, Integer> expected() {
        return counts(LINES.stream().flatMap(line -> split(line).stream()).toList());
    }

    public static Word same(Word word) {
        return word;
    }

    @SimulatedCluster(groups = 5, runs = 200)
    void everyWordCountsOnceWhateverHappens(SimulatedRun run) {
        run.play(words(run, Call.to(WordCountTest.class.getName() + "::same")));

        assertThat(counts(new HashSet<>(run.settled("words")))).isEqualTo(expected());
    }

    @SimulatedCluster(
            groups = 3,
            runs = 20,
            faults = {FaultKind.FRAME_LOST, FaultKind.KILL})
    void onlyWhatWasAskedForGoesWrong(SimulatedRun run) {
        run.play(words(run, Call.to(WordCountTest.class.getName() + "::same")));

        assertThat(run.faults().keySet()).isSubsetOf(FaultKind.FRAME_LOST, FaultKind.KILL);
    }

    private static void countCarelessly(SimulatedRun run) {
        var counts = new TreeMap<String, Integer>();
        run.provide("counts", counts);
        run.play(words(run, Call.to(WordCountTest.class.getName() + "::counted")));
        assertThat(counts).isEqualTo(expected());
    }

    @Test
    void aJobThatCountsAgainWhatComesAgainFailsWithASeed() {
        var runs = SimulatedRuns.of(5, 2);
        Throwable failure = catchThrowable(() -> runs.runs(0, 100, WordCountTest::countCarelessly));
        assertThat(failure).isInstanceOf(AssertionError.class).hasMessageContaining("-Dsardonyx.seed=");

        String message = failure.getMessage();
        long seed = Long.parseLong(message.substring(message.lastIndexOf('=') + 1));
        assertThat(catchThrowable(() -> runs.runs(seed, 1, WordCountTest::countCarelessly)))
                .hasMessage(message);
    }

    @Test
    void aFailureTellsWhatHappenedBeforeItAndTheSeedLast() {
        Throwable failure = catchThrowable(() -> SimulatedRuns.of(5, 2).runs(0, 100, WordCountTest::countCarelessly));
        List<String> lines = failure.getMessage().lines().toList();

        assertThat(lines.get(0)).startsWith("org.opentest4j.AssertionFailedError");
        List<String> story = lines.subList(lines.indexOf("what happened until then:") + 1, lines.size() - 2);
        assertThat(story)
                .hasSizeBetween(5, 20)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
        assertThat(story).anyMatch(line -> line.contains(" again"));
        assertThat(lines.get(lines.size() - 2)).startsWith("faults: ");
        assertThat(lines.get(lines.size() - 1)).startsWith("again: seed = ").contains("-Dsardonyx.seed=");
    }

    @Test
    void aFailureTellsWhoWasKilledAndWhatWasLostWithIt() {
        var runs = new SimulatedRuns(5, 2, Set.of(FaultKind.KILL));
        var stories = new ArrayList<String>();
        for (int seed = 0; seed < 20; seed++) {
            long run = seed;
            stories.add(String.valueOf(catchThrowable(() -> runs.runs(run, 1, WordCountTest::expectNothing))
                    .getMessage()));
        }

        assertThat(stories).anyMatch(story -> story.matches("(?s).* s  kill machine-\\d\n.*"));
        assertThat(stories).anyMatch(story -> story.contains("lost before it was settled at words: Word["));
        assertThat(stories).anyMatch(story -> story.contains("came again at words: Word["));
        assertThat(stories).allMatch(story -> story.contains("job words completed"));
    }

    private static void expectNothing(SimulatedRun run) {
        run.play(words(run, Call.to(WordCountTest.class.getName() + "::same")));
        assertThat(run.settled("words")).isEmpty();
    }

    /** Throws for one line. */
    public static Word touchy(Word word) {
        if (word.line() == 13 && word.text().equals("storm")) {
            throw new IllegalStateException("a storm");
        }
        return word;
    }

    @Test
    void aJobThatItsInputKillsTellsTheLeastOfItThatDoes() {
        Throwable failure = catchThrowable(() -> SimulatedRuns.of(3, 2)
                .runs(7, 1, run -> run.play(words(run, Call.to(WordCountTest.class.getName() + "::touchy")))));

        assertThat(failure)
                .hasMessageStartingWith("java.lang.AssertionError: job words was killed in task count: ")
                .hasMessageContaining("java.lang.IllegalStateException: a storm")
                .hasMessageContaining(
                        "this input kills the job without any fault:\n  lines: [" + LINES.get(13) + "]\n");
    }

    @Test
    void aJobForWhichThereAreTooFewPeersIsRefused() {
        Throwable failure = catchThrowable(() -> SimulatedRuns.of(1, 2).runs(0, 1, WordCountTest::countCarelessly));
        assertThat(failure).hasMessageContaining("needs at least 5 peers");
    }
}
