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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a job with checkpoints appear when they are committed, once, whoever does it. */
class CheckpointedFilesTest {

    private static final long SECOND = 1_000_000_000L;
    private static final JobId FIRST = JobId.of("job");

    @TempDir
    Path directory;

    private final AtomicLong nowNanos = new AtomicLong();

    /** The context of a peer under a fence. */
    private record Context(JobId job, long fence, int slot, Parameters parameters, AtomicLong clock)
            implements TaskContext {

        @Override
        public boolean hasCheckpoints() {
            return true;
        }

        @Override
        public List<JobId> resumes() {
            return job.equals(FIRST) ? List.of() : List.of(FIRST);
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
        public Parameters metadata() {
            return Parameters.NONE;
        }

        @Override
        public long nanoTime() {
            return clock.get();
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
        return output(fence, 0, Map.of("partBytes", partBytes));
    }

    private Output output(long fence, int slot, Map<String, Object> more) throws Exception {
        return output(FIRST, fence, slot, more);
    }

    private Output output(JobId job, long fence, int slot, Map<String, Object> more) throws Exception {
        var parameters = new HashMap<>(more);
        parameters.put("path", directory.toString());
        return new PartFiles().open(new Context(job, fence, slot, Parameters.of(parameters), nowNanos));
    }

    private static void write(Output output, Object... lines) throws Exception {
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
            if (file.toString().endsWith(".txt") || file.toString().endsWith(".txt.growing")) {
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
            assertThat(files())
                    .as("the predecessor's part grows no more")
                    .hasSize(2)
                    .anyMatch(file -> file.toString().endsWith("1-peer-1.0.txt"))
                    .anyMatch(file -> file.toString().endsWith("2-peer-2.0.txt.growing"));
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

    private void commit(Output output, long checkpoint, Object... lines) throws Exception {
        write(output, lines);
        output.commit(output.prepare(checkpoint).orElseThrow());
    }

    private List<String> names() throws IOException {
        return files().stream()
                .map(file -> file.getFileName().toString().replace("job.write.", ""))
                .toList();
    }

    @Test
    void smallBundlesAreAddedToOnePartUntilItIsFull() throws Exception {
        try (Output output = output(1, 100)) {
            for (int i = 1; i <= 24; i++) {
                commit(output, i, "line " + i);
                assertThat(published()).hasSize(i);
            }
            assertThat(names()).containsExactly("0.1-peer-1.0.txt", "0.1-peer-1.14.txt.growing");
            assertThat(published()).first().isEqualTo("line 1");
        }
        assertThat(names()).containsExactly("0.1-peer-1.0.txt", "0.1-peer-1.14.txt");
        assertThat(published()).hasSize(24).last().isEqualTo("line 24");
    }

    @Test
    void whatGrowsGetsItsNameWhenNothingWasAddedForAWhile() throws Exception {
        Output output = output(1);
        commit(output, 1, "a");
        nowNanos.addAndGet(9 * SECOND);
        commit(output, 2, "b");
        nowNanos.addAndGet(9 * SECOND);
        output.settled();
        assertThat(names()).containsExactly("0.1-peer-1.0.txt.growing");
        nowNanos.addAndGet(SECOND);
        output.settled();
        assertThat(names()).containsExactly("0.1-peer-1.0.txt");
        assertThat(published()).containsExactly("a", "b");
    }

    @Test
    void whatGrowsGetsItsNameWhenItIsOldAndNothingIsPrepared() throws Exception {
        Output output = output(1);
        for (int i = 1; i <= 13; i++) {
            commit(output, i, "line");
            nowNanos.addAndGet(5 * SECOND);
        }
        write(output, "prepared");
        String bundle = output.prepare(14).orElseThrow();
        output.settled();
        assertThat(names()).containsExactly("0.1-peer-1.0.txt.growing", "0.1-peer-1.13.txt.prepared");
        output.commit(bundle);
        output.settled();
        assertThat(names()).containsExactly("0.1-peer-1.0.txt");
        assertThat(published()).hasSize(14);
    }

    @Test
    void successorPublishesWhatGrewAlsoIfItHasNothingToWrite() throws Exception {
        commit(output(1), 1, "a");
        Output successor = output(2);
        successor.settled();
        assertThat(names()).containsExactly("0.1-peer-1.0.txt.growing");
        nowNanos.addAndGet(10 * SECOND);
        successor.settled();
        assertThat(names()).containsExactly("0.1-peer-1.0.txt");
    }

    @Test
    void firstSlotPublishesWhatGrewInSlotsThatNobodyHas() throws Exception {
        commit(output(1, 0, Map.of()), 1, "a");
        commit(output(1, 3, Map.of()), 1, "b");
        Output other = output(1, 4, Map.of());
        write(other, "c");
        String prepared = other.prepare(1).orElseThrow();
        try (Output successor = output(2)) {
            successor.commit(prepared);
            commit(successor, 2, "d");
            assertThat(names())
                    .containsExactly(
                            "0.1-peer-1.0.txt", "0.2-peer-2.0.txt.growing", "3.1-peer-1.0.txt", "4.1-peer-1.0.txt");
        }
    }

    @Test
    void whoCommitsForAnotherPublishesWhatThatIsAddedTo() throws Exception {
        Output slow = output(1, 3, Map.of());
        commit(slow, 1, "a");
        write(slow, "b");
        String complete = slow.prepare(2).orElseThrow();
        output(1, 0, Map.of()).commit(complete);
        assertThat(names()).containsExactly("3.1-peer-1.0.txt");
        slow.commit(complete);
        slow.close();
        assertThat(names()).containsExactly("3.1-peer-1.0.txt");
        assertThat(published()).containsExactly("a", "b");
    }

    @Test
    void jobThatGoesOnFromAnotherPublishesWhatThatHasLeft() throws Exception {
        commit(output(1, 3, Map.of()), 1, "a");
        Output next = output(JobId.of("job-2"), 9, 0, Map.of());
        commit(next, 2, "b");
        assertThat(names()).containsExactlyInAnyOrder("3.1-peer-1.0.txt", "job-2.write.0.9-peer-9.0.txt.growing");
    }

    @Test
    void whatIsAddedToALaterCheckpointOfTheOtherJobIsLeftToWhoeverGoesOnFromThat() throws Exception {
        Output killed = output(1, 3, Map.of());
        commit(killed, 1, "a");
        write(killed, "b");
        String later = killed.prepare(2).orElseThrow();
        commit(output(JobId.of("job-2"), 9, 0, Map.of()), 2, "c");
        assertThat(names()).contains("3.1-peer-1.0.txt.growing", "3.1-peer-1.1.txt.prepared");
        output(JobId.of("job-3"), 19, 0, Map.of()).commit(later);
        assertThat(names())
                .contains("3.1-peer-1.0.txt")
                .noneMatch(name -> name.startsWith("3") && name.contains("prep"));
        assertThat(published()).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void partOfATableHasItsHeaderOnce() throws Exception {
        Output output = output(1, 0, Map.of("format", "csv"));
        commit(output, 1, Map.of("id", 1));
        commit(output, 2, Map.of("id", 2));
        commit(output, 3, Map.of("name", "other columns"));
        commit(output, 4, Map.of("name", "again"));
        assertThat(files()).hasSize(2);
        assertThat(Files.readString(files().get(0))).isEqualTo("id\n1\n2\n");
        assertThat(Files.readString(files().get(1))).isEqualTo("name\nother columns\nagain\n");
    }

    @Test
    void bundlesThatAreAllPreparedBeforeOneIsCommittedDoNotMeet() throws Exception {
        Output output = output(1);
        commit(output, 1, "a");
        write(output, "b");
        String second = output.prepare(2).orElseThrow();
        write(output, "c");
        String third = output.prepare(3).orElseThrow();
        output.commit(third);
        output.commit(second);
        assertThat(published()).containsExactlyInAnyOrder("a", "b", "c");
        write(output, "d");
        output.abort(output.prepare(4).orElseThrow());
        commit(output, 5, "e");
        assertThat(published()).containsExactlyInAnyOrder("a", "b", "c", "e");
    }

    @Test
    void anInstanceOpenedAgainUnderTheSameFenceLeavesWhatIsPrepared() throws Exception {
        Output output = output(1);
        write(output, "a");
        String bundle = output.prepare(1).orElseThrow();
        Output again = output(1);
        nowNanos.addAndGet(60 * SECOND);
        again.settled();
        again.commit(bundle);
        assertThat(published()).containsExactly("a");
    }
}
