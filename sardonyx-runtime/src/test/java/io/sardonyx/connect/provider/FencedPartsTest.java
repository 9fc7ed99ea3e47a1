package io.sardonyx.connect.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Superseded;
import io.sardonyx.plugin.TaskContext;
import io.sardonyx.plugin.Unavailable;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer whose claimed partition has another holder by now publishes nothing more. */
class FencedPartsTest {

    @TempDir
    Path directory;

    /** The context of a writer of the same partition, under a fence. */
    private record Context(long fence, Parameters parameters) implements TaskContext {

        @Override
        public JobId job() {
            return JobId.of("job");
        }

        @Override
        public TaskName task() {
            return TaskName.of("write");
        }

        @Override
        public PeerId peer() {
            return PeerId.of("node" + fence);
        }

        @Override
        public int slot() {
            return 0;
        }

        @Override
        public String writerId() {
            return "p-in/a.txt";
        }

        @Override
        public Parameters metadata() {
            return Parameters.NONE;
        }

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Optional<Object> resource(String name) {
            return Optional.empty();
        }

        @Override
        public void provide(String name, Object resource) {
            throw new UnsupportedOperationException();
        }
    }

    private Output open(long fence) throws IOException {
        return new PartFiles()
                .open(new Context(fence, Parameters.of(Map.of("path", directory.toString(), "partBytes", 4))));
    }

    private static void write(Output output, String line) throws Exception {
        assertThat(output.write(new Object[] {line}, 0, 1)).isEqualTo(1);
    }

    /** A line is longer than a part, so it would be published. */
    private static void assertSuperseded(Output output) {
        assertThatThrownBy(() -> {
                    write(output, "stale");
                    output.settled();
                })
                .isInstanceOf(Superseded.class);
    }

    private Map<String, List<String>> files() throws IOException {
        var files = new TreeMap<String, List<String>>();
        try (var all = Files.list(directory)) {
            for (Path file : all.toList()) {
                files.put(file.getFileName().toString(), Files.readAllLines(file));
            }
        }
        return files;
    }

    private List<String> lines() throws IOException {
        assertThat(files().keySet()).allMatch(name -> name.endsWith(".txt"));
        var lines = new ArrayList<String>();
        files().values().forEach(lines::addAll);
        return lines;
    }

    @Test
    void theFirstPartIsTakenOverEvenIfNothingWasWrittenYet() throws Exception {
        Output former = open(1);
        Output successor = open(2);
        assertSuperseded(former);
        former.close();
        write(successor, "fresh");
        assertThat(successor.settled()).isEqualTo(1);
        successor.close();
        assertThat(lines()).containsExactly("fresh");
    }

    @Test
    void aFurtherPartIsNotBegunBehindASuccessorsBack() throws Exception {
        Output former = open(1);
        write(former, "settled");
        assertThat(former.settled()).isEqualTo(1); // published, and no part is open
        Output successor = open(2);
        assertSuperseded(former);
        former.close();
        successor.close();
        assertThat(lines()).containsExactly("settled");
    }

    @Test
    void notEvenAfterTheSuccessorHasEnded() throws Exception {
        Output former = open(1);
        write(former, "settled");
        assertThat(former.settled()).isEqualTo(1);
        Output successor = open(2);
        write(successor, "fresh");
        successor.seal();
        successor.close();
        assertSuperseded(former);
        former.close();
        assertThat(lines()).containsExactlyInAnyOrder("settled", "fresh");
    }

    @Test
    void whatWasSettledIsTakenOver() throws Exception {
        Output former = new PartFiles().open(new Context(1, Parameters.of(Map.of("path", directory.toString()))));
        write(former, "settled");
        assertThat(former.settled()).isEqualTo(1);
        write(former, "lost");
        Output successor = open(2);
        assertThatThrownBy(former::settled).isInstanceOf(Superseded.class);
        former.close();
        successor.close();
        assertThat(lines()).containsExactly("settled");
    }

    @Test
    void aFormerHolderThatOpensTheOutputAgainIsRefused() throws Exception {
        open(1).close();
        Output successor = open(2);
        assertThatThrownBy(() -> open(1))
                .hasMessageContaining("job.write.p-in%2Fa%2Etxt.2-node2.0.txt")
                .hasMessageContaining("written under a higher fence")
                .isNotInstanceOf(Unavailable.class);
        write(successor, "fresh");
        assertThat(successor.settled()).isEqualTo(1);
        successor.close();
        assertThat(lines()).containsExactly("fresh");
        assertThatThrownBy(() -> open(1)).hasMessageContaining("another directory or name");
        assertThat(lines()).containsExactly("fresh");
    }

    @Test
    void whoOpensItsOutputAgainKeepsThePartsThatItHasPublished() throws Exception {
        try (Output first = open(1)) {
            write(first, "a first line");
            first.settled();
            write(first, "a second line");
            first.settled();
        }
        Files.delete(directory.resolve(files().keySet().iterator().next())); // as one whose consumer is done with it
        try (Output again = open(1)) {
            write(again, "a third line");
            again.settled();
            write(again, "a fourth line");
            again.settled();
        }

        assertThat(lines()).containsExactlyInAnyOrder("a second line", "a third line", "a fourth line");
    }
}
