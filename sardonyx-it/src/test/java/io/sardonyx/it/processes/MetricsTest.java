package io.sardonyx.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.it.Checkout;
import io.sardonyx.job.Job;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two real processes that do a job together, read as Prometheus does. */
@Timeout(180)
class MetricsTest {

    private static final int NUMBERS = 2_000;
    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/metrics");

    @TempDir
    private Path directory;

    private Member start(String name, String metrics) throws IOException {
        return Program.start(
                directory.resolve(name + ".txt"),
                "peers",
                "start",
                "--store",
                "file:" + directory.resolve("store"),
                "--allow",
                StatefulFunctions.NAME,
                "--metrics",
                metrics);
    }

    private static String scrape(Member process) {
        String url = ADDRESS.matcher(process.said())
                .results()
                .map(MatchResult::group)
                .findFirst()
                .orElseThrow(() -> new AssertionError(process.said()));
        try {
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean shows(Member process, String line) {
        return scrape(process).lines().anyMatch(line::equals);
    }

    @Test
    void bothShowWhatTheyDidAndTheLinkBetweenThem() throws Exception {
        Job job = Job.named("numbers")
                .task("read", task -> task.input(Inputs.numbers(NUMBERS)))
                .task(
                        "write",
                        task -> task.output(
                                Outputs.lines(directory.resolve("out").toString())))
                .path("read", "write")
                .build();
        try (Member one = start("one", ":0");
                Member two = start("two", "0");
                AdminClient client = AdminClient.connect("file:" + directory.resolve("store"))) {
            Waiting.until("two members", () -> one.id().isPresent() && two.id().isPresent());
            Waiting.until(
                    "two peers",
                    () -> client.replica().replica().peers().present().size() == 2);
            client.submit(job);
            client.await(job.id(), Member.PATIENCE);
            Member reader = shows(one, in("read", 0)) || !scrape(one).contains("task=\"read\"") ? two : one;
            Member writer = reader == one ? two : one;
            Waiting.until("what was read", () -> shows(reader, in("read", NUMBERS)));
            Waiting.until("what was written", () -> shows(writer, in("write", NUMBERS)));
            client.submit(endless());
            Waiting.until("a link", () -> scrape(one).contains("sardonyx_link_up{to=\"tcp://127.0.0.1:"));
            Waiting.until("it is up", () -> scrape(two).lines().anyMatch(MetricsTest::isLinkUp));
            assertThat(shows(one, "sardonyx_cluster_members 2.0")).isTrue();
            assertThat(shows(one, "sardonyx_sessions{state=\"held\"} 1.0")).isTrue();
            Waiting.until("a checkpoint", () -> names(one, two).stream().anyMatch(name -> name.contains("step")));
            Waiting.until("state", () -> names(one, two).stream().anyMatch(name -> name.contains("state_keys")));
            assertThat(names(one, two)).isEqualTo(documented());
        }
    }

    /** One that has checkpoints and state. */
    private static Job endless() {
        return Job.named("endless")
                .checkpoint(Duration.ofMillis(200))
                .task("read", task -> task.input(Inputs.numbers().with("rate", 100)))
                .task(
                        "write",
                        task -> task.function(StatefulFunctions::numbered)
                                .groupBy(StatefulFunctions::key)
                                .output(Outputs.discard()))
                .path("read", "write")
                .build();
    }

    private static String in(String task, int count) {
        return "sardonyx_task_segments_in_total{job=\"numbers\",task=\"" + task + "\"} " + (double) count;
    }

    private static boolean isLinkUp(String line) {
        return line.matches("sardonyx_link_up\\{to=\"tcp://127\\.0\\.0\\.1:\\d+\"} 1\\.0");
    }

    /** Names, with those of their tags. One process keeps the checkpoints, and the other has the state. */
    private static Set<String> names(Member... processes) {
        return Stream.of(processes)
                .flatMap(process -> scrape(process).lines())
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.replaceAll("=\"[^\"]*\"", "").replaceAll(" .*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> documented() throws IOException {
        return Files.readAllLines(Checkout.root().resolve("docs/operations.md")).stream()
                .filter(line -> line.startsWith("| `sardonyx_"))
                .map(line -> line.split("`", -1)[1])
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void aPortThatIsTakenEndsTheProcessBeforeAnythingBegins() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Member process = start("refused", ":" + taken.getLocalPort())) {
            assertThat(process.exitCode()).isEqualTo(2);
            assertThat(process.said().lines())
                    .containsExactly("sardonyx: --metrics: cannot listen at 127.0.0.1:" + taken.getLocalPort()
                            + ": Address already in use");
            assertThat(directory.resolve("store")).doesNotExist();
        }
    }
}
