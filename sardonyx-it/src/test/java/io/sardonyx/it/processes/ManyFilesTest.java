package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.ErrorPolicy;
import io.sardonyx.job.Job;
import io.sardonyx.port.Store;
import io.sardonyx.store.Stores;
import io.sardonyx.value.TaskName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many small files are read by a process with 128 MB of heap and 1,024 descriptors, whether all of them stay or not.
 */
@Timeout(600)
class ManyFilesTest {

    private static final Duration LONG = Duration.ofMinutes(9);
    private static final List<String> FEW_DESCRIPTORS = List.of("sh", "-c", "ulimit -n 1024; exec \"$@\"", "sh");
    private static final int VANISHING = 5;

    @TempDir
    private Path directory;

    @Test
    void twentyThousandFilesAreReadAndTheMissingOnesLeftOut() throws Exception {
        read(20_000);
    }

    @Tag("campaign")
    @Test
    void aHundredThousandFilesAreRead() throws Exception {
        read(100_000);
    }

    private void read(int files) throws Exception {
        Path in = Files.createDirectory(directory.resolve("in"));
        for (int i = 0; i < files; i++) {
            Files.writeString(file(in, i), i + "\n");
        }
        Path out = directory.resolve("out");
        String address = "file:" + directory.resolve("store");
        Job job = Job.named("many")
                .task(
                        "read",
                        task -> task.input(Inputs.lines(in + "/*.txt")).peers(2).onError(ErrorPolicy.SKIP))
                .task("write", task -> task.output(Outputs.lines(out.toString())))
                .path("read", "write")
                .build();
        List<String> start = List.of("peers", "start", "--store", address, "--peers", "3");
        Path said = directory.resolve("said.txt");
        try (Member process = Program.start(said, FEW_DESCRIPTORS, Program.MAIN, start);
                AdminClient client = AdminClient.connect(address);
                Store store = Stores.open(address)) {
            Waiting.until("a member", () -> process.id().isPresent());
            client.submit(job);
            Waiting.until("a list", LONG, () -> names(store, "partitions/many").contains("partitions/many/read"));
            for (int i = files - VANISHING; i < files; i++) {
                Files.delete(file(in, i));
            }
            assertThat(client.await(job.id(), LONG)).as(process.said()).isInstanceOf(Outcome.Completed.class);
            Long missing = client.founded()
                    .replica()
                    .jobs()
                    .completed()
                    .get(job.id())
                    .skipped()
                    .get(TaskName.of("read"));
            int present = written(out).size();
            assertThat(present + (missing == null ? 0 : missing)).isEqualTo(files);
            assertThat(present).isGreaterThanOrEqualTo(files - VANISHING);
            assertThat(names(store, "checkpoints/many/"))
                    .containsExactlyInAnyOrder("checkpoints/many/read/reader-0", "checkpoints/many/read/reader-1");
        }
    }

    private static Path file(Path in, int number) {
        return in.resolve(String.format("%06d.txt", number));
    }

    private static List<String> names(Store store, String prefix) {
        return store.documents().names(prefix).toCompletableFuture().join();
    }

    private static Set<String> written(Path out) throws IOException {
        try (Stream<Path> parts = Files.list(out)) {
            return parts.flatMap(ManyFilesTest::lines).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Stream<String> lines(Path part) {
        try {
            return Files.readAllLines(part).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
