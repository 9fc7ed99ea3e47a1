package io.sardonyx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.client.Outcome;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.BadJob;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Output;
import io.sardonyx.plugin.Param;
import io.sardonyx.plugin.Unavailable;
import io.sardonyx.report.TaskReport;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A directory that is taken away and brought back while real threads write into it. Public, since jobs name it. */
@Timeout(120)
public class UnavailableDirectoryTest {

    private static final long COUNT = 2_000;

    @TempDir
    private Path home;

    private final Cluster cluster = Cluster.local(2);

    @BeforeEach
    void mount() throws IOException {
        Files.createDirectory(home.resolve("mounted"));
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    /** Lines of a file in a directory that may be away; each settle writes to the disk. */
    public static final class Lines implements Output {

        private final Path file;
        private final FileChannel channel;
        private final StringBuilder kept = new StringBuilder();
        private long taken;

        private Lines(Path file) throws IOException {
            this.file = file;
            this.channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }

        @Override
        public int write(Object[] segments, int from, int to) {
            for (int i = from; i < to; i++) {
                kept.append(segments[i]).append('\n');
            }
            taken += to - from;
            return to - from;
        }

        @Override
        public long settled() throws IOException {
            check(file.getParent());
            channel.write(StandardCharsets.UTF_8.encode(kept.toString()));
            channel.force(false);
            kept.setLength(0);
            return taken;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private static void check(Path directory) throws Unavailable {
        if (!Files.isDirectory(directory)) {
            throw new Unavailable(directory + " is not there; mount it");
        }
    }

    public static Output lines(@Param("path") String path) throws IOException {
        Path directory = Path.of(path);
        check(directory);
        return new Lines(directory.resolve("lines"));
    }

    private Job job(String id, double perSecond) {
        return Job.named(id)
                .input("read", Inputs.numbers(COUNT).with("rate", perSecond))
                .output(
                        "write",
                        Call.to("io.sardonyx.UnavailableDirectoryTest::lines")
                                .with("path", home.resolve("mounted").toString()))
                .path("read", "write")
                .build();
    }

    private void await(Job job, Predicate<TaskReport> state) {
        long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (cluster.report(job.id()).stream()
                .noneMatch(task -> task.task().text().equals("write") && state.test(task))) {
            assertThat(System.nanoTime()).as("%s", cluster.report(job.id())).isLessThan(until);
            Thread.onSpinWait();
        }
    }

    @Test
    void aDirectoryThatCannotBeMadeIsFoundBeforeAnythingIsRead() throws Exception {
        Path file = Files.writeString(home.resolve("file"), "in the way");
        for (Path path : List.of(file, file.resolve("below"))) {
            Job job = Job.named("unmade")
                    .input("read", Call.to("io.sardonyx.UnavailableDirectoryTest::unread"))
                    .output("write", Outputs.lines(path.toString()))
                    .path("read", "write")
                    .build();
            assertThatThrownBy(() -> cluster.run(job))
                    .isInstanceOf(BadJob.class)
                    .hasMessageContaining("task write, output: the directory " + path + " cannot be made");
        }
        assertThat(read).isFalse();
    }

    private static volatile boolean read;

    /** An input. */
    public static List<String> unread() {
        read = true;
        return List.of("a");
    }

    @Test
    void aDirectoryThatIsAwayForAWhileCostsNothingButTime() throws Exception {
        Job job = job("mounted", 2_000);
        cluster.submit(job);
        await(job, task -> task.given() > 100);
        Files.move(home.resolve("mounted"), home.resolve("elsewhere"));
        await(
                job,
                task -> task.waiting() != null
                        && Objects.requireNonNull(task.waiting()).reason().contains("mount it"));
        Files.move(home.resolve("elsewhere"), home.resolve("mounted"));

        assertThat(cluster.await(job.id())).isInstanceOf(Outcome.Completed.class);
        assertThat(new HashSet<>(Files.readAllLines(home.resolve("mounted/lines"))))
                .isEqualTo(new HashSet<>(
                        LongStream.range(0, COUNT).mapToObj(String::valueOf).toList()));
    }

    @Test
    void whoHasNoPatienceIsToldWhatIsAway() throws Exception {
        Files.delete(home.resolve("mounted"));
        Job hasty = job("hasty", 1e6).patient(Duration.ofMillis(500));

        assertThatThrownBy(() -> cluster.run(hasty))
                .isInstanceOf(JobFailed.class)
                .hasMessageContaining("longer than the patience of PT0.5S")
                .hasMessageContaining("mount it");
    }
}
