package io.sardonyx.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.job.Job;
import io.sardonyx.testkit.junit.SimulatedCluster;
import io.sardonyx.testkit.simulate.FaultKind;
import io.sardonyx.testkit.simulate.SimulatedRun;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;

/** The shipped job counts right after any crash. */
class WordsTest {

    private static final List<String> LINES = IntStream.range(0, 30)
            .mapToObj(number -> number % 3 == 0 ? "the dog sleeps on" : "The fox, the dog!")
            .toList();
    private static final Map<String, Integer> COUNTS = Map.of("the", 50, "dog", 30, "sleeps", 10, "on", 10, "fox", 20);

    private static boolean anyCameTwice;

    /** As examples/words.yaml, with other ends. */
    private static Job words(SimulatedRun run) {
        return Job.named("words")
                .task("read", task -> task.input(run.input("lines", LINES)).identify(true))
                .task("split", task -> task.function(Words::place).peers(1, 4))
                .task("write", task -> task.output(run.output("words")).peers(1))
                .path("read", "split", "write")
                .build();
    }

    @SimulatedCluster(
            groups = 4,
            runs = 100,
            faults = {FaultKind.KILL, FaultKind.FRAME_LOST})
    void countsAreRightWhoeverCrashes(SimulatedRun run) {
        run.play(words(run));

        List<Object> written = run.settled("words");
        anyCameTwice |= new HashSet<>(written).size() < written.size();
        assertThat(counted(written)).isEqualTo(COUNTS);
    }

    /** What sort -u, cut and uniq -c do. */
    private static Map<String, Integer> counted(List<Object> written) {
        var counts = new TreeMap<String, Integer>();
        var places = new TreeSet<String>();
        written.forEach(word -> places.add(String.valueOf(word)));
        places.forEach(place -> counts.merge(place.substring(0, place.indexOf(' ')), 1, Integer::sum));
        return counts;
    }

    @AfterAll
    static void somethingHappened() {
        assertThat(anyCameTwice).isTrue();
    }
}
