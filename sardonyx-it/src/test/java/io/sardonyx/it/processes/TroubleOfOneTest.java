package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.JobStatus;
import io.sardonyx.client.Outcome;
import io.sardonyx.client.Resumed;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Call;
import io.sardonyx.job.Job;
import io.sardonyx.replica.Replica;
import io.sardonyx.replica.Run;
import io.sardonyx.report.JobReport;
import io.sardonyx.value.JobId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The trouble of one process, or of one job, is not the death of all: real processes over a directory. */
@Timeout(300)
class TroubleOfOneTest {

    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private String address = "";
    private final List<Member> processes = new ArrayList<>();

    @BeforeEach
    void address() {
        address = "file:" + directory.resolve("store");
    }

    private Member start(int peers, String... more) throws IOException {
        var arguments = new ArrayList<>(
                List.of("peers", "start", "--store", address, "--bind", "tcp://127.0.0.1:0", "--peers", "" + peers));
        arguments.addAll(List.of(more));
        Member process =
                Program.start(directory.resolve("said-" + processes.size() + ".txt"), arguments.toArray(String[]::new));
        processes.add(process);
        Waiting.until("a member: " + process.said(), () -> process.id().isPresent());
        return process;
    }

    private static @Nullable Run run(AdminClient client, String job) {
        return client.replica().replica().jobs().live().get(JobId.of(job));
    }

    private static long taken(AdminClient client, String job) {
        return JobReport.together(client.reports(JobId.of(job))).stream()
                .mapToLong(task -> task.taken())
                .sum();
    }

    private static Job numbers(String id, int count, int rate, Path out) {
        return Job.named(id)
                .input("read", Inputs.numbers(count).with("rate", rate))
                .output("write", Outputs.lines(out.toString()))
                .path("read", "write")
                .build();
    }

    @Test
    void memberWithoutTheFunctionsLeavesTheJobToOthers() throws Exception {
        Job job = Job.named("endless")
                .input("read", Inputs.numbers().with("rate", 1_000))
                .function("same", Call.to(OrdealFunctions.NAME + "::same"))
                .output("write", Outputs.discard())
                .path("read", "same", "write")
                .build();
        try (Member fit = start(3, "--allow", OrdealFunctions.NAME);
                AdminClient client = AdminClient.connect(address)) {
            client.submit(job);
            Waiting.until("work", () -> taken(client, "endless") > 1_000);
            try (Member unfit = start(3)) {
                Waiting.until("the unfit one to say so", () -> {
                    Run run = run(client, "endless");
                    return run != null && !run.health().unfit().isEmpty();
                });
                long before = taken(client, "endless");
                Waiting.until("the job to go on", () -> taken(client, "endless") > before + 1_000);
                Run run = run(client, "endless");
                assertThat(run).isNotNull();
                assertThat(run.health().unfit().keys())
                        .containsExactly(unfit.id().orElseThrow());
                assertThat(run.demand().size()).isEqualTo(3);
                assertThat(unfit.terminate()).isZero();
            }
            try (Member again = start(3, "--allow", OrdealFunctions.NAME)) {
                Waiting.until("it to take part", () -> {
                    Run run = run(client, "endless");
                    return run != null && run.demand().size() == 6;
                });
                assertThat(again.isAlive()).isTrue();
            }
            assertThat(fit.isAlive()).isTrue();
        }
    }

    @Test
    void segmentThatEndsEveryProcessHoldsItsJobAndNeighboursComplete() throws Exception {
        Job deadly = Job.named("deadly")
                .input("read", Inputs.numbers(1_000))
                .function("end", Call.to(OrdealFunctions.NAME + "::end"))
                .path("read", "end")
                .build();
        Path one = directory.resolve("one");
        Path two = directory.resolve("two");
        try (AdminClient client = AdminClient.connect(address)) {
            for (int i = 0; i < 3; i++) {
                start(4, "--allow", OrdealFunctions.NAME);
            }
            client.submit(numbers("one", 300_000, 5_000, one));
            client.submit(numbers("two", 300_000, 5_000, two));
            Waiting.until("work", () -> taken(client, "one") > 0 && taken(client, "two") > 0);
            client.submit(deadly);
            replaceTheDeadUntilHeld(client);
            for (String job : List.of("one", "two")) {
                assertThat(client.await(JobId.of(job), LONG)).isInstanceOf(Outcome.Completed.class);
            }
            assertThat(client.jobs())
                    .filteredOn(status -> status.job().equals(JobId.of("deadly")))
                    .extracting(JobStatus::state)
                    .containsExactly(JobStatus.State.HELD);
            assertThat(processes).anyMatch(Member::isAlive);
            assertThat(Written.in(one, 300_000).lost()).isZero();
            assertThat(Written.in(two, 300_000).lost()).isZero();
        } finally {
            processes.forEach(Member::close);
        }
    }

    private void replaceTheDeadUntilHeld(AdminClient client) throws IOException {
        long deadline = System.nanoTime() + LONG.toNanos();
        while (!isHeld(client.replica().replica())) {
            assertThat(System.nanoTime()).as("%s", run(client, "deadly")).isLessThan(deadline);
            for (Member process : List.copyOf(processes)) {
                if (!process.isAlive()) {
                    processes.remove(process);
                    start(4, "--allow", OrdealFunctions.NAME);
                }
            }
        }
    }

    private static boolean isHeld(Replica replica) {
        Run run = replica.jobs().live().get(JobId.of("deadly"));
        return run != null && run.health().held();
    }

    @Test
    void killedJobGoesOnWhereItWasLeftAlsoAfterACrash() throws Exception {
        Path out = directory.resolve("out");
        int count = 200_000;
        try (AdminClient client = AdminClient.connect(address)) {
            try (Member process = start(2)) {
                client.submit(numbers("stream", count, 20_000, out));
                Waiting.until("some work", () -> taken(client, "stream") > 40_000);
                process.kill();
            }
            client.kill(JobId.of("stream"), "operator", "it looked wrong");
            try (Member process = start(2)) {
                Resumed resumed = client.resume(JobId.of("stream"));
                assertThat(resumed.job()).isEqualTo(JobId.of("stream-2"));
                assertThat(client.await(resumed.job(), LONG)).isInstanceOf(Outcome.Completed.class);
                assertThat(process.isAlive()).isTrue();
            }
        }
        Written written = Written.in(out, count);
        assertThat(written.lost()).isZero();
        assertThat(written.foreign()).isZero();
        assertThat(written.leftovers()).isZero();
        assertThat(written.repeated()).as("it did not begin again").isLessThan(count / 2);
    }
}
