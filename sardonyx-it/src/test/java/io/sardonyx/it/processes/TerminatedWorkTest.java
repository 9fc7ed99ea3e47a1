package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.content.ReaderCheckpoint;
import io.sardonyx.job.Job;
import io.sardonyx.port.Document;
import io.sardonyx.port.Store;
import io.sardonyx.report.JobReport;
import io.sardonyx.store.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that works and is told to stop by SIGTERM finishes what it has begun, and nothing is lost or doubled. */
@Timeout(180)
class TerminatedWorkTest {

    @TempDir
    private Path directory;

    @Test
    void whatIsWrittenIsWhatWasRead() throws Exception {
        String address = "file:" + directory.resolve("store");
        Path out = directory.resolve("out");
        Job job = Job.named("endless")
                .task("read", task -> task.input(Inputs.numbers().with("rate", 20_000)))
                .task("write", task -> task.output(Outputs.lines(out.toString())))
                .path("read", "write")
                .build();
        try (Member process = Program.start(
                        directory.resolve("said.txt"), "peers", "start", "--store", address, "--peers", "2");
                AdminClient client = AdminClient.connect(address)) {
            Waiting.until("a member", () -> process.id().isPresent());
            client.submit(job);
            Waiting.until(
                    "some work",
                    () -> JobReport.together(client.reports(job.id())).stream()
                            .anyMatch(task -> task.taken() > 10_000));
            assertThat(process.terminate()).as(process.said()).isZero();
            assertThat(client.replica().replica().ring().members().isEmpty()).isTrue();
        }
        long done = checkpoint(address);
        assertThat(done).isGreaterThan(10_000);
        assertThat(written(out))
                .containsExactlyElementsOf(LongStream.range(0, done).boxed().toList());
    }

    private static long checkpoint(String address) throws ExecutionException, InterruptedException {
        try (Store store = Stores.open(address)) {
            List<Document> found = store.documents()
                    .names("checkpoints/endless/read/")
                    .thenCompose(store.documents()::read)
                    .toCompletableFuture()
                    .get();
            return Long.parseLong(
                    ReaderCheckpoint.read(found.get(0).body()).open().get(0).position());
        }
    }

    private static List<Long> written(Path out) throws IOException {
        try (Stream<Path> files = Files.list(out)) {
            return files.flatMap(TerminatedWorkTest::lines)
                    .map(Long::valueOf)
                    .sorted()
                    .toList();
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            assertThat(file.toString()).endsWith(".txt");
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
