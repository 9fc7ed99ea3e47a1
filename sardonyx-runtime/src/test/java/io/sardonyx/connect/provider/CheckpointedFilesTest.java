package io.sardonyx.connect.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Superseded;
import io.sardonyx.plugin.TaskContext;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a job with checkpoints appear when they are committed, once, whoever does it. */
class CheckpointedFilesTest {

    @TempDir
    Path directory;

    /** The context of a peer in slot 0, under a fence. */
    private record Context(long fence, Parameters parameters) implements TaskContext {

        @Override
        public boolean hasCheckpoints() {
            return true;
        }

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
            return PeerId.of("peer-" + fence);
        }

        @Override
        public int slot() {
            return 0;
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
        public void provide(String name, Object resource) {}
    }

    private Output output(long fence) throws Exception {
        return output(fence, 1 << 20);
    }

    private Output output(long fence, int partBytes) throws Exception {
        var parameters = Parameters.of(Map.of("path", directory.toString(), "partBytes", partBytes));
        return new PartFiles().open(new Context(fence, parameters));
    }

    private static void write(Output output, String... lines) throws Exception {
        int from = 0;
        while (from < lines.length) {
            from += output.write(lines, from, lines.length);
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    private List<String> published() throws IOException {
        var lines = new ArrayList<String>();
        for (Path file : files()) {
            if (file.toString().endsWith(".txt")) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    @Test
    void whatWasWrittenAppearsAtCommitAndOnce() throws Exception {
        try (Output output = output(1)) {
            write(output, "a", "b");
            assertThat(output.settled()).isZero();
            String bundle = output.prepare(1).orElseThrow();
            assertThat(output.settled()).isEqualTo(2);
            assertThat(published()).isEmpty();
            output.commit(bundle);
            output.commit(bundle);
            assertThat(published()).containsExactly("a", "b");
            assertThat(output.prepare(2)).isEmpty();
        }
        assertThat(published()).containsExactly("a", "b");
    }

    @Test
    void largeBundleHasSeveralParts() throws Exception {
        try (Output output = output(1, 4)) {
            write(output, "one", "two", "three");
            output.commit(output.prepare(1).orElseThrow());
        }
        assertThat(files()).hasSizeGreaterThan(1);
        assertThat(published()).containsExactly("one", "two", "three");
    }

    @Test
    void successorCommitsWhatTheLogNamesAndRemovesTheRest() throws Exception {
        Output dead = output(1);
        write(dead, "a");
        String complete = dead.prepare(1).orElseThrow();
        write(dead, "b");
        assertThat(dead.prepare(2)).isPresent();
        write(dead, "c");
        try (Output successor = output(2)) {
            successor.commit(complete);
            write(successor, "b", "c");
            String again = successor.prepare(2).orElseThrow();
            assertThat(published()).containsExactly("a");
            successor.commit(again);
        }
        assertThat(published()).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(files()).allMatch(file -> file.toString().endsWith(".txt"));
        write(dead, "d");
        dead.prepare(3);
        try (Output sealer = output(3)) {
            sealer.seal();
        }
        assertThat(published()).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(files()).allMatch(file -> file.toString().endsWith(".txt"));
    }

    @Test
    void predecessorWhoseFileWasRemovedCannotPrepareIt() throws Exception {
        Output dead = output(1);
        write(dead, "a".repeat(1 << 17));
        try (Output successor = output(2)) {
            write(successor, "b".repeat(1 << 17));
            assertThatThrownBy(() -> dead.prepare(1)).isInstanceOf(Superseded.class);
        }
    }

    @Test
    void abortedBundleIsGone() throws Exception {
        try (Output output = output(1)) {
            write(output, "a");
            String bundle = output.prepare(1).orElseThrow();
            output.abort(bundle);
            output.abort(bundle);
            output.commit(bundle);
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void sealLeavesNothingButWhatWasCommitted() throws Exception {
        Output other = output(1);
        write(other, "lost");
        assertThat(other.prepare(1)).isPresent();
        try (Output output = output(2)) {
            output.seal();
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void whatWasNotPreparedIsRemovedWhenItIsClosed() throws Exception {
        try (Output output = output(1)) {
            write(output, "a");
            output.prepare(1);
            write(output, "b".repeat(1 << 17));
        }
        assertThat(files()).hasSize(1).allMatch(file -> file.toString().endsWith(".prepared"));
    }
}
