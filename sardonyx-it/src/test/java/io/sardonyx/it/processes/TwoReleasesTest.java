package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.Outcome;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.job.Job;
import io.sardonyx.replica.Replica;
import io.sardonyx.report.JobReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * This program beside the release before, in both orders. {@code -Dreleases.former} is the jar of that release; how to
 * make it is told in CONTRIBUTING.
 */
@Tag("campaign")
@Tag("releases")
@Timeout(300)
@EnabledIfSystemProperty(named = "releases.former", matches = ".+", disabledReason = "needs the jar of a release")
class TwoReleasesTest {

    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private String address = "";
    private int started;

    @BeforeEach
    void address() {
        address = "file:" + directory.resolve("store");
    }

    private List<String> arguments() {
        return List.of("peers", "start", "--store", address, "--bind", "tcp://127.0.0.1:0", "--peers", "2");
    }

    private Path said() {
        return directory.resolve("said-" + started++ + ".txt");
    }

    private Member startNew() throws IOException {
        return Program.start(said(), arguments().toArray(String[]::new));
    }

    private Member startFormer() throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-jar",
                System.getProperty("releases.former")));
        command.addAll(arguments());
        Path said = said();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        return new Member(process, said);
    }

    private static void awaitMember(Member member) {
        Waiting.until("a member", () -> member.id().isPresent());
    }

    private static Replica replica(AdminClient client) {
        return client.replica().replica();
    }

    @Test
    void formatRisesWhenTheLastMemberOfTheFormerReleaseHasLeft() throws Exception {
        Path out = directory.resolve("out");
        Job job = Job.named("numbers")
                .input("read", Inputs.numbers(400_000).with("rate", 20_000))
                .output("write", Outputs.lines(out.toString()))
                .path("read", "write")
                .build();
        try (Member former = startFormer();
                AdminClient client = AdminClient.connect(address)) {
            awaitMember(former);
            assertThat(replica(client).cluster().format()).isOne();
            client.submit(job);
            Waiting.until(
                    "work",
                    () -> JobReport.together(client.reports(job.id())).stream().anyMatch(task -> task.taken() > 0));
            try (Member newer = startNew()) {
                awaitMember(newer);
                assertThat(replica(client).cluster().format()).isOne();
                assertThat(former.terminate()).as(former.said()).isZero();
                Waiting.until(
                        "the format to rise", () -> replica(client).cluster().format() == 2);
                assertThat(client.await(job.id(), LONG)).isInstanceOf(Outcome.Completed.class);
                assertThat(newer.isAlive()).isTrue();
            }
        }
        assertThat(Written.in(out, 400_000).lost()).isZero();
        assertThat(Written.in(out, 400_000).foreign()).isZero();
    }

    @Test
    void formerReleaseDoesNotJoinANewerClusterAndNamesBothFormats() throws Exception {
        try (Member newer = startNew();
                AdminClient client = AdminClient.connect(address)) {
            awaitMember(newer);
            Waiting.until("entries of format 2", () -> replica(client).cluster().format() == 2);
            try (Member former = startFormer()) {
                assertThat(former.exitCode()).isNotZero();
                assertThat(former.said()).contains("format 2", "formats up to 1");
            }
            assertThat(newer.isAlive()).isTrue();
            assertThat(Files.exists(directory)).isTrue();
        }
    }
}
