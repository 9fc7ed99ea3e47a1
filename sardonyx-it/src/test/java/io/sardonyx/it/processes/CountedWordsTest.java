package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The words of some files are counted by a job in ten lines, as a user submits it, while processes are killed: the
 * totals are those of {@code sort | uniq -c}. {@code -Dstate.seed} chooses whom and when.
 */
class CountedWordsTest {

    private static final int FILES = 6;
    private static final int LINES = 20_000;
    private static final int WORDS = 3_000;
    private static final int KILLS = 3;
    private static final JobId JOB = JobId.of("counts");

    @TempDir
    private Path directory;

    private final long seed = Long.getLong("state.seed", System.nanoTime());

    /** Writes the files; how often each word is in them. */
    private Map<String, Long> write() throws IOException {
        var random = new Random(seed);
        var counts = new TreeMap<String, Long>();
        Path in = Files.createDirectories(directory.resolve("in"));
        for (int file = 0; file < FILES; file++) {
            var lines = new ArrayList<String>();
            for (int line = 0; line < LINES; line++) {
                var words = new ArrayList<String>();
                for (int i = 0; i < 4; i++) {
                    words.add(word((int) (WORDS * Math.pow(random.nextDouble(), 3))));
                }
                words.forEach(word -> counts.merge(word, 1L, Long::sum));
                lines.add(String.join(" ", words));
            }
            Files.write(in.resolve("text-" + file + ".txt"), lines);
        }
        return counts;
    }

    /** A word of letters only, another one for each number. */
    private static String word(int number) {
        var word = new StringBuilder("w");
        for (int rest = number; rest > 0; rest /= 26) {
            word.append((char) ('a' + rest % 26));
        }
        return word.toString();
    }

    private Path job() throws IOException {
        return Files.writeString(directory.resolve("counts.yaml"), """
                id: counts
                checkpoint: {every: PT0.5S}
                workflow: [[read, count], [count, write]]
                catalog:
                  - {name: read, input: {plugin: lines, path: %1$s/in/*.txt}, fn: "%2$s::words"}
                  - name: count
                    fn: io.sardonyx.examples.Words::count
                    groupBy: {fn: "io.sardonyx.examples.Words::same"}
                    atEnd: io.sardonyx.examples.Words::total
                  - {name: write, output: {plugin: files, path: %1$s/out}}
                """.formatted(directory, StatefulFunctions.NAME));
    }

    private Map<String, Long> counted() throws IOException {
        var counts = new TreeMap<String, Long>();
        List<Path> files;
        try (Stream<Path> all = Files.list(directory.resolve("out"))) {
            files = all.toList();
        }
        for (Path file : files) {
            assertThat(file.toString()).endsWith(".txt");
            for (String line : Files.readAllLines(file)) {
                String[] words = line.split(" ", 2);
                assertThat(counts.put(words[0], Long.valueOf(words[1])))
                        .as(line)
                        .isNull();
            }
        }
        return counts;
    }

    @Test
    @Timeout(900)
    void totalsAreExactAlthoughProcessesAreKilled() throws Exception {
        System.out.println("-Dstate.seed=" + seed);
        Map<String, Long> expected = write();
        String store = "file:" + directory.resolve("store");
        try (var cluster = new StatefulCluster(store, directory, "tcp://127.0.0.1:0", JOB, seed)) {
            cluster.resize(3);
            Member submit =
                    Program.start(directory.resolve("submit.txt"), "job", "submit", job().toString(), "--store", store);
            assertThat(submit.exitCode()).as(submit::said).isZero();
            for (int i = 0; i < KILLS; i++) {
                cluster.awaitCheckpoint();
                cluster.kill();
            }
            cluster.awaitCompletion();
            StatefulCluster.History history = cluster.history(TaskName.of("count"));
            System.out.println(history);
            assertThat(history.rewinds()).isPositive();
        }
        assertThat(counted()).isEqualTo(expected);
    }
}
