package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sardonyx.client.Client;
import io.sardonyx.client.Outcome;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.report.JobReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process on a JDK 25, where one is installed, beside one on the Java of the build. */
@Timeout(180)
class NewerJavaTest {

    private static final Path INSTALLED = Path.of("/usr/lib/jvm");

    @TempDir
    private Path directory;

    private static Optional<Path> newer() throws IOException {
        if (!Files.isDirectory(INSTALLED)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(INSTALLED)) {
            return homes.filter(home -> home.getFileName().toString().contains("25"))
                    .filter(home -> Files.isExecutable(home.resolve("bin/java")))
                    .sorted()
                    .findFirst();
        }
    }

    @Test
    void sharesAJobWithAnOlderOneAndGoesOnAlone() throws Exception {
        Path home = newer().orElse(null);
        assumeTrue(home != null, "no JDK 25 is installed in " + INSTALLED);
        int count = 100_000;
        Path out = directory.resolve("out");
        String store = "file:" + directory.resolve("store");
        var arguments = List.of("peers", "start", "--store", store, "--peers", "3", "--allow", OrdealFunctions.NAME);
        Job job = Job.named("shared")
                .input("read", Inputs.numbers(count).with("rate", 20_000))
                .task(
                        "sort",
                        task -> task.function(Call.to(OrdealFunctions.NAME + "::same"))
                                .groupBy(Call.to(OrdealFunctions.NAME + "::key")))
                .output("write", Outputs.lines(out.toString()))
                .path("read", "sort", "write")
                .build();
        try (Member newer = Program.startOn(home, directory.resolve("newer.txt"), arguments);
                Member older = Program.start(directory.resolve("older.txt"), arguments.toArray(String[]::new));
                Client client = Client.connect(store)) {
            Waiting.until("both", () -> newer.id().isPresent() && older.id().isPresent());
            client.submit(job);
            Waiting.until(
                    "work of both",
                    () -> client.reports(job.id()).size() == 2
                            && JobReport.together(client.reports(job.id())).stream()
                                    .allMatch(task -> task.taken() > 0));
            assertThat(older.terminate()).as(older.said()).isZero();
            assertThat(client.await(job.id(), Member.PATIENCE)).as(newer.said()).isInstanceOf(Outcome.Completed.class);
            assertThat(newer.terminate()).as(newer.said()).isZero();
            assertThat(newer.said()).doesNotContain("WARN ", "Exception");
        }
        assertThat(Written.in(out, count))
                .extracting(Written::lost, Written::foreign)
                .containsOnly(0L);
    }
}
