package io.sardonyx.it.together;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.Outcome;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.port.WireAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A media driver that all share, in a process of its own, is killed again and again while a job runs. */
@Timeout(300)
class DriverDeathTest {

    private static final int NUMBERS = 300_000;
    private static final int RATE = 15_000;
    private static final int DEATHS = 5;
    private static final int MOST_TRIES = 600;

    @TempDir
    private Path directory;

    private final Set<Object> taken = ConcurrentHashMap.newKeySet();

    private Process driver() throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "--add-exports",
                        "java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-Daeron.dir=" + directory.resolve("driver"),
                        "-Daeron.dir.delete.on.start=true",
                        "-Daeron.threading.mode=SHARED",
                        "-Daeron.sharedIdleStrategy=org.agrona.concurrent.BackoffIdleStrategy",
                        "-Daeron.term.buffer.sparse.file=true",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.aeron.driver.MediaDriver"))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("driver.txt").toFile())
                .start();
    }

    /** Once the driver is there. */
    private Company company() {
        Map<String, String> external = Map.of(
                "driver", "external", "directory", directory.resolve("driver").toString());
        for (int tries = 0; ; tries++) {
            try {
                return new Company(new WireAddress("aeron", "127.0.0.1", 0, null, external), 3);
            } catch (IOException e) {
                assertThat(tries).as(e.getMessage()).isLessThan(MOST_TRIES);
                LockSupport.parkNanos(100_000_000);
            }
        }
    }

    private void awaitMore(int than) {
        while (taken.size() <= than) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void nothingIsLostWhenTheDriverDiesFiveTimes() throws Exception {
        Process driver = driver();
        try (Company company = company()) {
            Consumer<Object> taking = taken::add;
            company.provide("taking", taking);
            Job job = Job.named("job")
                    .task("read", task -> task.input(Inputs.numbers(NUMBERS).with("rate", RATE)))
                    .task("do", task -> task.function(Call.to("io.sardonyx.it.together.Chores::same")))
                    .task("write", task -> task.output(Outputs.callback("taking")))
                    .path("read", "do", "write")
                    .build();
            company.client().submit(job);
            for (int i = 0; i < DEATHS; i++) {
                awaitMore(taken.size() + RATE / 2);
                driver.destroyForcibly().waitFor();
                driver = driver();
            }
            assertThat(company.client().await(job.id(), Duration.ofMinutes(4))).isInstanceOf(Outcome.Completed.class);
            assertThat(taken).hasSize(NUMBERS);
        } finally {
            driver.destroyForcibly();
        }
    }
}
